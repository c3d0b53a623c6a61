"""The weights of several heads, and the drawing of multi-head attention."""

from math import sqrt

import numpy as np
import pytest
from tests.figures.pictures import SVG, parsed, texts
from tests.tools import refused, untouched

from attention_course.examples import four_heads
from attention_course.figures import show_heads, show_multi_head

EXAMPLE = four_heads()
WEIGHTS = EXAMPLE.layer(EXAMPLE.sentence.x).weights
WORDS = EXAMPLE.sentence.words


def test_each_head_has_its_table_and_the_stack_comes_last() -> None:
    drawing = show_heads(WORDS, WEIGHTS, EXAMPLE.patterns)
    assert len(drawing.svgs) == 5
    for svg, pattern in zip(drawing.svgs, EXAMPLE.patterns, strict=False):
        assert any(pattern in text for text in texts(svg))
        assert all(texts(svg).count(word) >= 2 for word in WORDS)
    assert "The tables stacked, (4, 10, 10)" in texts(drawing.svgs[-1])


def test_the_tints_grow_with_the_weights() -> None:
    head = 3
    svg = show_heads(WORDS, WEIGHTS, EXAMPLE.patterns).svgs[head]
    tints = [
        float(path.attrib["fill-opacity"])
        for path in parsed(svg).iter(f"{SVG}path")
        if "weights" in path.get("fill", "")
    ]
    expected = [0.9 * sqrt(weight) for weight in WEIGHTS[head].flat if weight > 1 / 256]
    assert tints == pytest.approx(expected, abs=0.01)


def test_a_description_names_the_largest_weight_of_each_word() -> None:
    label = show_heads(WORDS, WEIGHTS, EXAMPLE.patterns).labels[1]
    largest = WEIGHTS[1, WORDS.index("it")].max()
    assert f"it to animal {largest:.2f}" in label


def test_the_weights_are_left_as_they_were() -> None:
    with untouched(WEIGHTS):
        show_heads(WORDS, WEIGHTS, EXAMPLE.patterns)


def test_weights_that_do_not_fit_are_refused() -> None:
    for weights in (WEIGHTS[0], WEIGHTS[:3], WEIGHTS[:, :, :9]):
        with refused(ValueError, "weights", str(weights.shape), "(4, 10, 10)"):
            show_heads(WORDS, weights, EXAMPLE.patterns)
    for wrong in (-0.1, 1.1):
        with refused(ValueError, "weights", f"{wrong} at weights[0, 1, 0]", "from 0 to 1"):
            show_heads(("a", "b"), [[[0.0, 1.0], [wrong, 0.0]]], ("one",))
    with refused(TypeError, "weights"):
        show_heads(("a",), [[["b"]]], ("one",))
    with refused(ValueError, "weights", "none of them 0"):
        show_heads((), np.zeros((0, 0, 0)), ())


def test_every_shape_of_the_paper_follows_from_two_numbers() -> None:
    one, every = map(texts, show_multi_head(8, 512).svgs)
    assert one.count("512 × 64") == 3
    assert one.count("N × 64") == 4
    assert "N × N" in one
    assert every.count("64") == 8
    assert "joined: N × 512" in every
    assert "mixed by WO, 512 × 512" in every
    assert "MultiHead(X)\u2003N × 512" in every


def test_other_numbers_give_other_shapes() -> None:
    one, every = map(texts, show_multi_head(3, 12).svgs)
    assert one.count("12 × 4") == 3
    assert [head for head in every if head in "123"] == ["1", "2", "3"]
    assert every.count("4") == 3


def test_labels_of_heads_come_with_the_note_that_no_one_put_them_there() -> None:
    note = "Patterns seen in trained models; no one put them there."
    labelled = texts(show_multi_head(2, 4, ("the previous word",)).svgs[1])
    assert {"the previous word", note} <= set(labelled)
    assert note not in texts(show_multi_head(2, 4).svgs[1])


def test_numbers_that_do_not_fit_are_refused() -> None:
    with refused(ValueError, "d_model", "10", "n_heads = 4"):
        show_multi_head(4, 10)
    with refused(ValueError, "n_heads", "0"):
        show_multi_head(0, 10)
    with refused(TypeError, "d_model", "8.0"):
        show_multi_head(4, 8.0)  # type: ignore[arg-type]
    with refused(ValueError, "patterns", "3", "n_heads = 2"):
        show_multi_head(2, 4, ("a", "b", "c"))
