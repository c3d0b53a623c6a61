"""What travels between the grader and a submission: plain data as JSON, and nothing that runs.

Arrays go as their bytes, so every number arrives exactly. What cannot travel arrives as `Other`,
which knows only its type and how it prints.
"""

import base64
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

_PLAIN = (bool, int, float, str, type(None))
_TYPES = {np.dtype(name).str for name in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")} | {
    np.dtype(name).str for name in ("f2", "f4", "f8", "c8", "c16")
}
_LONGEST = 10_000_000
_LONGEST_INT = 10_000
_TEXT = 200


@dataclass(frozen=True)
class Named:
    """A function of the graders that is handed to a submission; it travels as its name.

    Attributes
    ----------
    module, name
        Where it is found.
    """

    module: str
    name: str

    def resolve(self) -> Any:  # noqa: ANN401
        """Return the function itself."""
        return getattr(import_module(self.module), self.name)


@dataclass(frozen=True)
class Fresh:
    """A random generator for a submission to draw from, which nobody has seeded."""

    def resolve(self) -> np.random.Generator:
        """Return a generator that gives other numbers each time."""
        return np.random.default_rng()


@dataclass(frozen=True)
class Other:
    """Something that did not travel.

    Attributes
    ----------
    type_name
        Its type.
    text
        The beginning of how it prints.
    """

    type_name: str
    text: str


def encode(value: object) -> Any:  # noqa: ANN401
    """Return `value` as data that JSON can hold."""
    kind = type(value)
    if kind in _PLAIN and not (isinstance(value, int) and value.bit_length() > _LONGEST_INT):
        return ["plain", value]
    if isinstance(value, tuple | list):
        name = "tuple" if isinstance(value, tuple) else "list"
        return [name, [encode(item) for item in value]]
    if isinstance(value, np.ndarray | np.generic) and value.dtype.str in _TYPES:
        data = base64.b64encode(value.tobytes()).decode("ascii")
        if isinstance(value, np.generic):
            return ["scalar", value.dtype.str, data]
        if kind is np.ndarray and value.nbytes <= _LONGEST:
            return ["array", value.dtype.str, list(value.shape), data]
    if isinstance(value, Named):
        return ["named", value.module, value.name]
    if isinstance(value, Fresh):
        return ["fresh"]
    if isinstance(value, dict) and all(type(name) is str for name in value):
        return ["dict", {name: encode(item) for name, item in value.items()}]
    name = kind.__name__
    if isinstance(value, np.ndarray):
        name += f" of {value.dtype}, shape {value.shape}"
    return ["other", name, _text(value)]


def decode(data: Any) -> object:  # noqa: ANN401
    """Return what `encode` was given, arrays as fresh ones.

    Raises
    ------
    ValueError
        If `data` is not what `encode` makes.
    """
    match data:
        case ["plain", bool() | int() | float() | str() | None as value]:
            return value
        case ["tuple", list(items)]:
            return tuple(decode(item) for item in items)
        case ["list", list(items)]:
            return [decode(item) for item in items]
        case ["scalar", str(dtype), str(text)] if dtype in _TYPES:
            return np.frombuffer(base64.b64decode(text), dtype)[0]
        case ["array", str(dtype), list(shape), str(text)] if dtype in _TYPES:
            return np.frombuffer(base64.b64decode(text), dtype).reshape(shape).copy()
        case ["named", str(module), str(name)]:
            return Named(module, name)
        case ["fresh"]:
            return Fresh()
        case ["dict", dict(items)]:
            return {name: decode(item) for name, item in items.items()}
        case ["other", str(type_name), str(text)]:
            return Other(type_name, text)
    raise ValueError("data: expected what encode makes")


def _text(value: object) -> str:
    try:
        return repr(value)[:_TEXT]
    except Exception:  # noqa: BLE001
        return "something that cannot be printed"
