"""Building the book for the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def build(out: Path) -> Path:
    """Build the book into `out` as the docs session does, and return its folder of pages."""
    command = (
        *(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-E", "-j", "auto"),
        *("-d", str(out / "doctrees"), "-b", "html", str(ROOT / "docs"), str(out / "html")),
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # A kernel may still complain while it is being shut down; a warning of the book is an error.
    if done.returncode:
        pytest.fail(f"The book does not build clean:\n{done.stdout}\n{done.stderr}", pytrace=False)
    return out / "html"
