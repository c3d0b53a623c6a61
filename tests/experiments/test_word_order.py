"""Attention alone does not see the order of words; a causal mask or positions make it."""

import runpy
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import ArrayLike
from tests import loops
from tests.tools import close, normal, refused, same, untouched

from attention_course.examples import dog_bit_man
from attention_course.experiments import word_order
from attention_course.experiments.word_order import try_all_orders


@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("causal", [False, True])
def test_every_order_is_attended_within(*, positions: bool, causal: bool) -> None:
    x = normal(0, 3, 4)
    result = try_all_orders(x, positions=positions, causal=causal)
    mask = [[0.0 if j <= i or not causal else -np.inf for j in range(3)] for i in range(3)]
    outputs = []
    for order in permutations(range(3)):
        rows = [x[i].tolist() for i in order]
        if positions:
            table = loops.sinusoidal(3, 4)
            rows = [
                [a + b for a, b in zip(*pair, strict=True)]
                for pair in zip(rows, table, strict=True)
            ]
        outputs.append(loops.attention(rows, rows, rows, mask)[0])
    same(list(permutations(range(3))), result.orders)
    close(outputs, result.outputs)
    changes = [
        max(
            abs(output[place][c] - outputs[0][word][c])
            for place, word in enumerate(order)
            for c in range(4)
        )
        for order, output in zip(permutations(range(3)), outputs, strict=True)
    ]
    close(changes, result.changes)


def test_no_order_of_the_five_words_changes_an_output() -> None:
    result = try_all_orders(dog_bit_man().x)
    assert 120 == len(result.orders) == len({tuple(order) for order in result.orders.tolist()})
    assert result.changes.max() < 1e-15


@pytest.mark.parametrize("kind", [{"positions": True}, {"causal": True}])
def test_positions_and_a_causal_mask_each_break_the_tie(kind: dict[str, bool]) -> None:
    result = try_all_orders(dog_bit_man().x, **kind)
    assert 0 == result.changes[0]
    assert result.changes[1:].max() > 0.1
    if "positions" in kind:
        assert result.changes[1:].min() > 1e-3


def test_the_words_are_left_alone() -> None:
    x = normal(0, 3, 4)
    with untouched(x):
        try_all_orders(x, positions=True, causal=True)


@pytest.mark.parametrize("x", [[[1, 2], [3, 4]], np.array([[1, 2], [3, 4]], np.float32)])
def test_words_may_be_any_real_numbers(x: ArrayLike) -> None:
    expected = try_all_orders(np.array([[1.0, 2.0], [3.0, 4.0]]), positions=True)
    close(expected.outputs, try_all_orders(x, positions=True).outputs)


@pytest.mark.parametrize("kind", [{}, {"positions": True}, {"causal": True}])
def test_nothing_has_one_order(kind: dict[str, bool]) -> None:
    result = try_all_orders(np.zeros((0, 4)), **kind)
    same(np.zeros((1, 0), int), result.orders)
    same(np.zeros((1, 0, 4)), result.outputs)
    same([0.0], result.changes)


def test_words_that_do_not_fit_are_refused() -> None:
    for shape in ((3,), (2, 3, 4), (3, 0)):
        with refused(ValueError, "x", str(shape), "(n_words, d_model)"):
            try_all_orders(np.zeros(shape))
    with refused(ValueError, "x", "9 words", "9! = 362,880 orders"):
        try_all_orders(np.zeros((9, 2)))
    with refused(ValueError, "x", "d_model = 3", "even"):
        try_all_orders(np.eye(3), positions=True)
    with refused(ValueError, "x", "inf"):
        try_all_orders([[np.inf, 1.0]])
    with refused(TypeError, "x"):
        try_all_orders([["the", "dog"]])


def test_as_a_program_it_prints_what_each_change_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(word_order.__file__, run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    changes = [float(line.split(": ")[1]) for line in lines]
    assert 3 == len(changes)
    assert all("120 orders" in line for line in lines)
    assert changes[0] < 1e-15
    assert min(changes[1:]) > 0.1
    starts = ["no mask, no positions", "with a causal mask", "with positions"]
    assert starts == [line.split("  ")[0].rsplit(" largest", 1)[0] for line in lines]
