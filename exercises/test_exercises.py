"""Grade the exercises: `python -m pytest exercises`."""

import pytest

from graders.exercise import Exercise
from graders.judging import Verdict


def test_exercise(exercise: Exercise, place: int, verdict: Verdict) -> None:  # noqa: ARG001
    """One check of one exercise; a failure says what came out, what should have, and why."""
    if verdict.status == "not started":
        pytest.skip(f"not started: {exercise.file}")
    if verdict.status == "wrong":
        pytest.fail(verdict.message, pytrace=False)
