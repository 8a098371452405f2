"""``python -m tsume_shogi`` is the command ``tsume``."""

from ._command import main

if __name__ == "__main__":
    main()
