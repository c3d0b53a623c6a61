"""What the library offers, and what it asks for."""

import inspect
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

import attention_course

FUNCTIONS = {
    "attention_backward",
    "attention_cost",
    "attention_steps",
    "blockwise_attention",
    "blockwise_attention_backward",
    "causal_mask",
    "combine_masks",
    "crossover_length",
    "layer_norm",
    "merge_heads",
    "padding_mask",
    "rms_norm",
    "rotary_positions",
    "rotate",
    "scaled_dot_product_attention",
    "sinusoidal_positions",
    "sliding_window_mask",
    "softmax",
    "softmax_jacobian",
    "split_heads",
}
CLASSES = {
    "Attention",
    "AttentionCost",
    "AttentionGradients",
    "AttentionSteps",
    "BlockwiseAttention",
    "KeyValueCache",
    "MultiHeadAttention",
    "Normalised",
    "RotaryPositions",
}
OFFERED: dict[str, Any] = {
    name: thing
    for name, thing in vars(attention_course).items()
    if not name.startswith("_") and not isinstance(thing, ModuleType)
}


def test_the_library_offers_these_names_and_no_others() -> None:
    assert FUNCTIONS | CLASSES == set(OFFERED)


def test_a_name_means_the_thing_itself() -> None:
    for name, thing in OFFERED.items():
        assert name == thing.__name__
    assert FUNCTIONS == {name for name, thing in OFFERED.items() if inspect.isfunction(thing)}
    assert CLASSES == {name for name, thing in OFFERED.items() if inspect.isclass(thing)}


@pytest.mark.parametrize("name", sorted(FUNCTIONS | {"KeyValueCache", "MultiHeadAttention"}))
def test_a_name_is_explained_with_its_section_its_errors_and_an_example(name: str) -> None:
    text = inspect.getdoc(OFFERED[name])
    assert text is not None
    for part in (
        "Parameters\n---",
        "Raises\n---",
        "Notes\n---",
        "Section",
        "Examples\n---",
        ">>> ",
    ):
        assert part in text


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_parameter_is_explained_and_typed(name: str) -> None:
    function = OFFERED[name]
    text = inspect.getdoc(function)
    assert text is not None
    described = text.split("Parameters\n---")[1].split("Returns\n---")[0]
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.name in described
        assert inspect.Parameter.empty is not parameter.annotation


@pytest.mark.parametrize("module", ["attention_course", "attention_course.examples"])
def test_numpy_is_all_that_the_core_imports(module: str) -> None:
    code = (
        f"import sys; import {module}; import numpy; "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"attention_course", "numpy"} <= loaded
    assert set() == loaded & {"matplotlib", "scipy", "pandas", "torch", "sphinx", "hypothesis"}


def test_the_library_draws_nothing_and_seeds_nothing_on_its_own() -> None:
    code = (
        "import numpy as np; np.random.seed(7); before = np.random.get_state()[1].tolist(); "
        "import attention_course as a; "
        "a.MultiHeadAttention.from_rng(np.random.default_rng(0), 4, 2)(np.ones((3, 4))); "
        "print(before == np.random.get_state()[1].tolist())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "True" == run.stdout.strip()
