"""The figures of an experiment as a JSON file that is either whole or absent."""

import json
import os
from dataclasses import fields, is_dataclass
from pathlib import Path

import numpy as np


def plain(value: object) -> object:
    """Return `value` with records as dictionaries, properties included, and arrays as lists.

    Examples
    --------
    >>> from attention_course.experiments.variance_scaling._moments import Moments
    >>> plain((Moments(3, 3.0, 14.0), np.array([1, 2])))
    [{'count': 3, 'mean': 3.0, 'deviations': 14.0, 'variance': 7.0}, [1, 2]]
    """
    if is_dataclass(value):
        stored = [field.name for field in fields(value)]
        derived = [name for name, what in vars(type(value)).items() if isinstance(what, property)]
        return {name: plain(getattr(value, name)) for name in stored + derived}
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def writable_file(text: str) -> Path:
    """Return the path `text` names, with links followed, having tried that a file can be put there.

    Raises
    ------
    OSError
        If no file can be put there.
    """
    path = Path(os.path.realpath(text))
    if path.exists() and not path.is_file():
        raise OSError(None, "that is not a regular file")
    _partial(path).touch()
    _partial(path).unlink()
    return path


def write_json(path: Path, figures: object) -> None:
    """Write `figures` to `path` in one step: a reader sees the old file or the new, whole.

    Raises
    ------
    OSError
        If the file cannot be written; nothing is left behind then.
    """
    partial = _partial(path)
    try:
        partial.write_text(
            json.dumps(plain(figures), indent=2, allow_nan=False) + "\n", encoding="utf-8"
        )
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _partial(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.partial")
