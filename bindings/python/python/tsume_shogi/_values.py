# pyright: basic
"""Mappings as lines of JSON, whatever their values are."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

_LENGTHS = ("expected_plies", "plies")


def request(problem: object) -> str | None:
    """Returns a mapping as a line of JSON; ``None`` if it stands for no value.

    :raises TypeError: if it is neither.
    """
    if isinstance(problem, Mapping):
        return json_of(problem)
    if is_missing(problem):
        return None
    raise TypeError(
        f'a problem is a Problem, an SFEN, or a mapping with the key "sfen", not {type(problem).__name__}'
    )


def json_of(fields: Mapping[Any, Any]) -> str:
    """Returns a mapping as a line of JSON.

    What stands for no value is null; numbers of other libraries are numbers. All else that JSON has not is
    a text, and bytes are the text that they hold.
    """
    whole = dict(fields)
    for key in _LENGTHS:
        # A column of numbers with gaps has floats in it.
        length = whole.get(key)
        if isinstance(length, float) and length.is_integer():
            whole[key] = int(length)
    try:
        return json.dumps(whole, ensure_ascii=False, allow_nan=False, default=_known)
    except (TypeError, ValueError):
        return json.dumps(_rebuilt(whole), ensure_ascii=False)


def is_missing(value: Any) -> bool:
    """Returns whether a value stands for none: ``None``, NaN, NaT, or NA of pandas."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"


def _known(value: Any) -> Any:
    """Returns a value as one of those that JSON has."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        held = bytes(value)
        try:
            return held.decode()
        except UnicodeDecodeError:
            return held.hex()
    if is_missing(value):
        return None
    if hasattr(value, "tolist"):
        plain = value.tolist()
        # Of times it is a number without its unit.
        is_time = type(value).__name__ in ("datetime64", "timedelta64")
        if not is_time and isinstance(plain, (bool, int, float, str, list)):
            return plain
    return str(value)


def _rebuilt(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        # JSON has no infinite numbers either.
        return value if math.isfinite(value) else None if math.isnan(value) else str(value)
    if isinstance(value, (list, tuple)):
        return [_rebuilt(it) for it in value]
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else str(key): _rebuilt(it) for key, it in value.items()}
    return _rebuilt(_known(value))
