"""One tiny book, built once with the book's own extensions and a real kernel."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from _ext.section_code import code_cells, notebook_path

DOCS = Path(__file__).parents[2] / "docs"
CONF = """\
extensions = ["_ext.kernel", "_ext.mathml", "_ext.section_code", "_ext.value"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
html_math_renderer = "mathml"
nb_execution_mode = "inline"
nb_eval_name_regex = "(?s).+"
nb_output_stderr = "error"
"""
FRONT_MATTER = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n\n"
PAGE = (
    FRONT_MATTER
    + """\
# Section 6.2

A formula $\\Q\\K^\\T$, and {doc}`the other page <../index>`.

```{code-cell} python3
:tags: [remove-input]
hidden = 2 + 2
```

```{code-cell} python3
shown = hidden / 8
print(shown)
```

The share is {value}`shown:.2f`, its negative {value}`-shown:.1e`.

| a | b |
|--:|--:|
| 1 | {value}`hidden` |

:::{admonition} In words
:class: in-words
It is {value}`hidden:d`.
:::
"""
)


def _build(folder: Path, page: str) -> subprocess.CompletedProcess[str]:
    (folder / "part").mkdir(parents=True)
    (folder / "part" / "page.md").write_text(page, encoding="utf-8")
    index = "# Book\n\n```{toctree}\npart/page\n```\n"
    (folder / "index.md").write_text(index, encoding="utf-8")
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-n"]
    environment = os.environ | {"PYTHONPATH": str(DOCS)}
    return subprocess.run(
        [*command, str(folder), str(folder / "out")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    done = _build(folder, PAGE)
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0
    return folder / "out"


@pytest.fixture(scope="module")
def html(built: Path) -> str:
    return (built / "part" / "page.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def notebook(built: Path) -> dict[str, Any]:
    path = built / notebook_path("part/page")
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def test_all_code_is_offered_the_hidden_too(html: str) -> None:
    box = html[html.index('<details class="run-section">') : html.index("</details>")]
    code = re.sub("<[^>]+>", "", box[box.index("<pre>") : box.index("</pre>")])
    assert code.strip() == "hidden = 2 + 2\n\nshown = hidden / 8\nprint(shown)"


def test_the_button_is_hidden_until_its_script_runs(html: str) -> None:
    assert '<button type="button" class="copy-code" hidden>' in html
    assert re.search(r'<script defer="defer" src="[^"]*copy_code\.js', html)


def test_the_notebook_can_be_downloaded(built: Path, html: str) -> None:
    link = re.search(r'<a href="([^"]+)" download>', html)
    assert link is not None
    assert (built / "part" / link[1]).resolve().is_file()


def test_values_are_computed_in_text_tables_and_admonitions(html: str) -> None:
    spans = re.findall(r'<span class="computed" title="computed: ([^"]+)">(.*?)</span>', html)
    assert spans == [
        ("shown:.2f", "0.50"),
        ("-shown:.1e", "−5.0\u00a0×\u00a010<sup>−1</sup>"),
        ("hidden", "4"),
        ("hidden:d", "4"),
    ]


def test_the_notebook_speaks_plain_markdown(notebook: dict[str, Any]) -> None:
    prose = "\n".join(
        "".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown"
    )
    assert "The share is 0.50, its negative −5.0\u00a0×\u00a010<sup>−1</sup>." in prose
    assert "> **In words**" in prose
    assert "and the other page." in prose
    assert not re.search(r"\{\w+\}`|:::|```\{|\\[QKVAT]\b", prose)


def test_a_page_without_code_offers_none(built: Path) -> None:
    assert "run-section" not in (built / "index.html").read_text(encoding="utf-8")


def test_the_executed_notebooks_stay_out_of_the_book(built: Path) -> None:
    assert not (built.parent / "jupyter_execute").exists()


def _page_of(cell: str, text: str = "") -> str:
    return f"{FRONT_MATTER}# Page\n\n```{{code-cell}} python3\n{cell}\n```\n\n{text}\n"


def test_whatever_goes_wrong_in_a_cell_fails_the_build_and_is_told(tmp_path: Path) -> None:
    pages = {
        "warns": _page_of("import numpy as np\nnp.log(0.0)"),
        "raises": _page_of("1 / 0", "{value}`missing`"),
        "mutters": _page_of("import sys\nprint('oops', file=sys.stderr)"),
    }
    for name, page in pages.items():
        (tmp_path / f"{name}.md").write_text(page, encoding="utf-8")
    done = _build(tmp_path, "# Page\n")
    assert done.returncode != 0
    assert "RuntimeWarning: divide by zero" in done.stderr
    assert "ZeroDivisionError: division by zero" in done.stderr
    assert re.search(r"mutters\.md:\d+: ERROR: stderr was found", done.stderr)


def test_a_value_that_cannot_be_computed_fails_the_build(tmp_path: Path) -> None:
    done = _build(tmp_path, _page_of("x = 1", "{value}`y:.2f`"))
    assert done.returncode != 0
    assert "page.md:13: {value}`y:.2f`: NameError: name 'y' is not defined" in done.stderr


def test_a_value_on_a_page_that_runs_no_code_fails_the_build(tmp_path: Path) -> None:
    done = _build(tmp_path, "# Page\n\n{value}`x`\n")
    assert done.returncode != 0
    assert "page.md:3: {value}`x`: this page runs no code" in done.stderr


def test_cells_without_code_are_left_out() -> None:
    cells = [
        {"cell_type": "markdown", "source": "text"},
        {"cell_type": "code", "source": "x = 1"},
        {"cell_type": "code", "source": "  "},
    ]
    assert code_cells({"cells": cells}) == {1: "x = 1"}
