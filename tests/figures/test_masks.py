"""Masks side by side."""

import numpy as np
from tests.figures.pictures import hatched, stand_in_order, texts
from tests.tools import refused, untouched

from attention_course import causal_mask, padding_mask
from attention_course.figures import show_masks


def test_a_dot_is_where_a_query_may_look_and_hatching_where_it_may_not() -> None:
    (svg,) = show_masks({"Causal": causal_mask(4)}).svgs
    expected = ["·" if key <= query else "−∞" for query in range(4) for key in range(4)]
    assert stand_in_order(expected, texts(svg))
    assert len(hatched(svg)) == 6


def test_a_mask_of_one_row_holds_for_every_query() -> None:
    causal, padding = causal_mask(3), padding_mask([2], 3)[0]
    _, second = show_masks({"Causal": causal, "Padding": padding}).svgs
    assert stand_in_order(["·", "·", "−∞"] * 3, texts(second))


def test_booleans_and_lists_are_masks_too() -> None:
    (expected,) = show_masks({"A": causal_mask(2)}).svgs
    for mask in ([[True, False], [True, True]], [[0.0, -np.inf], [0.0, 0.0]]):
        assert (expected,) == show_masks({"A": mask}).svgs


def test_a_bias_is_written_out() -> None:
    (svg,) = show_masks({"Bias": np.array([[0.0, -0.5]])}).svgs
    assert stand_in_order(["·", "−0.5"], texts(svg))


def test_a_description_says_who_sees_whom() -> None:
    mask = np.array([[0.0, -np.inf], [-np.inf, -np.inf]])
    drawing = show_masks({"Odd": mask}, ("a", "b"))
    assert drawing.labels == ("Odd: a sees a; b sees nothing.",)


def test_labels_of_the_queries_name_the_keys_where_they_are_as_many() -> None:
    (square,) = show_masks({"A": causal_mask(2)}, ("a", "b")).svgs
    (wide,) = show_masks({"A": causal_mask(2, 3)}, ("a", "b")).svgs
    (named,) = show_masks({"A": causal_mask(2, 3)}, ("a", "b"), ("c", "d", "e")).svgs
    assert texts(square).count("a") == 2
    assert stand_in_order(["1", "2", "3"], texts(wide))
    assert stand_in_order(["c", "d", "e"], texts(named))


def test_long_labels_lean_over() -> None:
    (svg,) = show_masks({"A": causal_mask(2)}, ("animal", "because")).svgs
    assert svg.count("rotate(-45") == 2


def test_the_masks_are_left_as_they_were() -> None:
    mask = causal_mask(3)
    with untouched(mask):
        show_masks({"Causal": mask})


def test_what_does_not_fit_is_refused() -> None:
    with refused(ValueError, "masks", "no entry"):
        show_masks({})
    for shape in ((2,), (0, 3), (1, 2, 2)):
        with refused(ValueError, "masks['A']", str(shape)):
            show_masks({"A": np.zeros(shape)})
    with refused(TypeError, "masks['A']", "integers"):
        show_masks({"A": [[0, 1], [1, 1]]})
    with refused(ValueError, "masks", "(2, 2)", "(3, 3)"):
        show_masks({"A": causal_mask(2), "B": causal_mask(3)})
    with refused(ValueError, "queries", "3 labels"):
        show_masks({"A": causal_mask(2)}, ("a", "b", "c"))
    with refused(ValueError, "keys", "1 labels"):
        show_masks({"A": causal_mask(2)}, keys=("a",))
