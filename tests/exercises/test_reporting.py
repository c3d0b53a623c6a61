"""The scoreboard, hints and results file, from grades made by hand."""

import json
from pathlib import Path

import pytest

from graders import reporting
from graders.catalogue import EXERCISES
from graders.judging import Grade, Verdict

FIRST, SECOND = EXERCISES[0], next(e for e in EXERCISES if e.section == "6.4")

DONE = Grade(FIRST, (Verdict("a", "right"), Verdict("b", "right")))
BEGUN = Grade(
    SECOND, (Verdict("c", "right"), Verdict("d", "wrong", "what is wrong")), ("it prints",)
)
UNTOUCHED = Grade(SECOND, (Verdict("c", "not started"),))


def test_the_scoreboard_adds_up_sections_and_all() -> None:
    lines = [" ".join(line.split()) for line in reporting.scoreboard([DONE, BEGUN])]
    one, two = FIRST.points, SECOND.points
    assert lines == [
        f"6.1 The question attention answers {one} of {one} points",
        f"{FIRST.number} {FIRST.function} {one} of {one} done",
        f"6.4 Masks 0 of {two} points",
        f"{SECOND.number} {SECOND.function} 0 of {two} 1 of 2 checks pass",
        f"all together {one} of {one + two} points",
    ]


def test_one_section_is_not_added_up_twice() -> None:
    assert len(reporting.scoreboard([BEGUN])) == 2


def test_what_is_begun_comes_before_what_is_not(tmp_path: Path) -> None:
    first_untouched = Grade(FIRST, (Verdict("a", "not started"),))
    said = reporting.next_step([first_untouched, BEGUN], tmp_path)
    assert said.startswith(f"Next: mend {tmp_path.resolve() / SECOND.file}")
    assert f"-k {SECOND.number}" in said


def test_what_is_not_begun_is_to_be_opened_and_what_is_right_needs_nothing(tmp_path: Path) -> None:
    assert "Next: open" in reporting.next_step([DONE, UNTOUCHED], tmp_path)
    assert reporting.next_step([DONE], tmp_path) == "Well done: all of it is right."


def test_the_hint_is_for_what_is_begun_or_else_for_what_comes_next() -> None:
    first_untouched = Grade(FIRST, (Verdict("a", "not started"),))
    (hint,) = reporting.hints([first_untouched, BEGUN])
    assert hint.split() == f"{SECOND.number} {SECOND.function} {SECOND.hint}".split()
    (hint,) = reporting.hints([first_untouched, UNTOUCHED])
    assert hint.startswith(FIRST.number)
    assert reporting.hints([DONE]) == []


def test_a_file_with_a_slip_in_its_name_is_pointed_out(tmp_path: Path) -> None:
    for name in (FIRST.file, "e6_2_attention.py", "helper.py"):
        (tmp_path / name).touch()
    (said,) = reporting.strangers(tmp_path)
    assert said.startswith("e6_2_attention.py is not graded")


def test_gradescope_reads_a_test_for_each_exercise(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    reporting.write_gradescope(path, [DONE, BEGUN, UNTOUCHED], ["a remark"])
    read = json.loads(path.read_text(encoding="utf-8"))
    assert read["score"] == FIRST.points
    assert read["output"] == "a remark"
    assert [test["status"] for test in read["tests"]] == ["passed", "failed", "failed"]
    assert [test["score"] for test in read["tests"]] == [FIRST.points, 0, 0]
    assert [test["max_score"] for test in read["tests"]] == [
        FIRST.points,
        SECOND.points,
        SECOND.points,
    ]
    assert [test["output"] for test in read["tests"]] == [
        "done.",
        "1 of 2 checks pass.\n\nd\n\nwhat is wrong\n\nit prints",
        "not started.",
    ]
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]


def test_results_that_cannot_be_written_leave_the_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.json"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object, **__: object) -> str:
        raise OSError("the disk is full")

    monkeypatch.setattr(json, "dumps", fail)
    with pytest.raises(OSError, match="full"):
        reporting.write_gradescope(path, [DONE])
    assert path.read_text(encoding="utf-8") == "old"
