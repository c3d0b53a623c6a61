from collections.abc import Callable
from typing import Any, Literal, Optional

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from _ext.typehints import short
from attention_course._palette import Colour


class Result:
    """Stands for a class of an experiment."""


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int, "``int``"),
        (None, "``None``"),
        (Any, "``Any``"),
        (ArrayLike, "``ArrayLike``"),
        (ArrayLike | None, "``ArrayLike`` | ``None``"),
        (NDArray[np.float64], "``ndarray``"),
        (NDArray[np.float32] | NDArray[np.float64], "``ndarray``"),
        (Optional[float], "``float`` | ``None``"),  # noqa: UP045 - the older spelling is the case
        (Literal["error", "zeros"], "``'error' | 'zeros'``"),
        (tuple[int, ...], r"``tuple``\ [\ ``int``,\  ...\ ]"),
        (Callable[[int], str], r"``Callable``\ [\ [\ ``int``\ ],\  ``str``\ ]"),
        (np.random.Generator, "``Generator``"),
        (Colour, ":py:class:`~attention_course.Colour`"),
    ],
)
def test_a_type_is_shown_by_its_short_name(annotation: object, expected: str) -> None:
    assert short(annotation) == expected


def test_a_type_is_linked_where_its_public_package_documents_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Result, "__module__", "attention_course.experiments._parts")
    assert short(Result) == ":py:class:`~attention_course.experiments.Result`"
