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
class Finding:
    """What is wrong with answers that can only be judged together.

    Attributes
    ----------
    came_out, expected
        What the answers show, and what they should show.
    likely
        The mistake that would explain it, "" if none is known.
    """

    came_out: str
    expected: str
    likely: str = ""


@dataclass(frozen=True)
class Check:
    """Some calls that try one thing; it passes if all of them are answered right.

    Attributes
    ----------
    label
        The one thing, in a few words.
    cases
        The calls, from the smallest input to the largest: the first that fails is shown.
    part
        The one entry that is looked at, where the result is a dictionary.
    together
        Judges the results of all cases at once, where no single one is right or wrong, as with an
        estimate from random numbers. The oracle then gives the type and the shape only.
    """

    label: str
    cases: tuple[Case, ...]
    part: str = ""
    together: Callable[[Sequence[Arguments], Sequence[object]], Finding | None] | None = None


@dataclass(frozen=True)
class Mistake:
    """A mistake that people make.

    Attributes
    ----------
    sentence
        What to tell somebody whose results are the same.
    result
        What the mistake gives for a case's arguments; of a dictionary, only the entries that it
        gets wrong.
    in_part
        Whether people make it in some cases and are right in others. Of any other mistake,
        a right result where it gives a wrong one is proof that it was not made.
    """

    sentence: str
    result: Callable[..., object]
    in_part: bool = False


def no_remark(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Say nothing about a submission's answers taken together."""
    return ""


@dataclass(frozen=True)
class Exercise:
    """One task.

    Attributes
    ----------
    number
        The section that it belongs to and its letter there, such as "6.2d" or "beyond-a".
    title
        Its name in the book, without a full stop.
    function
        The name of the function to write; no two exercises share one.
    parameters
        The names of its parameters.
    file
        The file in which it is written.
    points
        What it is worth, once every check passes.
    hint
        A push in the right direction, in a few sentences without formulas: it is shown in a
        terminal as well as in the book, where what stands between backticks becomes code.
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
    by_hand
        Whether the answers are numbers worked out by hand: three places, or four figures of a
        larger number, are then exact enough.
    """

    number: str
    title: str
    function: str
    parameters: tuple[str, ...]
    file: str
    points: int
    hint: str
    reread: str
    oracle: Callable[..., object]
    checks: Callable[[Generator], tuple[Check, ...]]
    mistakes: tuple[Mistake, ...]
    remark: Callable[[Sequence[Case], Sequence[object]], str] = no_remark
    by_hand: bool = False

    @property
    def section(self) -> str:
        """The section that it belongs to, such as "6.2" or "beyond"."""
        return self.number[:-1].rstrip("-")
