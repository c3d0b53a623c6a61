"""Quick ways to start the worker that runs a submission."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graders import running

HERE = Path(__file__).parent

collect_ignore = ["submissions", "forker.py"]


@pytest.fixture(scope="session")
def quick_start() -> Iterator[running.Start]:
    with starting() as start:
        yield start


@contextmanager
def starting() -> Iterator[running.Start]:
    """Give a way to start workers that is quick, where the system can fork."""
    if not hasattr(os, "fork"):
        yield running.start_process
        return
    with subprocess.Popen(
        [sys.executable, "-B", "-P", str(HERE / "forker.py")],
        env=os.environ | running.ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as forker:
        assert forker.stdin
        assert forker.stdout
        asks, answers = forker.stdin, forker.stdout

        def start(asked: Path, answered: Path, time_limit: float) -> tuple[bool, str]:
            asks.write(f"{asked}\t{answered}\t{time_limit}\n")
            asks.flush()
            return answers.readline() == "in time\n", ""

        yield start
        asks.close()
