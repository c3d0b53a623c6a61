"""All exercises, in the order of the book: one for each file here that is named as a stub is."""

from importlib import import_module
from pathlib import Path

from graders.exercise import Exercise


def _found() -> tuple[Exercise, ...]:
    files = sorted(file.stem for file in Path(__file__).parent.glob("e[6_]*.py"))
    return tuple(import_module(f"graders.{name}").EXERCISE for name in files)


EXERCISES = _found()

SECTIONS = {
    "6.1": "The question attention answers",
    "6.2": "Scaled dot-product attention, by hand",
    "6.3": "Why divide by the square root of the key width",
    "6.4": "Masks",
    "6.5": "Attention cannot see word order",
    "6.6": "Multi-head attention",
    "beyond": "Beyond the module",
}
