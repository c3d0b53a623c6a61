"""What attention costs, against products that are counted one by one."""

from dataclasses import FrozenInstanceError

import pytest
from tests.tools import refused

from attention_course import AttentionCost, attention_cost, crossover_length


def product_cost(rows: int, inner: int, columns: int) -> int:
    """Count the multiply-adds of a matrix product by making each one."""
    done = 0
    for _ in range(rows):
        for _ in range(columns):
            for _ in range(inner):
                done += 1
    return done


@pytest.mark.parametrize(
    ("n", "d_model", "heads", "d_k", "d_v"),
    [
        (5, 6, 2, None, None),
        (7, 6, 3, 5, 11),
        (3, 5, 2, 7, 1),
        (2, 7, 3, 1, 2),
        (1, 1, 1, None, None),
    ],
)
def test_each_part_is_the_sum_of_its_products(
    n: int, d_model: int, heads: int, d_k: int | None, d_v: int | None
) -> None:
    k, v = d_k or d_model // heads, d_v or d_model // heads
    expected = AttentionCost(
        projections=heads * (2 * product_cost(n, d_model, k) + product_cost(n, d_model, v)),
        scores=heads * product_cost(n, k, n),
        weighted_sum=heads * product_cost(n, n, v),
        output_projection=product_cost(n, heads * v, d_model),
    )
    assert expected == attention_cost(n, d_model, heads, d_k=d_k, d_v=d_v)


def test_one_width_may_be_left_out() -> None:
    assert attention_cost(5, 6, 2, d_k=3, d_v=7) == attention_cost(5, 6, 2, d_v=7)
    assert attention_cost(5, 6, 2, d_k=7, d_v=3) == attention_cost(5, 6, 2, d_k=7)


@pytest.mark.parametrize(("n", "d_model"), [(1, 2), (7, 512), (1024, 512), (100_000, 12288)])
@pytest.mark.parametrize("heads", [1, 2])
def test_it_is_the_books_formula_whatever_the_number_of_heads(
    n: int, d_model: int, heads: int
) -> None:
    cost = attention_cost(n, d_model, heads)
    assert 4 * n * d_model**2 == cost.linear
    assert 2 * n**2 * d_model == cost.quadratic
    assert 4 * n * d_model**2 + 2 * n**2 * d_model == cost.total
    assert 3 * n * d_model**2 == cost.projections
    assert n * d_model**2 == cost.output_projection
    assert n**2 * d_model == cost.scores == cost.weighted_sum


def test_the_parts_add_up() -> None:
    cost = AttentionCost(2, 3, 5, 7)
    assert (9, 8, 17) == (cost.linear, cost.quadratic, cost.total)
    with pytest.raises(FrozenInstanceError):
        cost.scores = 0  # type: ignore[misc]


def test_no_tokens_cost_nothing() -> None:
    assert AttentionCost(0, 0, 0, 0) == attention_cost(0, 8, 2)


def test_counts_are_exact_however_large() -> None:
    n, d_model = 10**12 + 1, 10**6
    assert 4 * n * d_model**2 + 2 * n**2 * d_model == attention_cost(n, d_model, 1000).total


@pytest.mark.parametrize("d_model", [1, 2, 7, 512])
def test_past_the_crossover_the_quadratic_part_is_the_larger(d_model: int) -> None:
    length = crossover_length(d_model)
    assert 2 * d_model == length
    at, before, after = (attention_cost(n, d_model) for n in (length, length - 1, length + 1))
    assert at.linear == at.quadratic
    assert before.linear > before.quadratic
    assert after.linear < after.quadratic


@pytest.mark.parametrize("widths", [{}, {"d_k": 2}, {"d_v": 2}])
def test_a_width_that_the_heads_do_not_divide_is_refused_unless_both_are_given(
    widths: dict[str, int],
) -> None:
    with refused(ValueError, "d_model", "got 7", "multiple of n_heads = 3"):
        attention_cost(5, 7, 3, **widths)
    assert 5 * 7 * 3 * 6 == attention_cost(5, 7, 3, d_k=2, d_v=2).projections
