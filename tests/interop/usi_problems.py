"""Fifty shipped problems that engines are asked about.

Usage: usi_problems.py FOLDER (prints id, SFEN and, where that is to be asked for, the length)
"""

import re
import sys
from pathlib import Path

# Problems of the classics, by book and number: those whose length is proven in no time, …
LENGTHS = {"zuko": "002 005 018 022 042 060 092", "muso": "077 091"}
# … and others, whose mate is found in no time.
MATES = {
    "zuko": "011 014 016 028 030 034 038 045 051 058 066 068 069 070 074 076 077 080 081 082 085",
    "muso": "009 018 024 033 038 041 055 060",
}


def named(books):
    return {book + number for book, numbers in books.items() for number in numbers.split()}


def problems(folder):
    """Id and SFEN of each problem, and its length where that is to be asked for."""
    with_length, mates = named(LENGTHS), named(MATES)
    for path in ["first-steps.sfen", "classics/zuko.sfen", "classics/muso.sfen"]:
        for line in (folder / path).read_text("utf-8").splitlines():
            found = re.match(r'([^#;]+?)(?: moves [^;]*)?; id "([^"]+)"; (?:plies|recorded) (\d+)', line)
            if not found:
                continue
            sfen, name, plies = found[1].strip(), found[2], int(found[3])
            if path == "first-steps.sfen" or name in with_length:
                yield name, sfen, plies
            elif name in mates:
                yield name, sfen, None


if __name__ == "__main__":
    for name, sfen, plies in problems(Path(sys.argv[1])):
        print(name, sfen, plies or "", sep="\t")
