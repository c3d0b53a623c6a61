"""Put grades together: the scoreboard, hints, and the file that Gradescope reads."""

import json
import os
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graders.catalogue import EXERCISES, SECTIONS
from graders.exercise import Exercise
from graders.judging import Grade

_WIDTH = 80


def scoreboard(grades: Sequence[Grade]) -> list[str]:
    """Return a line for each section and, below it, one for each of its exercises."""
    lines, shown = [], 0
    for section, title in SECTIONS.items():
        found = [grade for grade in grades if grade.exercise.section == section]
        if found:
            lines += [_row(f"{section}  {title}", found), *map(_line, found)]
            shown += 1
    return lines if shown == 1 else [*lines, _row("all together", grades)]


def next_step(grades: Sequence[Grade], folder: Path) -> str:
    """Return what to do next: mend what is begun, otherwise begin the first that is not."""
    grade = _next(grades)
    if grade is None:
        return "Well done: all of it is right."
    number = grade.exercise.number
    do = "mend" if grade.started else "open"
    path = _shown(folder / grade.exercise.file)
    return f"Next: {do} {path}\n      (it alone: add -k {number}; a hint: add --hint)"


def hints(grades: Sequence[Grade]) -> list[str]:
    """Return the hints of all exercises that are begun, of the next one if none is."""
    begun = [grade for grade in grades if grade.started and not grade.points]
    left = begun or [grade for grade in [_next(grades)] if grade]
    return [hint(grade.exercise) for grade in left]


def hint(exercise: Exercise) -> str:
    """Return an exercise's hint, folded to the width of a terminal."""
    text = textwrap.fill(exercise.hint, _WIDTH - 4)
    return f"{exercise.number} {exercise.function}\n" + textwrap.indent(text, "    ")


def strangers(folder: Path) -> list[str]:
    """Return a sentence for each file that looks like an answer and is none, for its name."""
    known = {exercise.file for exercise in EXERCISES}
    return [
        f"{file.name} is not graded: no exercise has a file of this name."
        for file in sorted(folder.glob("e[6_]*.py"))
        if file.name not in known
    ]


def gradescope(grades: Sequence[Grade], remarks: Sequence[str] = ()) -> dict[str, Any]:
    """Return the results as Gradescope reads them from results.json.

    Parameters
    ----------
    grades
        One for each exercise that was graded.
    remarks
        What is to be said about the submission as a whole.

    Returns
    -------
    dict
        score, output and tests, one for each exercise.
    """
    tests = []
    for grade in grades:
        exercise = grade.exercise
        wrong = [verdict for verdict in grade.verdicts if verdict.status == "wrong"]
        said = f"{wrong[0].check}\n\n{wrong[0].message}" if wrong else ""
        tests.append(
            {
                "name": f"{exercise.number} {exercise.function}: {exercise.title}",
                "number": exercise.number,
                "score": grade.points,
                "max_score": exercise.points,
                "status": "passed" if grade.points else "failed",
                "output": "\n\n".join(filter(None, [f"{_state(grade)}.", said, *grade.notes])),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    return {
        "score": sum(grade.points for grade in grades),
        "output": "\n".join(remarks),
        "output_format": "text",
        "tests": tests,
    }


def write_gradescope(path: Path, grades: Sequence[Grade], remarks: Sequence[str] = ()) -> None:
    """Write `gradescope` to a file, all of it or nothing."""
    beginning = path.with_name(f".{path.name}.{os.getpid()}")
    text = json.dumps(gradescope(grades, remarks), indent=2, ensure_ascii=False)
    beginning.write_text(text + "\n", encoding="utf-8")
    beginning.replace(path)


def _next(grades: Sequence[Grade]) -> Grade | None:
    left = [grade for grade in grades if not grade.points]
    return next((grade for grade in left if grade.started), left[0] if left else None)


def _row(title: str, grades: Sequence[Grade]) -> str:
    points = sum(grade.points for grade in grades)
    most = sum(grade.exercise.points for grade in grades)
    return f"{title:<54}{points:>3} of {most:>3} points"


def _line(grade: Grade) -> str:
    exercise = grade.exercise
    head = f"    {exercise.number}  {exercise.function}"
    return f"{head:<45}{grade.points:>2} of {exercise.points}  {_state(grade)}"


def _state(grade: Grade) -> str:
    if not grade.started:
        return "not started"
    return "done" if grade.points else f"{grade.passed} of {len(grade.verdicts)} checks pass"


def _shown(path: Path) -> Path:
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path.resolve()
