"""Every experiment and every record is explained."""

import inspect
import re
from typing import Any

import pytest

from attention_course.experiments import (
    cache_sizes,
    gradient_shares,
    learning_to_recall,
    long_contexts,
    online_softmax,
    operation_count,
    roofline,
    variance_scaling,
    word_order,
)

MODULES = (
    cache_sizes,
    gradient_shares,
    learning_to_recall,
    long_contexts,
    online_softmax,
    operation_count,
    roofline,
    variance_scaling,
    word_order,
)

PUBLIC: dict[str, Any] = {
    f"{module.__name__.rpartition('.')[2]}.{name}": thing
    for module in MODULES
    for name, thing in vars(module).items()
    if getattr(thing, "__module__", "").startswith(module.__name__) and not name.startswith("_")
}
FUNCTIONS = sorted(name for name, thing in PUBLIC.items() if inspect.isfunction(thing))
CLASSES = sorted(name for name, thing in PUBLIC.items() if inspect.isclass(thing))


def section(text: str, title: str) -> str:
    """Return what stands below the title, or nothing."""
    found = re.search(rf"{title}\n-+\n(.*?)(?=\n\n\w+\n-+\n|\Z)", text, re.DOTALL)
    return found[1] if found else ""


def test_the_lab_offers_these_names_and_no_others() -> None:
    offered = {name for name in vars(variance_scaling) if not name.startswith("_")}
    assert offered == {
        "LIMIT",
        "SEED",
        "SOURCE",
        "Comparison",
        "LargestWeights",
        "Published",
        "Saturation",
        "ScoreVariance",
        "Source",
        "VarianceScaling",
        "cross_check",
        "main",
        "measure_saturation",
        "measure_score_variance",
        "run",
        "table",
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_explained_with_its_section_and_an_example(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert re.search(r"Sections? \d\.\d", section(text, "Notes"))
    assert ">>> " in section(text, "Examples")
    assert not section(text, "References")
    signature = inspect.signature(PUBLIC[name])
    if signature.return_annotation is not None:
        assert section(text, "Returns")
    for parameter in signature.parameters:
        assert re.search(
            rf"^(\w+, )*{parameter}(, \w+)*$", section(text, "Parameters"), re.MULTILINE
        )


@pytest.mark.parametrize("name", CLASSES)
def test_a_record_explains_each_of_its_fields(name: str) -> None:
    text = section(inspect.getdoc(PUBLIC[name]) or "", "Attributes")
    for field in PUBLIC[name].__dataclass_fields__:
        assert re.search(rf"^(\w+, )*{field}(, \w+)*$", text, re.MULTILINE), field


@pytest.mark.parametrize(
    "function",
    [
        "gradient_shares.measure_gradient_shares",
        "learning_to_recall.learn_to_recall",
        "variance_scaling.cross_check",
        "variance_scaling.measure_saturation",
        "variance_scaling.measure_score_variance",
    ],
)
def test_randomness_comes_first(function: str) -> None:
    assert next(iter(inspect.signature(PUBLIC[function]).parameters)) == "rng"
