"""The command ``tsume``."""

import os
import sys
from typing import NoReturn

from . import _native


def main() -> NoReturn:
    """Runs the command line of the solver with the arguments of this process."""
    status = _native.run(["tsume", *sys.argv[1:]])
    # Its threads may still be waiting for standard input, which would keep the interpreter.
    os._exit(status)
