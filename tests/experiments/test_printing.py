"""What an experiment prints reaches whoever still reads."""

import os
import sys

import pytest

from attention_course.experiments._printing import say


def test_text_is_printed_at_once_with_a_line_break(capsys: pytest.CaptureFixture[str]) -> None:
    say("one line")
    assert capsys.readouterr() == ("one line\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pipe that says it is closed")
def test_reader_who_has_gone_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    there, here = os.pipe()
    os.close(there)
    with os.fdopen(here, "w") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        say("to nobody")
        say("nor this")
        monkeypatch.undo()
