"""6.4, find the bug: six printed masks, of which each has at most one thing wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from numpy.random import Generator

from graders.exercise import Case, Check, Exercise, Mistake

Table: TypeAlias = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Meant:
    """What a mask is meant to be.

    Attributes
    ----------
    n_queries, n_keys
        N and M; the queries are the last N of M tokens.
    causal
        Whether the future is hidden.
    window
        How many tokens a query sees at most, 0 if any number.
    placeholders
        The numbers of the keys that are placeholders, counted from 0.
    """

    n_queries: int
    n_keys: int
    causal: bool = True
    window: int = 0
    placeholders: tuple[int, ...] = ()


FAULTS = (
    "nothing-wrong",
    "top-left",
    "diagonal-hidden",
    "future-shown",
    "past-hidden",
    "one-too-many",
    "rows-instead-of-columns",
    "turned-round",
)

MEANT = {
    "A": Meant(4, 4),
    "B": Meant(2, 5),
    "C": Meant(4, 4, causal=False, placeholders=(2, 3)),
    "D": Meant(5, 5, window=2),
    "E": Meant(3, 5),
    "F": Meant(4, 4, placeholders=(3,)),
}

# As the exercise prints them.
PRINTED = {
    "A": """
        −∞  −∞  −∞  −∞
         0  −∞  −∞  −∞
         0   0  −∞  −∞
         0   0   0  −∞
    """,
    "B": """
         0  −∞  −∞  −∞  −∞
         0   0  −∞  −∞  −∞
    """,
    "C": """
         0   0   0   0
         0   0   0   0
        −∞  −∞  −∞  −∞
        −∞  −∞  −∞  −∞
    """,
    "D": """
         0  −∞  −∞  −∞  −∞
         0   0  −∞  −∞  −∞
         0   0   0  −∞  −∞
        −∞   0   0   0  −∞
        −∞  −∞   0   0   0
    """,
    "E": """
         0   0   0  −∞  −∞
         0   0   0   0  −∞
         0   0   0   0   0
    """,
    "F": """
         0   0  −∞  −∞
         0   0   0  −∞
         0   0   0  −∞
         0   0   0  −∞
    """,
}


_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def table(text: str) -> Table:
    """Return the entries of a printed mask."""
    return tuple(tuple(line.split()) for line in text.strip().splitlines())


def mask(meant: Meant, fault: str) -> Table:
    """Return what comes out if a mask is made with one fault, entry by entry."""
    shown, hidden = ("−∞", "0") if fault == "turned-round" else ("0", "−∞")
    return tuple(
        tuple(shown if _seen(meant, fault, i, j) else hidden for j in range(meant.n_keys))
        for i in range(meant.n_queries)
    )


def _seen(meant: Meant, fault: str, i: int, j: int) -> bool:
    """Return whether query i sees key j."""
    position = i if fault == "top-left" else i + (meant.n_keys - meant.n_queries)
    back = position - j
    if fault == "diagonal-hidden" and back == 0:
        return False
    if (position if fault == "rows-instead-of-columns" else j) in meant.placeholders:
        return False
    if not meant.causal:
        return True
    if fault == "past-hidden":
        back = -back
    if meant.window and back >= meant.window + (fault == "one-too-many"):
        return False
    return back >= (-1 if fault == "future-shown" else 0)


def oracle() -> dict[str, str]:
    """Make each mask with every fault, and see which of them gives the mask that is printed."""
    answers = {}
    for letter, meant in MEANT.items():
        printed = table(PRINTED[letter])
        right = mask(meant, "nothing-wrong")
        found = []
        for fault in FAULTS:
            made = mask(meant, fault)
            shows = fault == "nothing-wrong" or made != right
            if shows and made == printed:
                found.append(fault)
        (answers[letter],) = found  # One fault, and no other, explains what is printed.
    return answers


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return one check for each mask."""
    return tuple(Check(f"mask {letter}", (Case(()),), part=letter) for letter in MEANT)


def _where_to_look(letter: str, fault: str) -> str:
    """Return what a fault that is not there would have made of a mask."""
    printed, right = table(PRINTED[letter]), mask(MEANT[letter], "nothing-wrong")
    made = mask(MEANT[letter], fault)
    if fault != "nothing-wrong" and made == right:
        return (
            f"“{fault}” would change nothing in mask {letter}, so it is not the answer. Compare "
            "the rows that are printed with those that it is meant to have."
        )
    row = next(i for i, (a, b) in enumerate(zip(made, printed, strict=True)) if a != b)
    reads = f"the {_ORDINALS[row]} row of mask {letter} {{}} read {_line(made[row])}, and it reads "
    if fault == "nothing-wrong":
        return reads.format("should") + f"{_line(printed[row])}. Who sees too much, or too little?"
    return f"with “{fault}”, " + reads.format("would") + f"{_line(printed[row])}."


def _line(row: Sequence[str]) -> str:
    return " ".join(row)


def _with_spaces() -> dict[str, str]:
    return {letter: fault.replace("-", " ") for letter, fault in oracle().items()}


MISTAKES = (
    *(
        Mistake(_where_to_look(letter, fault), partial(dict, {letter: fault}))
        for letter, right in oracle().items()
        for fault in FAULTS
        if fault != right
    ),
    Mistake(
        "this is spelt otherwise than in the list. Copy the word as it stands there, with its "
        "hyphens.",
        _with_spaces,
    ),
)

EXERCISE = Exercise(
    number="6.4f",
    title="Find the bug",
    function="find_the_bug",
    parameters=(),
    file="e6_4f_find_the_bug.py",
    points=2,
    hint=(
        "Don't start from the list of faults. Write down for yourself what the mask should be, one "
        "row at a time, and stop at the first entry that differs. Does that query see too much or "
        "too little, and on which side?"
    ),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    by_hand=True,
)
