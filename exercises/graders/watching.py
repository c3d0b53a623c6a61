"""Grade each exercise as soon as its file is saved."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from graders.catalogue import EXERCISES

HOME = Path(__file__).parents[1]


def saved(changes: Iterable[tuple[object, str]]) -> list[str]:
    """Return the numbers of the exercises whose files are there, and were changed."""
    names = {Path(path).name for _, path in changes if Path(path).is_file()}
    return [exercise.number for exercise in EXERCISES if exercise.file in names]


def grade_alone(number: str, options: Sequence[str]) -> None:
    """Grade one exercise in a process of its own, which prints the verdict."""
    command = [sys.executable, "-m", "pytest", str(HOME), "-k", number, *options]
    subprocess.run(command, check=False)  # noqa: S603


def watch(
    folder: Path,
    options: Sequence[str],
    rounds: Callable[[Path], Iterator[Iterable[tuple[object, str]]]],
    grade: Callable[[str, Sequence[str]], None] = grade_alone,
) -> None:
    """Grade what is saved in a folder, round by round, until the rounds end.

    Parameters
    ----------
    folder
        Where the answers are.
    options
        What is passed on to each grading.
    rounds
        Waits for changes in a folder; gives each time what was changed, as `watchfiles.watch`.
    grade
        Grades the exercise of a number.
    """
    print(f"Save a file of {folder}, and it is graded. Ctrl-C ends this.", flush=True)
    for changes in rounds(folder):
        for number in saved(changes):
            print(f"\n{time.strftime('%H:%M:%S')}  {number} was saved.", flush=True)
            grade(number, options)
