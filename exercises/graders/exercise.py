"""What an exercise is: a function to write, inputs to try it on, an oracle, likely mistakes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from numpy.random import Generator

Arguments: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Case:
    """One call of the submission.

    Attributes
    ----------
    arguments
        What it is called with, in the order of the exercise's parameters.
    refused
        Why the input is bad, if it is: a ValueError is then the right answer.
    """

    arguments: Arguments
    refused: str = ""


@dataclass(frozen=True)
class Check:
    """Some calls that try one thing; it passes if all of them are answered right.

    Attributes
    ----------
    label
        The one thing, in a few words.
    cases
        The calls, from the smallest input to the largest: the first that fails is shown.
    """

    label: str
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Mistake:
    """A mistake that people make.

    Attributes
    ----------
    sentence
        What to tell somebody whose results are the same.
    result
        What the mistake gives for a case's arguments.
    """

    sentence: str
    result: Callable[..., object]


def no_remark(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Say nothing about a submission's answers taken together."""
    return ""


@dataclass(frozen=True)
class Exercise:
    """One task.

    Attributes
    ----------
    section
        The section that it belongs to, such as "6.2".
    function
        The name of the function to write.
    parameters
        The names of its parameters.
    file
        The file in which it is written.
    points
        What it is worth, once every check passes.
    reread
        The page to go back to.
    oracle
        The right answer for a case's arguments, by loops that can be followed by hand.
    checks
        The checks, with inputs drawn anew from a generator.
    mistakes
        Likely mistakes. Where the submission gives what several of them give, the one that also
        agrees with it on the other cases is named, the first of them if there are more.
    remark
        A likely mistake that shows only in all good cases and their answers taken together.
    """

    section: str
    function: str
    parameters: tuple[str, ...]
    file: str
    points: int
    reread: str
    oracle: Callable[..., object]
    checks: Callable[[Generator], tuple[Check, ...]]
    mistakes: tuple[Mistake, ...]
    remark: Callable[[Sequence[Case], Sequence[object]], str] = no_remark
