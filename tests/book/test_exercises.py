"""Every task stands in the book: on its section's page and on the page of all exercises."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from sphinx.errors import SphinxError

from _ext.exercises import label, statement_and_reasoning
from graders.catalogue import EXERCISES
from graders.exercise import Exercise

ROOT = Path(__file__).parents[2]
TASKS = ROOT / "docs" / "_tasks"
ANSWERS = sorted((ROOT / "tests" / "exercises" / "submissions").rglob("*.py"))


def words(text: str) -> str:
    return " ".join(re.sub(r"[`*]", "", text).replace("’", "'").split())


def page(book: Path, name: str) -> Tag:
    found = BeautifulSoup((book / "attention" / name).read_text(encoding="utf-8"), "html.parser")
    article = found.find("article")
    assert isinstance(article, Tag)
    return article


def boxes(article: Tag) -> dict[str, Tag]:
    found = article.select(".admonition.exercise")
    titles = [str(box.select_one(".admonition-title").get_text()) for box in found]  # type: ignore[union-attr]
    assert len(titles) == len(set(titles))
    return dict(zip(titles, found, strict=True))


def pages_of(book: Path, exercise: Exercise) -> list[Tag]:
    sections = sorted((book / "attention").glob(f"{exercise.section.replace('.', '-')}-*.html"))
    return [page(book, path.name) for path in [*sections, book / "attention" / "exercises.html"]]


@pytest.mark.book
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.number)
def test_a_task_is_told_hinted_at_and_reasoned_wherever_it_stands(
    book: Path, exercise: Exercise
) -> None:
    pages = pages_of(book, exercise)
    assert len(pages) == (1 if exercise.section == "beyond" else 2)
    for article in pages:
        box = boxes(article)[f"{exercise.number} {exercise.title}"]
        said = words(box.get_text())
        assert (
            f"{exercise.function} in exercises/{exercise.file}, {exercise.points} points." in said
        )
        hint, reasoning = box.find_all("details")
        assert not hint.has_attr("open")
        assert not reasoning.has_attr("open")
        assert f"Hint {words(exercise.hint)}" == words(hint.get_text(" "))
        assert words(reasoning.get_text(" ")).startswith("How a solution is reasoned")
        assert len(reasoning.find_all("p")) >= 1


@pytest.mark.book
def test_the_page_lists_all_tasks_and_adds_their_points_up(book: Path) -> None:
    article = page(book, "exercises.html")
    rows = [[cell.get_text() for cell in row.find_all("td")] for row in article.select("tbody tr")]
    wanted = [[e.number, e.title, str(e.points)] for e in EXERCISES]
    assert wanted == rows
    links = [str(a["href"]) for a in article.select("tbody a")]
    assert [f"#{label(e)}" for e in EXERCISES] == links
    assert all(article.find(id=link[1:]) for link in links)
    total = sum(e.points for e in EXERCISES)
    assert f"{len(EXERCISES)} tasks, worth {total} points" in words(article.get_text())


@pytest.mark.book
def test_no_answer_reaches_the_book(book: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in book.rglob("*.html")]
    text = " ".join(
        " ".join(BeautifulSoup(html, "html.parser").get_text().split()) for html in pages
    )
    assert len(ANSWERS) > 200
    for file in ANSWERS:
        body = file.read_text(encoding="utf-8").partition("\ndef ")[2].splitlines()[1:]
        lines = [" ".join(line.split()) for line in body if line.strip()]
        for start in range(len(lines) - 2):
            run = " ".join(lines[start : start + 3])
            assert run not in text, f"{file.name}: {run}"


def test_every_text_belongs_to_a_task() -> None:
    wanted = {f"{exercise.number.replace('.', '-')}.md" for exercise in EXERCISES}
    assert wanted == {path.name for path in TASKS.iterdir()}


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.number)
def test_a_hint_is_no_formula_and_a_text_shows_no_code(exercise: Exercise) -> None:
    assert "$" not in exercise.hint
    assert "\\" not in exercise.hint
    parts = statement_and_reasoning(TASKS / f"{exercise.number.replace('.', '-')}.md")
    for text in parts:
        assert not re.search(r"^(```|~~~|    |#|:::)", text, re.MULTILINE)
        assert max(map(len, text.splitlines())) <= 115


@pytest.mark.parametrize("text", ["one part only", "one\n+++\ntwo\n+++\nthree", "\n+++\nreasoning"])
def test_a_text_without_its_two_parts_stops_the_build(tmp_path: Path, text: str) -> None:
    file = tmp_path / "6-2a.md"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SphinxError, match="expected two parts"):
        statement_and_reasoning(file)


def test_a_task_without_a_text_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(SphinxError, match=r"6-9a\.md: the text of this task is missing"):
        statement_and_reasoning(tmp_path / "6-9a.md")
