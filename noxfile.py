"""One command for each thing a maintainer does; CONTRIBUTING.md says when to use which."""

import os
import re
import shutil
import sys
from pathlib import Path

import nox

# The README starts nox with PYTHONPATH; the sessions must see only what they install.
os.environ.pop("PYTHONPATH", None)

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["docs", "tests", "lint", "typecheck"]
nox.options.error_on_external_run = True

HERE = Path(__file__).parent
BOOK = HERE / "docs" / "_build" / "html"
NUMBER = re.compile(r"6\.\d[a-z]?|beyond(-[a-z])?")


def install(session: nox.Session, *groups: str) -> None:
    """Install this project in place, with the named dependency groups."""
    requirements = nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), *groups)
    third_party = [r for r in requirements if not r.startswith("attention-course")]
    session.install("-e", ".[figures,threads]", *third_party)


def sphinx(session: nox.Session, builder: str, out: Path) -> None:
    """Build the book from nothing, with every warning an error."""
    shutil.rmtree(out, ignore_errors=True)
    # fmt: off
    session.run(
        "python", "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-E", "-j", "auto",
        "-b", builder, "-d", str(Path(session.create_tmp()) / "doctrees"), "docs", str(out),
    )
    # fmt: on


@nox.session
def docs(session: nox.Session) -> None:
    """Build the book and say where it is."""
    install(session, "docs")
    sphinx(session, "html", BOOK)
    session.log("The book is built. Open it in a browser: %s", (BOOK / "index.html").as_uri())


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests; arguments after -- go to pytest (--no-browser leaves the browser out)."""
    install(session, "browser")
    whole = not any(not argument.startswith("-") for argument in session.posargs)
    coverage = ("--cov", "--cov-fail-under=100") if whole else ()
    session.run("python", "-m", "pytest", *coverage, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and the one-way flow of imports."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def typecheck(session: nox.Session) -> None:
    """Check types, strictly."""
    install(session, "typecheck")
    session.run("mypy")


# PyTorch's wheels are large: pip takes one that is at hand, where uv would look elsewhere.
@nox.session(venv_backend="uv", venv_params=["--seed"])
def oracle(session: nox.Session) -> None:
    """Hold the library against PyTorch."""
    install(session, "tests")
    session.run("python", "-m", "pip", "install", "-q", "torch==2.13.0")
    session.run("python", "-m", "pytest", "-o", "testpaths=tests/oracle", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """Run every case that onnx generates for our operators; tell passed / total by operator."""
    install(session, "tests", "onnx")
    session.run("python", "-m", "pytest", "-o", "testpaths=tests/conformance", *session.posargs)


@nox.session(venv_backend="uv")
def oldest(session: nox.Session) -> None:
    """Run the unit tests on the lowest allowed NumPy and matplotlib."""
    session.install("--resolution", "lowest-direct", "-e", ".[figures,threads]")
    install(session, "tests")
    session.run("python", "-m", "pytest", "--ignore=tests/book", *session.posargs)


@nox.session(venv_backend="uv", venv_params=["--seed"])
def bench(session: nox.Session) -> None:
    """Measure attention beside PyTorch (arguments go there), the lab, and the interactives."""
    install(session, "browser")
    session.run("python", "-m", "pip", "install", "-q", "torch==2.13.0")
    report = Path(session.create_tmp()) / "attention.json"
    session.run("python", "tests/benchmarks/attention.py", "--json", str(report), *session.posargs)
    session.log("What was measured, unless another --json was asked for: %s", report)
    session.run("python", "tests/benchmarks/variance_scaling.py")
    sphinx(session, "html", BOOK)
    session.run("python", "tests/benchmarks/paint.py")


@nox.session
def serve(session: nox.Session) -> None:
    """Build the book and serve it on this machine only."""
    install(session, "docs")
    sphinx(session, "html", BOOK)
    session.run(
        sys.executable,
        "-m",
        "http.server",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(BOOK),
        "8000",
        external=True,
    )


@nox.session
def linkcheck(session: nox.Session) -> None:
    """Ask every outside link whether it still answers."""
    install(session, "docs")
    sphinx(session, "linkcheck", HERE / "docs" / "_build" / "linkcheck")


@nox.session
def exercises(session: nox.Session) -> None:
    """Grade the exercises; sections or tasks after -- (6.4, beyond-a) are graded alone."""
    session.install("numpy>=2", "pytest>=8.2", "watchfiles>=1")
    numbers = [argument for argument in session.posargs if NUMBER.fullmatch(argument)]
    options = [argument for argument in session.posargs if argument not in numbers]
    chosen = ["-k", " or ".join(numbers)] if numbers else []
    session.run("python", "-m", "pytest", "exercises", *chosen, *options)
