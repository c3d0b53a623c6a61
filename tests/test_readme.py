"""The README and CONTRIBUTING say what is so."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = re.findall(r"```sh\n(.+?)\n```", README, re.DOTALL)
    assert 2 == len(commands)
    assert commands[1] in (ROOT / ".ci/run").read_text().splitlines()


def test_the_readmes_example_is_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert 0 == failed


def test_files_that_the_readme_links_to_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert len(links) >= 5
    assert [] == [link for link in links if not (ROOT / link).exists()]


def test_contributing_names_every_nox_session_and_stays_short() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    sessions = re.findall(r"@nox\.session.*\ndef (\w+)", (ROOT / "noxfile.py").read_text())
    assert len(sessions) >= 8
    assert [] == [session for session in sessions if f"-s {session}`" not in contributing]
    assert len(contributing.splitlines()) < 100


def test_the_library_is_versioned_in_the_changelog() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert f"## {version[1]} " in (ROOT / "CHANGELOG.md").read_text()
