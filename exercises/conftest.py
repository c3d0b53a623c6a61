"""How pytest grades the exercises: options, one run for each exercise, and the scoreboard."""

from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from graders import judging, reporting, running, watching
from graders.catalogue import EXERCISES
from graders.exercise import Check, Exercise

HERE = Path(__file__).parent
GRADES = pytest.StashKey[dict[str, judging.Grade]]()
CHECKS = pytest.StashKey[dict[str, tuple[Check, ...]]]()

collect_ignore_glob = ["e[6_]*.py", "graders/*"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the exercises."""
    group = parser.getgroup("exercises")
    with suppress(ValueError):  # Read again from a copy of this folder, they are there already.
        _add_options(group.addoption)


def _add_options(add: Callable[..., None]) -> None:
    add("--hint", action="store_true", help="show a hint for what is begun, or else comes next")
    add("--watch", action="store_true", help="grade each exercise as soon as its file is saved")
    add("--submission", type=Path, default=HERE, metavar="DIR", help="grade another folder's files")
    add("--results", type=Path, metavar="PATH", help="write the results as Gradescope reads them")
    add("--time-limit", type=float, default=10.0, metavar="S", help="seconds for an exercise (10)")
    add("--seed", type=int, help="draw an earlier run's inputs again (each run draws new ones)")


def pytest_configure(config: pytest.Config) -> None:
    """Check the options, and draw the inputs of this run."""
    for option in ("--submission", "--results"):
        if option in config.invocation_params.args:
            raise pytest.UsageError(f"{option}: write it with an equals sign, as {option}=…")
    submission, results = config.getoption("submission"), config.getoption("results")
    if not submission.is_dir():
        raise pytest.UsageError(f"--submission: there is no folder {submission}")
    if results and not results.resolve().parent.is_dir():
        raise pytest.UsageError(f"--results: there is no folder {results.resolve().parent}")
    if not config.getoption("time_limit") > 0:
        raise pytest.UsageError("--time-limit: expected a number of seconds above 0")
    seed = config.getoption("seed")
    if seed is None:
        seed = int(np.random.default_rng().integers(1_000_000))
        config.option.seed = seed
    if seed < 0:
        raise pytest.UsageError(f"--seed: got {seed}; expected 0 or more")
    config.stash[GRADES] = {}
    config.stash[CHECKS] = {
        exercise.number: exercise.checks(np.random.default_rng([seed, place]))
        for place, exercise in enumerate(EXERCISES)
    }


def pytest_cmdline_main(config: pytest.Config) -> pytest.ExitCode | None:
    """Watch the folder instead of grading it, if that is asked for."""
    if not config.getoption("watch"):
        return None
    if not find_spec("watchfiles"):
        raise pytest.UsageError("--watch needs a package: python -m pip install watchfiles")
    from watchfiles import watch  # noqa: PLC0415

    submission = config.getoption("submission").resolve()
    options = [f"--submission={submission}", f"--time-limit={config.getoption('time_limit')}"]
    options += ["--hint"] if config.getoption("hint") else []
    with suppress(KeyboardInterrupt):
        watching.watch(submission, options, lambda folder: watch(folder, recursive=False))
    return pytest.ExitCode.OK


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of each check."""
    if {"exercise", "place"} <= set(metafunc.fixturenames):
        checks = metafunc.config.stash[CHECKS]
        metafunc.parametrize(
            ("exercise", "place"),
            [
                pytest.param(
                    exercise, place, id=f"{exercise.number} {exercise.function}: {check.label}"
                )
                for exercise in EXERCISES
                for place, check in enumerate(checks[exercise.number])
            ],
        )


@pytest.fixture
def verdict(request: pytest.FixtureRequest, exercise: Exercise, place: int) -> judging.Verdict:
    """Return the verdict of one check; the first of an exercise runs the submission."""
    config = request.config
    grades = config.stash[GRADES]
    if exercise.number not in grades:
        checks = config.stash[CHECKS][exercise.number]
        run = running.run(
            config.getoption("submission") / exercise.file,
            exercise.function,
            judging.calls(checks),
            time_limit=config.getoption("time_limit"),
        )
        grades[exercise.number] = judging.judge(exercise, checks, run)
    return grades[exercise.number].verdicts[place]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Show an exercise's number, name and check instead of the test function's name."""
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        item.name = item.callspec.id


def _graded(config: pytest.Config) -> list[judging.Grade]:
    grades = config.stash[GRADES]
    return [grades[exercise.number] for exercise in EXERCISES if exercise.number in grades]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print hints, the scoreboard and what comes next, and write the results."""
    grades, folder = _graded(config), config.getoption("submission")
    strangers = reporting.strangers(folder)
    if config.getoption("results"):
        reporting.write_gradescope(config.getoption("results"), grades, strangers)
    if not grades:
        return
    write = terminalreporter.write_line
    if config.getoption("hint"):
        terminalreporter.section("hints")
        for hint in reporting.hints(grades):
            write(hint)
    terminalreporter.section("scoreboard")
    for line in reporting.scoreboard(grades):
        write(line)
    for note in (note for grade in grades for note in grade.notes):
        write(f"By the way, {note}")
    for note in strangers:
        write(f"By the way, {note}")
    write(reporting.next_step(grades, folder))
    if any(grade.started and not grade.points for grade in grades):
        seed = config.getoption("seed")
        write(f"Each run draws new inputs. These come again with --seed {seed}")
