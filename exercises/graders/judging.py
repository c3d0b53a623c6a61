"""Judge what a submission gave back: type, shape, numbers, and which mistake would explain them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graders import wording
from graders.exercise import Arguments, Case, Check, Exercise
from graders.running import Outcome, Run

Status: TypeAlias = Literal["right", "wrong", "not started"]

_RTOL = 1e-9
_ATOL = 1e-12
_SINGLE = 1e-4


@dataclass(frozen=True)
class Verdict:
    """What is thought of one check.

    Attributes
    ----------
    check
        The check's label.
    status
        Whether it passes.
    message
        If not, why, in words for the learner.
    """

    check: str
    status: Status
    message: str = ""


@dataclass(frozen=True)
class Grade:
    """What is thought of one exercise.

    Attributes
    ----------
    exercise
        Which one.
    verdicts
        One for each check.
    notes
        What costs no points but is worth knowing.
    """

    exercise: Exercise
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> int:
        """How many checks pass."""
        return sum(verdict.status == "right" for verdict in self.verdicts)

    @property
    def started(self) -> bool:
        """Whether there is anything to grade."""
        return any(verdict.status != "not started" for verdict in self.verdicts)

    @property
    def points(self) -> int:
        """The exercise's points if every check passes, otherwise none."""
        return self.exercise.points if self.passed == len(self.verdicts) else 0


def calls(checks: Sequence[Check]) -> list[Arguments]:
    """Return the arguments of all calls that the checks ask for, in order."""
    return [case.arguments for check in checks for case in check.cases]


def judge(exercise: Exercise, checks: Sequence[Check], run: Run) -> Grade:
    """Grade what came back from `calls(checks)`.

    Parameters
    ----------
    exercise
        What was to be done.
    checks
        What was tried.
    run
        What came back.

    Returns
    -------
    Grade
        A verdict for each check, with the reason at the first that fails.
    """
    if run.ending == "no file" or _not_started(run):
        verdicts = [Verdict(check.label, "not started") for check in checks]
        return Grade(exercise, tuple(verdicts))
    if run.refused or not run.loaded or run.ending == "no function":
        message = wording.nothing_to_call(exercise, run)
        verdicts = [Verdict(check.label, "wrong", message) for check in checks]
        return Grade(exercise, _without_repeats(verdicts))

    cases = [case for check in checks for case in check.cases]
    verdicts, start = [], 0
    for check in checks:
        end = start + len(check.cases)
        verdicts.append(_verdict(exercise, check, run, cases, range(start, end)))
        start = end
    right = all(verdict.status == "right" for verdict in verdicts)
    notes = wording.notes(exercise, run.outcomes, warnings=right)
    return Grade(exercise, _without_repeats(verdicts), notes)


def same(got: object, expected: object) -> bool:
    """Return whether a result is the expected one, up to rounding in double precision."""
    return not structural_fault(got, expected) and _equal_numbers(got, expected)


def structural_fault(got: object, expected: object) -> str:
    """Return what is wrong with a result before its numbers are looked at, "" if nothing is."""
    if isinstance(expected, np.ndarray):
        if type(got) is not np.ndarray:
            return wording.wrong_type(got, "a NumPy array")
        if got.dtype.kind != "f":
            return f"an array of {got.dtype} came back where an array of float64 should"
        if got.shape != expected.shape:
            return f"shape {got.shape} came back where {expected.shape} should"
        return ""
    if isinstance(expected, bool):
        right = isinstance(got, bool | np.bool_)
        return "" if right else wording.wrong_type(got, "True or False")
    if isinstance(expected, tuple):
        if not isinstance(got, tuple):
            return wording.wrong_type(got, f"a tuple of {len(expected)}")
        if len(got) != len(expected):
            return f"a tuple of {len(got)} came back where a tuple of {len(expected)} should"
        faults = (structural_fault(a, b) for a, b in zip(got, expected, strict=True))
        return next((f"inside the result, {fault}" for fault in faults if fault), "")
    if isinstance(got, bool) or not isinstance(got, int | np.integer):
        return wording.wrong_type(got, "a whole number")
    return ""


def _equal_numbers(got: object, expected: object) -> bool:
    if isinstance(got, np.ndarray) and isinstance(expected, np.ndarray):
        return bool(_close(got, expected, _RTOL, _ATOL).all())
    if isinstance(got, tuple) and isinstance(expected, tuple):
        return all(_equal_numbers(a, b) for a, b in zip(got, expected, strict=True))
    return bool(got == expected)


def _close(
    got: NDArray[np.floating], expected: NDArray[np.floating], rtol: float, atol: float
) -> NDArray[np.bool_]:
    """Compare entry by entry; `atol` is relative to the largest entry, or to 1 if that is more."""
    finite = np.abs(expected[np.isfinite(expected)])
    size = max(1.0, float(finite.max(initial=0)))
    return np.asarray(np.isclose(got, expected, rtol=rtol, atol=atol * size, equal_nan=True))


def _not_started(run: Run) -> bool:
    unwritten = [
        outcome.error is not None and outcome.error.kind == "NotImplementedError"
        for outcome in run.outcomes
    ]
    return run.ending == "finished" and not run.refused and all(unwritten)


def _verdict(
    exercise: Exercise, check: Check, run: Run, cases: Sequence[Case], places: range
) -> Verdict:
    for place in places:
        case = cases[place]
        if place > len(run.outcomes):
            text = "Not tried: the run ended at an earlier input."
            return Verdict(check.label, "wrong", text)
        if place == len(run.outcomes):
            return Verdict(check.label, "wrong", wording.cut_off(exercise, case, run))
        outcome = run.outcomes[place]
        if message := _fault(exercise, case, outcome):
            likely = _likely_mistake(exercise, case, outcome, cases, run.outcomes)
            return Verdict(check.label, "wrong", wording.whole(exercise, case, message, likely))
    return Verdict(check.label, "right")


def _fault(exercise: Exercise, case: Case, outcome: Outcome) -> str:
    """Return what is wrong with one outcome, "" if nothing is."""
    if case.refused:
        if outcome.error is None:
            return wording.accepted_bad_input(case, outcome)
        right = outcome.error.kind == "ValueError"
        return "" if right else wording.raised_instead(exercise, case, outcome.error)
    if outcome.error is not None:
        return wording.raised(exercise, outcome.error)
    expected = exercise.oracle(*case.arguments)
    if fault := structural_fault(outcome.value, expected):
        return wording.differs(outcome, expected, fault)
    if not _equal_numbers(outcome.value, expected):
        return wording.differs(outcome, expected, _about_numbers(outcome.value, expected))
    if outcome.changed:
        return wording.changed_input(exercise, outcome)
    return ""


def _about_numbers(got: object, expected: object) -> str:
    if not (isinstance(got, np.ndarray) and isinstance(expected, np.ndarray)):
        return ""
    if np.isnan(got).any():
        return "there is NaN (not a number) in the result"
    if got.dtype.itemsize < expected.dtype.itemsize and _close(got, expected, 0, _SINGLE).all():
        return f"the numbers are right only to the few digits that {got.dtype} holds"
    return ""


def _likely_mistake(
    exercise: Exercise,
    shown: Case,
    outcome: Outcome,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome],
) -> str:
    """Return the sentence of the mistake that gives the shown result, "" if none does."""
    if shown.refused:
        return ""
    if outcome.error is None and same(outcome.value, exercise.oracle(*shown.arguments)):
        return ""  # The result is right, so no mistake explains it.
    good = [
        (case, result) for case, result in zip(cases, outcomes, strict=False) if not case.refused
    ]
    best, most = "", -1
    for mistake in exercise.mistakes:
        if not _gives(mistake.result, shown, outcome):
            continue
        agreeing = sum(_gives(mistake.result, case, result) for case, result in good)
        # An exception or a truth value in common means little by itself.
        weak = outcome.error is not None or isinstance(outcome.value, bool | np.bool_)
        if agreeing > most and (agreeing == len(good) or not weak):
            best, most = mistake.sentence, agreeing
    remark = exercise.remark([case for case, _ in good], [result.value for _, result in good])
    return best or remark


def _gives(mistake: object, case: Case, outcome: Outcome) -> bool:
    """Return whether a mistake makes the same of a case as a submission did."""
    assert callable(mistake)  # noqa: S101
    with np.errstate(all="ignore"):
        try:
            result = mistake(*case.arguments)
        except Exception as error:  # noqa: BLE001
            return outcome.error is not None and outcome.error.kind == type(error).__name__
    if outcome.error is not None:
        return False
    return _alike(outcome.value, result)


def _alike(got: object, result: object) -> bool:
    """Compare with a mistake's result, whose type may be a mistake as well."""
    if isinstance(got, np.ndarray) and isinstance(result, np.ndarray):
        same_kind = got.dtype.kind == result.dtype.kind and got.shape == result.shape
        return same_kind and bool(_close(got, result, _RTOL, _ATOL).all())
    return type(got) is type(result) and _equal_numbers(got, result)


def _without_repeats(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Tell each reason once: a learner mends one thing at a time."""
    told: set[str] = set()
    shortened = []
    for verdict in verdicts:
        message = verdict.message
        if verdict.status == "wrong":
            reason = wording.reason(message)
            if told and (not reason or reason in told):
                message = wording.AGAIN
            told.add(reason)
        shortened.append(Verdict(verdict.check, verdict.status, message))
    return tuple(shortened)
