"""The formula's counts are what a run by loops takes."""

import runpy

import numpy as np
import pytest
from tests import loops
from tests.tools import close, normal, refused, untouched

from attention_course import MultiHeadAttention, crossover_length
from attention_course.experiments import operation_count
from attention_course.experiments.operation_count import count_operations

SHAPES = [(5, 7, 3, 2, 4), (3, 6, 2, 3, 3), (1, 1, 1, 1, 1), (11, 2, 1, 5, 3), (2, 3, 5, 1, 2)]


@pytest.mark.parametrize(("n", "d_model", "heads", "d_k", "d_v"), SHAPES)
def test_counted_is_predicted_part_by_part(
    n: int, d_model: int, heads: int, d_k: int, d_v: int
) -> None:
    rng = np.random.default_rng(0)
    layer = MultiHeadAttention.from_rng(rng, d_model, heads, d_k=d_k, d_v=d_v)
    run = count_operations(layer, normal(1, n, d_model))
    assert run.predicted == run.counted
    assert n * d_model * heads * (2 * d_k + d_v) == run.counted.projections
    assert heads * n * n * d_k == run.counted.scores
    assert heads * n * n * d_v == run.counted.weighted_sum
    assert heads * n * d_v * d_model == run.counted.output_projection


@pytest.mark.parametrize(("n", "d_model", "heads", "d_k", "d_v"), SHAPES)
def test_the_counted_run_gives_the_layers_output(
    n: int, d_model: int, heads: int, d_k: int, d_v: int
) -> None:
    rng = np.random.default_rng(0)
    layer = MultiHeadAttention.from_rng(rng, d_model, heads, d_k=d_k, d_v=d_v)
    x = 3 * normal(1, n, d_model)
    with untouched(x):
        run = count_operations(layer, x)
    matrices = tuple(
        m.tolist() for m in (layer.w_query, layer.w_key, layer.w_value, layer.w_output)
    )
    query, key, value, output = matrices
    expected, _ = loops.multi_head(x.tolist(), x.tolist(), (query, key, value, output), heads)
    close(expected, run.output, rtol=1e-10)
    close(layer(x).output, run.output, rtol=1e-10)


def test_scores_too_large_for_the_exponential_are_counted_all_the_same() -> None:
    layer = MultiHeadAttention([[100.0]], [[100.0]], [[1.0]], [[1.0]], n_heads=1)
    run = count_operations(layer, np.array([[1.0], [-2.0]]))
    close([[1.0], [-2.0]], run.output)


def test_a_product_with_zero_is_counted_too() -> None:
    layer = MultiHeadAttention(*np.zeros((4, 3, 3)), n_heads=1)
    run = count_operations(layer, np.zeros((2, 3)))
    assert run.predicted == run.counted


def test_the_counts_cross_where_the_library_says() -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(0), 2, 1)
    length = crossover_length(2)
    before, at, after = (
        count_operations(layer, normal(1, n, 2)).counted for n in (length - 1, length, length + 1)
    )
    assert before.linear > before.quadratic
    assert at.linear == at.quadratic
    assert after.linear < after.quadratic


def test_tokens_may_come_as_a_list_of_integers() -> None:
    layer = MultiHeadAttention(*np.ones((4, 1, 1)), n_heads=1)
    close([[2.0], [2.0]], count_operations(layer, [[2], [2]]).output)


def test_no_token_takes_nothing() -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(0), 6, 2)
    run = count_operations(layer, np.zeros((0, 6)))
    assert (0, 6) == run.output.shape
    assert 0 == run.counted.total == run.predicted.total


def test_tokens_that_do_not_fit_are_refused() -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(0), 6, 2)
    for shape in ((3, 5), (6,), (2, 3, 6), ()):
        with refused(ValueError, "x", str(shape), "d_model = 6"):
            count_operations(layer, np.zeros(shape))
    with refused(ValueError, "x", "nan"):
        count_operations(layer, np.full((1, 6), np.nan))
    with refused(TypeError, "x"):
        count_operations(layer, [["a"] * 6])
    ours, theirs = np.zeros((3, 2)), np.zeros((5, 2))
    cross = MultiHeadAttention(ours, theirs, theirs, ours.T, n_heads=1)
    with refused(ValueError, "layer", "5 rows", "d_model = 3"):
        count_operations(cross, np.zeros((2, 3)))


def test_as_a_program_it_prints_counts_that_agree(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(operation_count.__file__, run_name="__main__")
    out = capsys.readouterr().out
    assert out.isascii()
    _, *lines = out.splitlines()
    rows = [[int(number) for number in line.split()] for line in lines]
    assert [8, 16, 32] == [row[0] for row in rows]
    for n, counted, formula, linear, quadratic in rows:
        assert counted == formula == linear + quadratic
        assert 4 * n * 8 * 8 == linear
        assert 2 * n * n * 8 == quadratic
