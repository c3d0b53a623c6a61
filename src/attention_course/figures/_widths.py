"""Records of the lab, a key width each."""

from collections.abc import Iterable
from math import isclose
from typing import Any

from attention_course.experiments.variance_scaling import ScoreVariance


def by_width(scores: object) -> list[ScoreVariance]:
    """Return the records from the narrowest to the widest.

    Raises
    ------
    TypeError
        If they are no sequence of such records.
    ValueError
        If there is none.
    """
    given: list[Any] = list(scores) if isinstance(scores, Iterable) else [None]
    if not all(isinstance(record, ScoreVariance) for record in given):
        raise TypeError(f"scores: got {scores!r}; expected a sequence of ScoreVariance")
    if not given:
        raise ValueError("scores: got no width; expected one or more")
    return sorted(given, key=lambda measured: measured.d_k)


def common_ratio(rows: Iterable[ScoreVariance]) -> float:
    r"""Return what theory gives for :math:`\operatorname{Var}(s) / d_k` at every width.

    Raises
    ------
    ValueError
        If it differs between them.
    """
    first, *others = [row.expected_variance / row.d_k for row in rows]
    if not all(isclose(first, other) for other in others):
        raise ValueError(
            "scores: got records of different sigma or correlation; expected one for all widths"
        )
    return first
