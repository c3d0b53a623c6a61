"""Block by block the sums are those of all keys so far."""

import runpy
from math import exp, sqrt

import numpy as np
import pytest
from tests import loops
from tests.tools import close, normal, refused, same, untouched

from attention_course import causal_mask, sliding_window_mask
from attention_course.experiments import online_softmax
from attention_course.experiments.online_softmax import follow_blocks, share_of_blocks


@pytest.mark.parametrize("size", [1, 2, 3, 7, 11])
def test_after_the_last_block_the_output_is_that_of_the_whole_row(size: int) -> None:
    query, key, value = 5 * normal(1, 3), 4 * normal(2, 7, 3), normal(3, 7, 2)
    with untouched(query, key, value):
        blocks = follow_blocks(query, key, value, block_size=size)
    assert -(-7 // size) == len(blocks)
    expected, _ = loops.attention([query.tolist()], key.tolist(), value.tolist())
    close(expected[0], blocks[-1].output)


def test_after_each_block_everything_is_what_the_keys_so_far_give() -> None:
    query, key, value = normal(1, 3), 9 * normal(2, 7, 3), normal(3, 7, 2)
    scores = [
        sum(a * b for a, b in zip(query.tolist(), row, strict=True)) / sqrt(3)
        for row in key.tolist()
    ]
    for seen, block in zip(
        (2, 4, 6, 7), follow_blocks(query, key, value, block_size=2), strict=True
    ):
        largest = max(scores[:seen])
        exponentials = [exp(score - largest) for score in scores[:seen]]
        assert pytest.approx(largest, abs=1e-12) == block.largest
        assert pytest.approx(sum(exponentials)) == block.exp_sum
        close(np.array(exponentials) @ value[:seen], block.weighted)
        close(scores[2 * ((seen - 1) // 2) : seen], block.scores)


def test_the_first_block_has_nothing_to_shrink_and_a_smaller_score_shrinks_nothing() -> None:
    first, second, third = follow_blocks([1.0], [[2.0], [1.0], [5.0]], [[1.0], [1.0], [1.0]])
    assert (0, 1) == (first.shrink, second.shrink)
    assert pytest.approx(exp(2 - 5)) == third.shrink


def test_scores_that_no_exponential_can_hold_do_no_harm() -> None:
    *_, last = follow_blocks([1.0], [[-3000.0], [3000.0], [2999.0]], [[1.0], [2.0], [4.0]])
    share = 1 / (1 + exp(-1))
    close([2 * share + 4 * (1 - share)], last.output)


def test_what_does_not_fit_is_refused() -> None:
    one = [[1.0]]
    for query, key in (([1.0, 2.0], one), (one, one), ([1.0], np.zeros((0, 1))), ([1.0], [1.0])):
        with refused(ValueError, "query, key", "(n_keys, d_k)"):
            follow_blocks(query, key, one)
    for value in ([[1.0], [2.0]], [1.0]):
        with refused(ValueError, "value", "1 keys"):
            follow_blocks([1.0], one, value)
    with refused(ValueError, "block_size", "0"):
        follow_blocks([1.0], one, one, block_size=0)
    with refused(ValueError, "value", "nan"):
        follow_blocks([1.0], one, [[np.nan]])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 13])
def test_a_share_is_the_allowed_pairs_of_a_block_among_all_of_its_pairs(size: int) -> None:
    mask = sliding_window_mask(7, 11, window=4)
    shares = share_of_blocks(mask, size)
    assert (-(-7 // size), -(-11 // size)) == shares.shape
    for (row, column), share in np.ndenumerate(shares):
        pairs = [
            mask[q, k] == 0
            for q in range(row * size, min(7, (row + 1) * size))
            for k in range(column * size, min(11, (column + 1) * size))
        ]
        assert pytest.approx(sum(pairs) / len(pairs)) == share


def test_a_mask_of_booleans_counts_as_the_additive_one() -> None:
    same(share_of_blocks(causal_mask(5), 2), share_of_blocks(np.tri(5) > 0, 2))


def test_a_mask_that_is_none_is_refused() -> None:
    with refused(ValueError, "mask", "(3,)"):
        share_of_blocks(np.zeros(3), 1)
    with refused(ValueError, "mask", "(0, 3)"):
        share_of_blocks(np.zeros((0, 3)), 1)
    with refused(TypeError, "mask"):
        share_of_blocks([[0, 1]], 1)
    with refused(ValueError, "block_size", "0"):
        share_of_blocks(np.zeros((3, 3)), 0)


def test_as_a_program_it_prints_both_keys_of_token_2(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(online_softmax.__file__, run_name="__main__")
    out = capsys.readouterr().out
    assert out.isascii()
    share = exp(sqrt(2)) / (1 + exp(sqrt(2)))
    assert f"{share:.3f} {-(1 - share) + 2 * share:.3f}" == out.splitlines()[-1][-11:]
