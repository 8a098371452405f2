"""Boards of other libraries, which are imported only when they are asked for."""

import importlib
from typing import Any, Literal

Library = Literal["python-shogi", "cshogi"]


def sfen_of(board: Any) -> str:
    """Returns the position of a board as SFEN."""
    sfen = getattr(board, "sfen", None)
    if not callable(sfen):
        raise TypeError(f"{type(board).__name__} has no method sfen")
    return str(sfen())


def board_of(sfen: str, library: Library) -> Any:
    """Makes a board of this library."""
    if library == "python-shogi":
        python_shogi: Any = importlib.import_module("shogi")
        return python_shogi.Board(sfen)
    if library == "cshogi":
        cshogi: Any = importlib.import_module("cshogi")
        return cshogi.Board(sfen)
    raise ValueError(f"the libraries are python-shogi and cshogi, not {library!r}")
