"""What runs in the submission's own process: load it, call it, write down what happened.

Started as ``python -P -m graders.worker REQUEST RESULTS``. Each result is a line of JSON, written
as soon as it is known, so that the grader has the lines before a hang or a crash.
"""

import contextlib
import importlib.util
import io
import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from graders.wire import Fresh, Named, decode, encode

_KEPT = 300
_OURS = ("attention_course", "graders")
_MUTABLE = ("array", "dict", "list", "tuple")


class Allowed(MetaPathFinder):
    """Lets NumPy, the standard library and the submission's own folder be imported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.refused: list[str] = []

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Refuse all other modules, and remember which were asked for."""
        top = fullname.partition(".")[0]
        own = (self.folder / f"{top}.py").exists() and top not in _OURS
        if own or top == "numpy" or top in sys.stdlib_module_names:
            return None
        if top in _OURS:
            self.refused.append(top)
        raise ModuleNotFoundError(
            f"exercises are answered with NumPy and the standard library, without {top}", name=top
        )


class Beginning(io.TextIOBase):
    """Keeps the beginning of what is printed, however much that is."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Keep `text` if there is still room."""
        if len(self.text) < _KEPT:
            self.text = (self.text + text)[:_KEPT]
        return len(text)


def watched(action: Callable[[], object], file: Path) -> tuple[object, dict[str, Any]]:
    """Return what `action` returns, and what it raised, printed and warned of."""
    printed = Beginning()
    error = None
    value = None
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        warnings.catch_warnings(record=True) as warned,
    ):
        warnings.simplefilter("always")
        try:
            value = action()
        except BaseException as raised:  # noqa: BLE001
            error = _error(raised, file)
    texts = [f"{warning.category.__name__}: {warning.message}" for warning in warned]
    return value, {
        "error": error,
        "printed": printed.text,
        "warned": list(dict.fromkeys(texts))[:5],
    }


def load(file: Path) -> ModuleType:
    """Return the submission's module.

    Raises
    ------
    Exception
        Whatever the file raises.
    """
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file.name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def answers(request: dict[str, Any], say: Callable[[dict[str, Any]], None], guard: Allowed) -> None:
    """Load the submission, call it with each of the request's arguments, and say what happened."""
    file = Path(request["file"])
    functions = _functions(request["calls"])
    for name in [name for name in sys.modules if name.partition(".")[0] == "graders"]:
        del sys.modules[name]
    sys.path[:] = [str(file.parent), *(place for place in sys.path if place != request["home"])]
    sys.meta_path.insert(0, guard)

    module, seen = watched(lambda: load(file), file)
    function = getattr(module, request["function"], None)
    say({**seen, "found": callable(function), "refused": guard.refused})
    if not callable(function):
        return
    for data in request["calls"]:
        arguments = [decode(item) for item in data]
        plain = [_resolved(argument, functions) for argument in arguments]
        before = [encode(value) for value in plain]
        value, seen = watched(lambda given=plain: function(*given), file)  # type: ignore[misc]
        changed = [
            place
            for place, (was, now) in enumerate(zip(before, plain, strict=True))
            if was[0] in _MUTABLE and encode(now) != was
        ]
        say({**seen, "value": encode(value), "changed": changed, "refused": guard.refused})


def main(request: str, results: str) -> None:
    """Answer the request in one file with lines in another."""
    asked = json.loads(Path(request).read_text(encoding="utf-8"))
    with Path(results).open("w", encoding="utf-8") as lines:

        def say(line: dict[str, Any]) -> None:
            lines.write(json.dumps(line) + "\n")
            lines.flush()

        answers(asked, say, Allowed(Path(asked["file"]).parent))
    os._exit(0)  # Whatever the submission left running ends here.


def _functions(calls: Sequence[Sequence[Any]]) -> dict[Named, Any]:
    found = {}
    for data in calls:
        for argument in map(decode, data):
            if isinstance(argument, Named):
                found[argument] = argument.resolve()
    return found


def _resolved(argument: object, functions: dict[Named, Any]) -> object:
    if isinstance(argument, Named):
        return functions[argument]
    return argument.resolve() if isinstance(argument, Fresh) else argument


def _error(raised: BaseException, file: Path) -> dict[str, Any]:
    line = None
    if isinstance(raised, SyntaxError) and raised.filename == str(file):
        line = raised.lineno
    for frame in traceback.extract_tb(raised.__traceback__):
        if frame.filename == str(file):
            line = frame.lineno
    try:
        text = raised.msg if isinstance(raised, SyntaxError) else str(raised)
    except Exception:  # noqa: BLE001
        text = ""
    refusal = isinstance(raised, ValueError)
    return {
        "kind": type(raised).__name__,
        "text": text[:_KEPT],
        "line": line,
        "refusal": refusal,
    }


if __name__ == "__main__":
    np.array([1.0])  # NumPy is loaded before the guard stands.
    main(*sys.argv[1:])
