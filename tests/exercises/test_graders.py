"""The graders themselves: what they accept, what they reject, and what they say about it."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from graders import e6_4f_find_the_bug, judging, running, wording
from graders.catalogue import EXERCISES
from graders.exercise import Check, Exercise

HERE = Path(__file__).parent
STUBS = HERE.parents[1] / "exercises"
SUBMISSIONS = HERE / "submissions"
SEEDS = 50
SEEDS_OF_WRONG = (0, 1, 2)
NAMED = {exercise.function: exercise for exercise in EXERCISES}


@dataclass(frozen=True)
class Submission:
    exercise: Exercise
    file: Path

    def __str__(self) -> str:
        return f"{self.exercise.function}/{self.file.stem}"

    def header(self, field: str) -> str:
        document = ast.get_docstring(ast.parse(self.file.read_text(encoding="utf-8"))) or ""
        found = re.search(rf"^{field}: (.+)$", document, re.MULTILINE)
        assert found, f"{self.file} has no line that starts with {field}:"
        return found[1]


def submissions(kind: str) -> list[Submission]:
    return [
        Submission(exercise, file)
        for exercise in EXERCISES
        for file in sorted((SUBMISSIONS / exercise.function / kind).glob("*.py"))
    ]


def checks_of(exercise: Exercise, seed: int) -> tuple[Check, ...]:
    return _checks(exercise.function, seed)


@cache
def _checks(function: str, seed: int) -> tuple[Check, ...]:
    return NAMED[function].checks(np.random.default_rng(seed))


def remembering(function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that computes nothing twice for the very same arguments."""
    known: dict[tuple[int, ...], tuple[object, object, Exception | None]] = {}

    def remembered(*arguments: object) -> object:
        key = tuple(map(id, arguments))
        if key not in known:
            try:
                known[key] = arguments, function(*arguments), None
            except Exception as raised:  # noqa: BLE001
                known[key] = arguments, None, raised
        _, result, error = known[key]
        if error:
            raise error
        return result

    return remembered


@cache
def quick(function: str) -> Exercise:
    """Return an exercise whose oracle and mistakes are computed once for each case."""
    exercise = NAMED[function]
    mistakes = tuple(replace(m, result=remembering(m.result)) for m in exercise.mistakes)
    return replace(exercise, oracle=remembering(exercise.oracle), mistakes=mistakes)


def grade(
    exercise: Exercise,
    file: Path,
    limit: float = 20.0,
    start: running.Start = running.start_process,
    seed: int = 0,
) -> judging.Grade:
    checks = checks_of(exercise, seed)
    run = running.run(file, exercise.function, judging.calls(checks), time_limit=limit, start=start)
    return judging.judge(quick(exercise.function), checks, run)


def all_messages(grade: judging.Grade) -> list[str]:
    return [verdict.message for verdict in grade.verdicts if verdict.status == "wrong"]


WRONG = submissions("wrong")
ACCEPTED = submissions("accepted")


@pytest.fixture(scope="module")
def wrong_grades(quick_start: running.Start) -> Callable[[Submission], list[judging.Grade]]:
    @cache
    def grades(submission: Submission) -> list[judging.Grade]:
        limit = 1.0 if "never ends" in submission.header("Diagnosis") else 20.0
        return [
            grade(submission.exercise, submission.file, limit, quick_start, seed)
            for seed in SEEDS_OF_WRONG
        ]

    return grades


@cache
def _many_checks(function: str) -> tuple[Check, ...]:
    return tuple(check for seed in range(SEEDS) for check in checks_of(NAMED[function], seed))


@pytest.mark.parametrize("submission", ACCEPTED, ids=str)
def test_a_right_answer_passes_however_it_is_written_and_whatever_is_drawn(
    submission: Submission, quick_start: running.Start
) -> None:
    exercise = submission.exercise
    checks = _many_checks(exercise.function)
    run = running.run(
        submission.file, exercise.function, judging.calls(checks), time_limit=60, start=quick_start
    )
    graded = judging.judge(quick(exercise.function), checks, run)
    assert not all_messages(graded)
    assert exercise.points == graded.points


@pytest.mark.parametrize("submission", WRONG, ids=str)
def test_a_wrong_answer_is_rejected_by_its_check_and_told_its_mistake(
    submission: Submission, wrong_grades: Callable[[Submission], list[judging.Grade]]
) -> None:
    diagnosis = submission.header("Diagnosis")
    for graded in wrong_grades(submission):
        failed = [verdict for verdict in graded.verdicts if verdict.status == "wrong"]
        assert graded.points == 0
        assert failed, "nothing was found wrong with it"
        assert submission.header("Caught by") == failed[0].check
        if diagnosis != "none":
            assert diagnosis in failed[0].message
        if diagnosis == "none" or diagnosis.startswith("The result is right"):
            assert wording.LIKELY not in failed[0].message


def test_nine_of_ten_wrong_answers_are_told_their_mistake() -> None:
    told = [submission for submission in WRONG if submission.header("Diagnosis") != "none"]
    assert len(WRONG) >= 200
    assert len(told) >= 0.9 * len(WRONG)


def test_every_check_is_needed_to_catch_some_wrong_answer() -> None:
    caught = {(s.exercise.function, s.header("Caught by")) for s in WRONG}
    checks = {(e.function, check.label) for e in EXERCISES for check in checks_of(e, 0)}
    assert checks == caught


def test_every_mistake_is_told_to_some_wrong_answer(
    wrong_grades: Callable[[Submission], list[judging.Grade]],
) -> None:
    told = "\n".join(
        m
        for submission in WRONG
        for graded in wrong_grades(submission)
        for m in all_messages(graded)
    )
    unheard = [m.sentence for e in EXERCISES for m in e.mistakes if m.sentence not in told]
    assert not unheard


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.function)
def test_there_are_enough_answers(exercise: Exercise) -> None:
    accepted, wrong = (2, 5) if exercise.by_hand else (3, 8)
    assert sum(s.exercise is exercise for s in ACCEPTED) >= accepted
    assert sum(s.exercise is exercise for s in WRONG) >= wrong


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.function)
def test_the_cases_of_a_check_go_from_small_to_large(exercise: Exercise) -> None:
    for check in checks_of(exercise, 0):
        first, *rest = [
            sum(a.size for a in case.arguments if isinstance(a, np.ndarray))
            for case in check.cases
            if not case.refused
        ] or [0]
        assert all(first <= size for size in rest), check.label


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.function)
def test_a_stub_is_not_started(exercise: Exercise, quick_start: running.Start) -> None:
    graded = grade(exercise, STUBS / exercise.file, start=quick_start)
    assert {verdict.status for verdict in graded.verdicts} == {"not started"}
    assert "# TODO" in (STUBS / exercise.file).read_text(encoding="utf-8")


def test_every_stub_belongs_to_an_exercise() -> None:
    assert sorted(e.file for e in EXERCISES) == sorted(p.name for p in STUBS.glob("e[6_]*.py"))


def _signature(file: Path, function: str) -> Iterator[tuple[list[str], int]]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            yield [argument.arg for argument in node.args.args], len(node.args.defaults)


@pytest.mark.parametrize("submission", [*ACCEPTED, *WRONG], ids=str)
def test_stub_answer_and_grader_have_equal_signatures(submission: Submission) -> None:
    exercise = submission.exercise
    stub = list(_signature(STUBS / exercise.file, exercise.function))
    assert [([*exercise.parameters], 0)] == stub
    assert stub == list(_signature(submission.file, exercise.function))


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.function)
def test_the_worked_value_of_a_stub_is_right(exercise: Exercise, tmp_path: Path) -> None:
    accepted = next(s for s in ACCEPTED if s.exercise is exercise)
    docstring = ast.get_docstring(_function(STUBS / exercise.file, exercise.function))
    file = tmp_path / "worked.py"
    answer = accepted.file.read_text(encoding="utf-8")
    file.write_text(
        f"{answer}\n\nimport numpy as np\n__test__ = {{'it': {docstring!r}}}\n", "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "doctest", str(file)], capture_output=True, text=True, check=False
    )
    assert not done.stdout


def _function(file: Path, name: str) -> ast.FunctionDef:
    body = ast.parse(file.read_text(encoding="utf-8")).body
    return next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == name)


def test_graders_know_nothing_of_the_library() -> None:
    for file in (STUBS / "graders").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not any(name.startswith("attention_course") for name in names), file.name


def test_the_stub_prints_the_masks_whose_faults_are_asked_for() -> None:
    stub = (STUBS / "e6_4f_find_the_bug.py").read_text(encoding="utf-8")
    for table in e6_4f_find_the_bug.PRINTED.values():
        assert table.strip("\n").rstrip() in stub
