"""The directives ``{exercises} 6.2``, all tasks of a section, and ``{exercise-table}``, a list.

Number, title, points, file and hint come from the graders' catalogue. What is to be done, and how
a solution is reasoned, stand in ``_tasks/6-2a.md``, parted by a line ``+++``.
"""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective

from graders.catalogue import EXERCISES, SECTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from graders.exercise import Exercise

FOLDER = "_tasks"


def label(exercise: "Exercise") -> str:
    """Return the name by which pages refer to a task: ``exercise-6-2a``."""
    return f"exercise-{exercise.number.replace('.', '-')}"


def statement_and_reasoning(path: Path) -> tuple[str, str]:
    """Return the two parts of a task's text.

    Parameters
    ----------
    path
        The file, parted once by a line ``+++``.

    Returns
    -------
    tuple of str
        What is to be done, and how a solution is reasoned.

    Raises
    ------
    SphinxError
        If there is no such file, or not exactly two parts.
    """
    if not path.is_file():
        raise SphinxError(f"{path.name}: the text of this task is missing in {FOLDER}")
    parts = [part.strip() for part in path.read_text(encoding="utf-8").split("\n+++\n")]
    if len(parts) != 2 or not all(parts):  # noqa: PLR2004
        raise SphinxError(f"{path.name}: expected two parts, parted by one line +++")
    return parts[0], parts[1]


class Exercises(SphinxDirective):
    """Shows the tasks of a section; ``:labelled:`` makes them what references lead to."""

    required_arguments = 1
    option_spec: ClassVar["dict[str, Callable[[str], object]]"] = {"labelled": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return a box for each task.

        Raises
        ------
        SphinxError
            If there is no such section, or a task's text is missing.
        """
        section = self.arguments[0]
        if section not in SECTIONS:
            raise SphinxError(f"exercises: got {section}; expected one of {', '.join(SECTIONS)}")
        return [self._box(e) for e in EXERCISES if e.section == section]

    def _box(self, exercise: "Exercise") -> nodes.Element:
        path = Path(self.env.srcdir, FOLDER, f"{exercise.number.replace('.', '-')}.md")
        self.env.note_dependency(str(path))
        statement, reasoning = statement_and_reasoning(path)
        heading = f"{exercise.number} {exercise.title}"
        box = nodes.admonition(classes=["exercise"])
        box += nodes.title(heading, heading)
        where = f"`{exercise.function}` in `exercises/{exercise.file}`, {exercise.points} points."
        line = nodes.container(classes=["where"])
        self._parse(where, path, line)
        box += line
        self._parse(statement, path, box)
        self._fold("Hint", exercise.hint, path, box)
        self._fold("How a solution is reasoned", reasoning, path, box)
        if "labelled" in self.options:
            name = label(exercise)
            box["ids"].append(name)
            domain = self.env.domains.standard_domain
            domain.labels[name] = self.env.docname, name, heading
            domain.anonlabels[name] = self.env.docname, name
        return box

    def _fold(self, summary: str, text: str, path: Path, box: nodes.Element) -> None:
        opening = f"<details><summary>{summary}</summary>"
        box += nodes.raw("", opening, format="html")
        self._parse(text, path, box)
        box += nodes.raw("", "</details>", format="html")

    def _parse(self, text: str, path: Path, parent: nodes.Element) -> None:
        self.state.nested_parse(StringList(text.splitlines(), source=str(path)), 0, parent)


class ExerciseTable(SphinxDirective):
    """Lists all tasks, with their points and a link to each, and adds the points up."""

    def run(self) -> list[nodes.Node]:
        """Return the table and a sentence."""
        rows = [f"| {e.number} | {{ref}}`{e.title} <{label(e)}>` | {e.points} |" for e in EXERCISES]
        total = sum(exercise.points for exercise in EXERCISES)
        sentence = f"These are {len(EXERCISES)} tasks, worth {total} points."
        text = ["| number | task | points |", "|---|---|--:|", *rows, "", sentence]
        found = nodes.Element()
        self.state.nested_parse(StringList(text, source="exercises"), 0, found)
        return found.children


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the directives."""
    app.add_directive("exercises", Exercises)
    app.add_directive("exercise-table", ExerciseTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
