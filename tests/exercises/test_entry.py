"""What a learner sees who types `python -m pytest exercises`."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from graders.catalogue import EXERCISES, SECTIONS
from graders.exercise import Exercise

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATES = [
    ("attention_shapes", "accepted/unpacking", "2 of 2  done"),
    ("attention", "wrong/unscaled", "0 of 4  1 of 6 checks pass"),
    ("softmax_jacobian", "wrong/no_maximum", "0 of 3  3 of 4 checks pass"),
    ("causal_mask", "", "0 of 3  not started"),
    ("multi_head", "accepted/einsum", "4 of 4  done"),
]
NAMED = {exercise.function: exercise for exercise in EXERCISES}


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
    (folder / "e6_2_attention.py").touch()
    for name, answer, _ in STATES:
        if answer:
            file = HERE / "submissions" / name / f"{answer}.py"
            shutil.copy(file, folder / NAMED[name].file)
    options = (f"--results={folder / 'results.json'}", f"--junitxml={folder / 'results.xml'}")
    return grade(f"--submission={folder}", "--time-limit=3", "--seed=1", "--hint", *options)


@pytest.mark.parametrize(("function", "answer", "state"), STATES)
def test_the_scoreboard_has_a_line_for_each_exercise(
    graded: subprocess.CompletedProcess[str], function: str, answer: str, state: str
) -> None:
    head = f"    {NAMED[function].number}  {function} "
    line = next(line for line in graded.stdout.splitlines() if line.startswith(head))
    assert line.endswith(state), answer


def test_points_are_added_up(graded: subprocess.CompletedProcess[str]) -> None:
    most = sum(exercise.points for exercise in EXERCISES)
    line = next(line for line in graded.stdout.splitlines() if line.startswith("all together"))
    assert line.split()[2:] == ["6", "of", str(most), "points"]


def test_hints_are_given_on_demand_for_what_is_begun(
    graded: subprocess.CompletedProcess[str],
) -> None:
    hints = graded.stdout.partition("= hints =")[2].partition("= scoreboard =")[0]
    assert " ".join(NAMED["attention"].hint.split()) in " ".join(hints.split())
    assert "causal_mask" not in hints


def test_a_file_with_another_name_is_pointed_out(graded: subprocess.CompletedProcess[str]) -> None:
    assert "By the way, e6_2_attention.py is not graded" in graded.stdout


def test_results_go_to_gradescope_and_to_junit_as_well(
    graded: subprocess.CompletedProcess[str],
) -> None:
    option = next(word for word in graded.args if word.startswith("--submission="))
    folder = Path(option.partition("=")[2])
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert results["score"] == 6
    assert len(results["tests"]) == len(EXERCISES)
    failed = next(t for t in results["tests"] if t["number"] == NAMED["attention"].number)
    assert "without dividing the scores by √d_k" in failed["output"]
    suite = ET.parse(folder / "results.xml").getroot()[0]  # noqa: S314
    cases = {case.get("name"): case for case in suite}
    failure = cases["test_exercise[6.2d attention: one sequence]"].find("failure")
    assert failure is not None
    assert "without dividing the scores by √d_k" in str(failure.text)
    assert (
        cases["test_exercise[6.4a causal_mask: one query, the newest token]"].find("skipped")
        is not None
    )


def test_a_failure_shows_input_result_expectation_mistake_and_section(
    graded: subprocess.CompletedProcess[str],
) -> None:
    expected = """\
__________________________ 6.2d attention: one sequence _________________________
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
    assert "e6_2d_attention.py\n      (it alone: add -k 6.2d; a hint: add --hint)" in graded.stdout
    assert "These come again with --seed 1" in graded.stdout


def test_one_section_can_be_graded_alone_and_untouched_stubs_are_not_started() -> None:
    done = grade("-k", "6.4", "-rs")
    assert done.returncode == 0
    assert "0 of 3  not started" in done.stdout
    assert "not started: e6_4a_causal_mask.py" in done.stdout
    assert "6.2" not in done.stdout


def test_a_number_chooses_its_exercises_and_no_others() -> None:
    listed = grade("--collect-only", "-v").stdout
    names = re.findall(r"<Function (.+)>", listed)
    assert {name.split()[0] for name in names} == {e.number for e in EXERCISES}
    for chosen in [*(e.number for e in EXERCISES), *SECTIONS]:
        # The option -k keeps what has the word in its name.
        found = {name.split()[0] for name in names if chosen in name.lower()}
        assert found == {e.number for e in EXERCISES if chosen in {e.number, e.section}}


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--submission=nowhere", "there is no folder nowhere"),
        ("--results=nowhere/results.json", "nowhere"),
        ("--time-limit=0", "expected a number of seconds above 0"),
        ("--seed=-1", "got -1; expected 0 or more"),
    ],
)
def test_an_option_that_cannot_be_followed_is_named(option: str, said: str) -> None:
    done = grade(option)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert option.partition("=")[0] in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_packages_hold_the_library_and_no_exercise() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    targets = settings["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"] == {"packages": ["src/attention_course"]}
    assert targets["sdist"] == {"include": ["src", "CHANGELOG.md"]}
    names = {file.name for file in (ROOT / "src").rglob("*.py")}
    assert not names & {exercise.file for exercise in EXERCISES}


def test_the_tests_of_the_library_leave_the_exercises_alone() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["pytest"]["ini_options"]["testpaths"] == ["tests", "src"]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.function)
def test_a_stub_says_its_number_and_points_and_no_more_than_its_task(exercise: Exercise) -> None:
    tree = ast.parse((ROOT / "exercises" / exercise.file).read_text(encoding="utf-8"))
    document = ast.get_docstring(tree) or ""
    assert document.startswith(f"Exercise {exercise.number}: ")
    assert document.endswith(f". {exercise.points} points.")
    *imports, function = tree.body[1:]
    assert all(isinstance(node, ast.Import | ast.ImportFrom) for node in imports)
    assert isinstance(function, ast.FunctionDef)
    assert function.name == exercise.function
    text, raised = function.body
    assert isinstance(text, ast.Expr)
    assert ast.unparse(raised) == "raise NotImplementedError"


def test_no_other_code_lies_among_the_stubs() -> None:
    stubs = {exercise.file for exercise in EXERCISES}
    files = {file.name for file in (ROOT / "exercises").glob("*.py")}
    assert files - stubs == {"conftest.py", "test_exercises.py"}


def test_numbers_names_and_titles_are_used_once() -> None:
    for of in ("number", "function", "title", "file"):
        found = [getattr(exercise, of) for exercise in EXERCISES]
        assert len(found) == len(set(found)), of
    assert [e.number for e in EXERCISES] == sorted(e.number for e in EXERCISES)
    assert {e.section for e in EXERCISES} == set(SECTIONS)


@pytest.fixture
def workflow() -> dict[str, Any]:
    readme = (ROOT / "exercises" / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```yaml\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert found
    read: dict[str, Any] = yaml.safe_load(found[1])
    return read


def test_the_workflow_for_classes_grades_as_it_stands(
    workflow: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "course").symlink_to(ROOT)
    answers = tmp_path / "submission" / "exercises"
    answers.mkdir(parents=True)
    shutil.copy(
        HERE / "submissions" / "causal_mask" / "wrong" / "top_left.py",
        answers / NAMED["causal_mask"].file,
    )
    steps = workflow["jobs"]["grade"]["steps"]
    places = [step.get("with", {}).get("path") for step in steps]
    assert places[:2] == ["submission", "course"]
    command = next(step["run"] for step in steps if step.get("name") == "Grade")
    done = subprocess.run(
        ["/bin/bash", "-c", command.replace("python", sys.executable, 1)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "counted from the top left corner" in done.stdout
    assert (tmp_path / "results.json").is_file()
    assert (tmp_path / "results.xml").is_file()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the whole folder, with a conftest that would give points for nothing."""
    folder = tmp_path / "copied"
    shutil.copytree(ROOT / "exercises", folder)
    with (folder / "conftest.py").open("a", encoding="utf-8") as file:
        file.write("\njudging.Grade.points = property(lambda self: self.exercise.points)\n")
    return folder


def test_what_pytest_would_read_in_a_submission_is_left_alone(copied: Path) -> None:
    done = grade(f"--submission={copied}", "-k", "6.4a")
    assert "0 of 3  not started" in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("option", ["--submission", "--results"])
def test_an_option_that_pytest_would_misread_is_refused(copied: Path, option: str) -> None:
    done = grade(option, str(copied), "-k", "6.4a")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"{option}: write it with an equals sign" in done.stderr
    assert "Traceback" not in done.stderr
