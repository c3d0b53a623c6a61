"""One drawing of each kind from small inputs, and a reader for what is in it."""

import re
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree as ET

import numpy as np

from attention_course import (
    MultiHeadAttention,
    attention_cost,
    attention_steps,
    causal_mask,
    crossover_length,
    figures,
    padding_mask,
    scaled_dot_product_attention,
    sinusoidal_positions,
    softmax_jacobian,
)
from attention_course.examples import dog_bit_man, four_heads, two_tokens
from attention_course.experiments.gradient_shares import measure_gradient_shares
from attention_course.experiments.learning_to_recall import StepSizes, compare_step_sizes
from attention_course.experiments.long_contexts import Length, Parts
from attention_course.experiments.online_softmax import share_of_blocks
from attention_course.experiments.operation_count import count_operations
from attention_course.experiments.roofline import Kernel, Machine
from attention_course.experiments.variance_scaling import VarianceScaling, run
from attention_course.experiments.word_order import try_all_orders
from attention_course.figures import InlineSvg

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314, the library wrote it.


def texts(svg: str) -> list[str]:
    """Return every text in the order in which it was drawn."""
    return ["".join(text.itertext()) for text in parsed(svg).iter(f"{SVG}text")]


def stand_in_order(expected: list[str], actual: list[str]) -> bool:
    """Tell whether the expected texts follow each other without a gap."""
    width = len(expected)
    return expected in [actual[start : start + width] for start in range(len(actual))]


def corners(path: ET.Element) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of a path of straight lines."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.attrib["d"])]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def hatched(svg: str) -> list[tuple[float, float, float, float]]:
    """Return the hatched rectangles."""
    root = parsed(svg)
    patterns = {f"url(#{pattern.attrib['id']})" for pattern in root.iter(f"{SVG}pattern")}
    return [corners(path) for path in root.iter(f"{SVG}path") if path.get("fill") in patterns]


@cache
def lab() -> VarianceScaling:
    return run(draws=300, widths=(8, 2), trials=40, saturation_width=64, n_keys=5)


def steps() -> InlineSvg:
    tokens = two_tokens()
    return figures.show_steps(
        attention_steps(tokens.query, tokens.key, tokens.value, causal_mask(2))
    )


def variants() -> InlineSvg:
    tokens = two_tokens()
    inputs = tokens.query, tokens.key, tokens.value
    return figures.compare_steps(
        {
            "causal mask": attention_steps(*inputs, causal_mask(2)),
            "no mask, not scaled": attention_steps(*inputs, scale=1.0),
        }
    )


def masks() -> InlineSvg:
    causal, padding = causal_mask(4), padding_mask([3], 4)[0]
    return figures.show_masks({"Causal": causal, "Padding": padding, "Sum": causal + padding})


def heads() -> InlineSvg:
    example = four_heads()
    weights = example.layer(example.sentence.x).weights
    return figures.show_heads(example.sentence.words, weights, example.patterns)


def multi_head() -> InlineSvg:
    return figures.show_multi_head(8, 512, ("the previous word",), caption="Eight <heads>")


def cost() -> InlineSvg:
    rng = np.random.default_rng(3)
    layer = MultiHeadAttention.from_rng(rng, d_model=4, n_heads=2)
    counted = {n: count_operations(layer, rng.standard_normal((n, 4))).counted for n in (2, 8)}
    costs = {n: attention_cost(n, 4, 2) for n in (1, 2, 8, 64)}
    return figures.show_cost(costs, crossover_length(4), counted=counted)


def order_changes() -> InlineSvg:
    x = dog_bit_man().x
    return figures.show_order_changes(
        {"no mask": try_all_orders(x), "causal mask": try_all_orders(x, causal=True)}
    )


def word_order() -> InlineSvg:
    words, x = dog_bit_man().words, dog_bit_man().x
    order = [0, 4, 2, 3, 1]
    places = sinusoidal_positions(5, 4)
    pairs = {
        "Without positions": (x, x[order]),
        "With positions": (x + places, x[order] + places),
    }
    return figures.show_word_order(
        (words, ("The", "man", "bit", "the", "dog")),
        {
            title: (
                scaled_dot_product_attention(a, a, a).output,
                scaled_dot_product_attention(b, b, b).output,
            )
            for title, (a, b) in pairs.items()
        },
        follow="dog",
    )


def gaps() -> InlineSvg:
    gap = np.arange(0.0, 26.0)
    scores = np.stack([gap, np.zeros_like(gap)], axis=-1)
    return figures.show_gaps(gap, np.exp(gap), softmax_jacobian(scores)[:, 0, 0])


def lengths() -> InlineSvg:
    return figures.show_lengths(
        [Length(n, n * n * 2e-8, n * n * 1e-8, 20 * n * n, 2**20) for n in (128, 512, 2048)]
    )


def parts() -> InlineSvg:
    return figures.show_parts(
        [Parts(n, n * 4e-6, n * n * 1e-8, n * n * 2e-8, n * n * 5e-8) for n in (64, 256, 1024)],
        crossover_length(128),
    )


def roofline() -> InlineSvg:
    return figures.show_roofline(
        Machine(60e9, 3e9, 40e9, 20e9),
        (
            Kernel("table", 2 * 10**9, 10**7, 10**9, 10**8, 0.1),
            Kernel("decoding", 10**7, 10**5, 4 * 10**7, 0, 0.002),
        ),
    )


def blocks() -> InlineSvg:
    return figures.show_blocks({"Causal": share_of_blocks(causal_mask(12), 3)})


def gradient_shares() -> InlineSvg:
    rng = np.random.default_rng(3)
    return figures.show_gradient_shares(
        [measure_gradient_shares(rng, d_k, 5, 30) for d_k in (2, 8, 32)]
    )


@cache
def compared() -> StepSizes:
    return compare_step_sizes((0.1, 3.0), (1, 2), d_k=8, steps=20)


def training() -> InlineSvg:
    return figures.show_training(
        {
            "scaled, 3": compared().scaled.course(3.0),
            "not scaled, 3": compared().unscaled.course(3.0),
        }
    )


ALL: dict[str, Callable[[], InlineSvg]] = {
    "steps": steps,
    "variants": variants,
    "masks": masks,
    "heads": heads,
    "multi-head": multi_head,
    "cost": cost,
    "order changes": order_changes,
    "word order": word_order,
    "gaps": gaps,
    "gradient shares": gradient_shares,
    "training": training,
    "step sizes": lambda: figures.show_step_sizes(compared()),
    "lengths": lengths,
    "parts": parts,
    "roofline": roofline,
    "blocks": blocks,
    "scores": lambda: figures.show_scores(lab().scores),
    "saturation": lambda: figures.show_saturation(lab().saturation),
    "variance": lambda: figures.show_variance(lab().scores),
}
