"""Watching: what is saved is graded, once, and nothing else."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graders import watching
from graders.catalogue import EXERCISES

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
MASK = next(e for e in EXERCISES if e.function == "causal_mask")
WRONG = ROOT / "tests" / "exercises" / "submissions" / "causal_mask" / "wrong"


def test_a_saved_file_is_graded_and_others_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / MASK.file, tmp_path / "notes.txt"
    file.touch()
    other.touch()
    rounds = [[(1, str(other))], [(2, str(file)), (1, str(file))], [(3, str(tmp_path / "gone.py"))]]
    graded: list[tuple[str, Sequence[str]]] = []
    watching.watch(
        tmp_path,
        ["--hint"],
        lambda _folder: iter(rounds),
        lambda number, options: graded.append((number, options)),
    )
    assert graded == [(MASK.number, ["--hint"])]
    assert f"{MASK.number} was saved" in capsys.readouterr().out


def test_a_deleted_file_is_not_graded(tmp_path: Path) -> None:
    assert watching.saved([(3, str(tmp_path / MASK.file))]) == []


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt reaches all of the console there")
def test_a_learner_sees_the_verdict_after_saving_and_ends_it_with_an_interrupt(
    tmp_path: Path,
) -> None:
    said = tmp_path / "said"
    folder = tmp_path / "answers"
    folder.mkdir()
    with said.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "exercises", "--watch", f"--submission={folder}"],
            cwd=ROOT,
            stdout=output,
            stderr=output,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
        )
        try:
            wait_for("is graded", said, process)
            time.sleep(0.3)  # The watcher says so just before it looks.
            shutil.copy(WRONG / "top_left.py", folder / MASK.file)
            wait_for("checks pass", said, process)
            os.kill(process.pid, signal.SIGINT)
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.wait()
    text = said.read_text(encoding="utf-8")
    assert f"{MASK.number} was saved" in text
    assert "counted from the top left corner" in text
    assert "Traceback" not in text


def wait_for(words: str, file: Path, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while words not in file.read_text(encoding="utf-8"):
        assert time.monotonic() < until, file.read_text(encoding="utf-8")
        assert process.poll() is None, file.read_text(encoding="utf-8")
        time.sleep(0.05)
