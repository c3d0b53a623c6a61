"""What a learner sees who types `python -m pytest exercises`."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from graders.catalogue import EXERCISES
from graders.exercise import Exercise

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATES = [
    ("attention_shapes", "accepted/unpacking", "2 of  2  done"),
    ("attention", "wrong/unscaled", "0 of  4  1 of 6 checks pass"),
    ("softmax_jacobian", "wrong/no_maximum", "0 of  3  3 of 4 checks pass"),
    ("causal_mask", "", "0 of  3  not started"),
    ("is_permutation_equivariant", "wrong/never_the_old_order", "0 of  4  5 of 7 checks pass"),
    ("multi_head", "accepted/einsum", "4 of  4  done"),
]


def grade(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "exercises", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    folder = tmp_path_factory.mktemp("answers")
    for exercise, (name, answer, _) in zip(EXERCISES, STATES, strict=True):
        if answer:
            file = HERE / "submissions" / name / f"{answer}.py"
            shutil.copy(file, folder / exercise.file)
    return grade(f"--submission={folder}", "--time-limit=3", "--seed=1")


@pytest.mark.parametrize(("function", "answer", "state"), STATES)
def test_the_scoreboard_has_a_line_for_each_exercise(
    graded: subprocess.CompletedProcess[str], function: str, answer: str, state: str
) -> None:
    line = next(line for line in graded.stdout.splitlines() if line[5:].startswith(function + " "))
    assert line.endswith(state), answer


def test_points_are_added_up(graded: subprocess.CompletedProcess[str]) -> None:
    assert " 6 of 20  points" in graded.stdout


def test_a_failure_shows_input_result_expectation_mistake_and_section(
    graded: subprocess.CompletedProcess[str],
) -> None:
    expected = """\
__________________________ 6.2 attention: one sequence __________________________
attention was called with
    query  with shape (2, 4)
        [[ 1.  2.  0.  1.]
         [ 0.  1. -1.  2.]]
    key  with shape (3, 4)
        [[ 1.  0.  2.  1.]
         [ 0.  2.  1.  0.]
         [-1.  0.  1.  2.]]
    value  with shape (3, 1)
        [[10.]
         [20.]
         [40.]]

What came out, shape (2, 1)
    [[19.6982]
     [36.4558]]

What should have come out, shape (2, 1)
    [[20.4926]
     [31.1682]]

Likely mistake: these are exactly the numbers you get without dividing the scores by √d_k.

To reread: section 6.2, “Scaled dot-product attention, by hand”.
"""
    assert expected.partition("\n")[2] in graded.stdout


def test_nothing_looks_like_a_traceback(graded: subprocess.CompletedProcess[str]) -> None:
    assert "Traceback" not in graded.stdout
    assert "Error" not in graded.stdout.replace("a ValueError", "")
    assert not graded.stderr


def test_failures_show_in_the_exit_code_and_the_next_step_is_named(
    graded: subprocess.CompletedProcess[str],
) -> None:
    assert graded.returncode == 1
    assert "e6_2_attention.py  (it alone: add -k 6.2)" in graded.stdout
    assert "These come again with --seed 1" in graded.stdout


def test_one_section_can_be_graded_alone_and_untouched_stubs_are_not_started() -> None:
    done = grade("-k", "6.4", "-rs")
    assert done.returncode == 0
    assert "0 of  3  not started" in done.stdout
    assert "not started: e6_4_causal_mask.py" in done.stdout
    assert "6.2" not in done.stdout


def test_the_tests_of_the_library_leave_the_exercises_alone() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["pytest"]["ini_options"]["testpaths"] == ["tests", "src"]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.function)
def test_book_and_readme_say_the_points_of_each_exercise(exercise: Exercise) -> None:
    page = (ROOT / "docs" / "attention" / "exercises.md").read_text(encoding="utf-8")
    readme = (ROOT / "exercises" / "README.md").read_text(encoding="utf-8")
    stub = (ROOT / "exercises" / exercise.file).read_text(encoding="utf-8")
    head = f"*`{exercise.function}` in `exercises/{exercise.file}`, {exercise.points} points."
    file = f"[{exercise.file}]({exercise.file})"
    row = f"| {exercise.section} | {file} | `{exercise.function}` | {exercise.points} |"
    assert f"(exercise-{exercise.section.replace('.', '-')})=" in page
    assert head in page
    assert row in readme
    assert f' {exercise.points} points."""' in stub.splitlines()[0]


def test_the_page_says_how_many_points_there_are() -> None:
    page = (ROOT / "docs" / "attention" / "exercises.md").read_text(encoding="utf-8")
    assert f"There are {sum(e.points for e in EXERCISES)} points to earn." in page
