"""How pytest grades the exercises: options, one run for each exercise, and the scoreboard."""

from pathlib import Path

import numpy as np
import pytest

from graders import judging, running
from graders.catalogue import EXERCISES
from graders.exercise import Check, Exercise

HERE = Path(__file__).parent
GRADES = pytest.StashKey[dict[str, judging.Grade]]()
CHECKS = pytest.StashKey[dict[str, tuple[Check, ...]]]()

collect_ignore_glob = ["e6_*.py", "graders/*"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the exercises."""
    group = parser.getgroup("exercises")
    group.addoption(
        "--submission",
        type=Path,
        default=HERE,
        metavar="DIR",
        help="grade the files in another folder",
    )
    group.addoption(
        "--time-limit",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="how long one exercise may take (10)",
    )
    group.addoption(
        "--seed",
        type=int,
        default=None,
        help="draw the random inputs of an earlier run again (each run draws new ones)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Draw the inputs of this run."""
    seed = config.getoption("seed")
    if seed is None:
        seed = int(np.random.default_rng().integers(1_000_000))
        config.option.seed = seed
    config.stash[GRADES] = {}
    config.stash[CHECKS] = {
        exercise.function: exercise.checks(np.random.default_rng([seed, place]))
        for place, exercise in enumerate(EXERCISES)
    }


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of each check."""
    if {"exercise", "place"} <= set(metafunc.fixturenames):
        checks = metafunc.config.stash[CHECKS]
        metafunc.parametrize(
            ("exercise", "place"),
            [
                pytest.param(
                    exercise, place, id=f"{exercise.section} {exercise.function}: {check.label}"
                )
                for exercise in EXERCISES
                for place, check in enumerate(checks[exercise.function])
            ],
        )


@pytest.fixture
def verdict(request: pytest.FixtureRequest, exercise: Exercise, place: int) -> judging.Verdict:
    """Return the verdict of one check; the first of an exercise runs the submission."""
    config = request.config
    grades = config.stash[GRADES]
    if exercise.function not in grades:
        checks = config.stash[CHECKS][exercise.function]
        run = running.run(
            config.getoption("submission") / exercise.file,
            exercise.function,
            judging.calls(checks),
            time_limit=config.getoption("time_limit"),
        )
        grades[exercise.function] = judging.judge(exercise, checks, run)
    return grades[exercise.function].verdicts[place]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Show an exercise's section, name and check instead of the test function's name."""
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        item.name = item.callspec.id


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the scoreboard."""
    grades = [
        config.stash[GRADES][exercise.function]
        for exercise in EXERCISES
        if exercise.function in config.stash[GRADES]
    ]
    if not grades:
        return
    terminalreporter.section("scoreboard")
    for grade in grades:
        terminalreporter.write_line(_line(grade))
    points = sum(grade.points for grade in grades)
    most = sum(grade.exercise.points for grade in grades)
    terminalreporter.write_line(f"{'':<34}{points:>2} of {most:>2}  points")
    for note in (note for grade in grades for note in grade.notes):
        terminalreporter.write_line(f"By the way, {note}")
    terminalreporter.write_line(_next(grades, config.getoption("submission")))
    if any(grade.started and grade.points == 0 for grade in grades):
        seed = config.getoption("seed")
        terminalreporter.write_line(
            f"Each run draws new inputs. These come again with --seed {seed}"
        )


def _line(grade: judging.Grade) -> str:
    exercise = grade.exercise
    if not grade.started:
        state = "not started"
    elif grade.points:
        state = "done"
    else:
        state = f"{grade.passed} of {len(grade.verdicts)} checks pass"
    head = f"{exercise.section}  {exercise.function}"
    return f"{head:<34}{grade.points:>2} of {exercise.points:>2}  {state}"


def _next(grades: list[judging.Grade], folder: Path) -> str:
    begun = [grade for grade in grades if grade.started and not grade.points]
    left = begun or [grade for grade in grades if not grade.started]
    if not left:
        return "Well done: all of it is right."
    exercise = left[0].exercise
    path = folder / exercise.file
    try:
        path = path.resolve().relative_to(Path.cwd())
    except ValueError:
        path = path.resolve()
    do = "mend" if begun else "open"
    return f"Next: {do} {path}  (it alone: add -k {exercise.section})"
