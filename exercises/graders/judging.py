"""Judge what a submission gave back, and which mistake would explain it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from graders import comparing, wording
from graders.exercise import Arguments, Case, Check, Exercise, Mistake
from graders.running import Outcome, Run

Status: TypeAlias = Literal["right", "wrong", "not started"]


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
    if run.ending in {"no file", "untouched"} or _not_started(run):
        verdicts = [Verdict(check.label, "not started") for check in checks]
        return Grade(exercise, tuple(verdicts))
    if run.refused or not run.loaded or run.ending == "no function":
        message = wording.nothing_to_call(exercise, run)
        verdicts = [Verdict(check.label, "wrong", message) for check in checks]
        return Grade(exercise, _without_repeats(exercise, verdicts))

    cases = [case for check in checks for case in check.cases]
    verdicts, start = [], 0
    for check in checks:
        end = start + len(check.cases)
        verdicts.append(_verdict(exercise, check, run, cases, range(start, end)))
        start = end
    right = all(verdict.status == "right" for verdict in verdicts)
    notes = wording.notes(exercise, run.outcomes, warnings=right)
    return Grade(exercise, _without_repeats(exercise, verdicts), notes)


def _not_started(run: Run) -> bool:
    unwritten = [
        outcome.error is not None and outcome.error.kind == "NotImplementedError"
        for outcome in run.outcomes
    ]
    return run.ending == "finished" and not run.refused and all(unwritten)


def _verdict(
    exercise: Exercise, check: Check, run: Run, cases: Sequence[Case], places: range
) -> Verdict:
    outcomes = given = run.outcomes
    if check.part:
        exercise = _entry(exercise, check)
        outcomes = tuple(_entry_of(outcome, check.part) for outcome in given)
    for place in places:
        case = cases[place]
        if place > len(outcomes):
            text = "Not tried: the run ended at an earlier input."
            return Verdict(check.label, "wrong", text)
        if place == len(outcomes):
            return Verdict(check.label, "wrong", wording.cut_off(exercise, case, run))
        outcome = outcomes[place]
        message = _entry_fault(given[place], check.part) if check.part else ""
        message = message or _fault(exercise, check, case, outcome)
        if message:
            mates = range(place, min(places.stop, len(outcomes)))
            likely = _likely_mistake(exercise, place, mates, cases, outcomes)
            if likely and outcome.error:
                likely = wording.beside_an_error(likely)
            text = wording.whole(exercise, case, message, likely, check.part)
            return Verdict(check.label, "wrong", text)
    if check.together:
        shown = outcomes[places.start : places.stop]
        arguments = [case.arguments for case in check.cases]
        finding = check.together(arguments, [outcome.value for outcome in shown])
        if finding:
            text = wording.whole(
                exercise, check.cases[0], wording.taken_together(finding), finding.likely
            )
            return Verdict(check.label, "wrong", text)
    return Verdict(check.label, "right")


def _entry(exercise: Exercise, check: Check) -> Exercise:
    """Return the exercise as if its result were one entry of the dictionary that it is."""
    part = check.part
    mistaken = [(m.sentence, m.result(*check.cases[0].arguments)) for m in exercise.mistakes]
    mistakes = tuple(
        Mistake(sentence, lambda *_, result=result[part]: result)
        for sentence, result in mistaken
        if isinstance(result, dict) and part in result
    )
    right = exercise.oracle(*check.cases[0].arguments)
    assert isinstance(right, dict)  # noqa: S101
    return replace(exercise, oracle=lambda *_: right[part], mistakes=mistakes)


def _entry_of(outcome: Outcome, part: str) -> Outcome:
    if not isinstance(outcome.value, dict):
        return outcome
    return replace(outcome, value=outcome.value.get(part))


def _entry_fault(outcome: Outcome, part: str) -> str:
    """Return what keeps an entry from being looked at, "" if nothing does."""
    if outcome.error is not None:
        return ""
    if not isinstance(outcome.value, dict):
        return wording.of_wrong_kind(outcome, wording.wrong_type(outcome.value, "a dictionary"))
    return wording.not_filled_in(part) if wording.is_empty(outcome.value.get(part)) else ""


def _fault(exercise: Exercise, check: Check, case: Case, outcome: Outcome) -> str:
    """Return what is wrong with one outcome, "" if nothing is."""
    if case.refused:
        if outcome.error is None:
            return wording.accepted_bad_input(case, outcome)
        return (
            "" if outcome.error.refusal else wording.raised_instead(exercise, case, outcome.error)
        )
    if outcome.error is not None:
        return wording.raised(exercise, outcome.error)
    expected = exercise.oracle(*case.arguments)
    if check.together:
        fault = comparing.structural_fault(outcome.value, expected)
        return wording.of_wrong_kind(outcome, fault) if fault else ""
    found = comparing.fault(exercise, outcome.value, expected)
    if found is not None:
        number = comparing.first_wrong(exercise, outcome.value, expected)
        return wording.differs(exercise, outcome, expected, found, number)
    if outcome.changed:
        return wording.changed_input(exercise, outcome)
    return ""


def _likely_mistake(
    exercise: Exercise,
    place: int,
    mates: range,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome],
) -> str:
    """Return the sentence of the mistake that explains a result, "" if none does.

    It has to give this result, and those of all mates, the later ones of the same check, that are
    wrong as well: one result in common may be chance. And unless it is made in part, it has to
    give what is right wherever the submission does.
    """
    shown, outcome = cases[place], outcomes[place]
    if shown.refused or _right(exercise, shown, outcome):
        return ""  # No mistake explains a right result.
    good = [
        (number, case, result, _right(exercise, case, result))
        for number, (case, result) in enumerate(zip(cases, outcomes, strict=False))
        if not case.refused
    ]
    best, most = "", -1
    for mistake in exercise.mistakes:
        gives = [_gives(exercise, mistake, case, result) for _, case, result, _ in good]
        if not all(
            given
            for (number, _, _, right), given in zip(good, gives, strict=True)
            if (not mistake.in_part if right else number in mates)
        ):
            continue
        # An exception or a truth value in common means little by itself.
        weak = outcome.error is not None or isinstance(outcome.value, bool | np.bool_)
        if sum(gives) > most and (all(gives) or not weak):
            best, most = mistake.sentence, sum(gives)
    returned = [result.value for _, _, result, _ in good]
    return best or exercise.remark([case for _, case, _, _ in good], returned)


def _right(exercise: Exercise, case: Case, outcome: Outcome) -> bool:
    if outcome.error is not None:
        return False
    return comparing.fault(exercise, outcome.value, exercise.oracle(*case.arguments)) is None


def _gives(exercise: Exercise, mistake: Mistake, case: Case, outcome: Outcome) -> bool:
    """Return whether a mistake makes the same of a case as a submission did."""
    with np.errstate(all="ignore"):
        try:
            result = mistake.result(*case.arguments)
        except Exception as error:  # noqa: BLE001
            return outcome.error is not None and outcome.error.kind == type(error).__name__
    if outcome.error is not None:
        return False
    return comparing.alike(exercise, outcome.value, result)


def _without_repeats(exercise: Exercise, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Tell each reason once: a learner mends one thing at a time.

    Numbers worked out by hand don't mend each other, so only what is the same is left out there.
    """
    told: set[str] = set()
    shortened = []
    for verdict in verdicts:
        message = verdict.message
        if verdict.status == "wrong":
            reason = wording.reason(message)
            if told and (reason in told or not (reason or exercise.by_hand)):
                message = wording.AGAIN
            told.add(reason)
        shortened.append(Verdict(verdict.check, verdict.status, message))
    return tuple(shortened)
