"""What the figures offer, how it is explained, and what it needs."""

import inspect
import re
import runpy
import sys
from typing import Any

import pytest

from attention_course import figures

OFFERED: dict[str, Any] = {
    name: thing
    for name, thing in vars(figures).items()
    if not name.startswith("_") and not inspect.ismodule(thing)
}
FUNCTIONS = sorted(set(OFFERED) - {"InlineSvg"})


def test_the_figures_offer_these_names_and_no_others() -> None:
    assert set(OFFERED) == {
        "InlineSvg",
        "compare_steps",
        "show_blocks",
        "show_cost",
        "show_gaps",
        "show_gradient_shares",
        "show_heads",
        "show_lengths",
        "show_masks",
        "show_multi_head",
        "show_order_changes",
        "show_parts",
        "show_roofline",
        "show_saturation",
        "show_scores",
        "show_step_sizes",
        "show_steps",
        "show_training",
        "show_variance",
        "show_word_order",
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_figure_is_explained_with_its_section_its_errors_and_an_example(name: str) -> None:
    text = inspect.getdoc(OFFERED[name])
    assert text is not None
    for part in ("Parameters\n---", "Returns\n---", "Raises\n---", "Examples\n---", ">>> "):
        assert part in text
    assert re.search(r"Notes\n-+\nSections? \d\.\d", text)
    described = text.split("Parameters\n---")[1].split("Returns\n---")[0]
    for parameter in inspect.signature(OFFERED[name]).parameters:
        assert f"\n{parameter}" in described


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError) as caught:
        runpy.run_path(str(figures.__file__))
    assert 'pip install "attention-course[figures]"' in str(caught.value)
    assert 'from a clone pip install ".[figures]"' in str(caught.value)
