"""What softmax lets through of a gradient."""

import runpy
from math import hypot, sqrt

import numpy as np
import pytest
from tests import loops
from tests.tools import close, refused

from attention_course.experiments import gradient_shares
from attention_course.experiments.gradient_shares import Shares, measure_gradient_shares


@pytest.mark.parametrize("d_k", [2, 7, 61])
def test_a_share_is_what_the_whole_jacobian_leaves_of_a_length(d_k: int) -> None:
    n_keys, trials = 5, 67  # More than are done at once.
    found = measure_gradient_shares(np.random.default_rng(3), d_k, n_keys, trials)
    rng = np.random.default_rng(3)
    scores = []
    for _ in range(trials):
        query, key = rng.standard_normal(d_k).tolist(), rng.standard_normal((n_keys, d_k)).tolist()
        scores.append(loops.scores([query], key)[0])
    expected: dict[float, list[float]] = {1.0: [], sqrt(d_k): []}
    for row, given in zip(scores, rng.standard_normal((trials, n_keys)).tolist(), strict=True):
        for root, shares in expected.items():
            slopes = loops.jacobian([score / root for score in row])
            passed = [sum(a * b for a, b in zip(line, given, strict=True)) for line in slopes]
            shares.append(hypot(*passed) / hypot(*given))
    close(expected[1.0], found.unscaled.each, rtol=1e-7)
    close(expected[sqrt(d_k)], found.scaled.each, rtol=1e-9)


def test_the_middle_of_the_trials_is_told_by_their_order() -> None:
    shares = Shares(np.array([0.1, 0.5, 0.2, 0.4, 0.3, 0.0, 1.0, 0.9, 0.8, 0.7, 0.6]))
    assert 0.5 == shares.median
    assert 0.5 == pytest.approx(shares.mean)
    assert (0.1, 0.9) == pytest.approx(shares.middle)


def test_without_the_division_most_queries_hear_less_the_wider_they_are() -> None:
    found = [
        measure_gradient_shares(np.random.default_rng(1), d_k, trials=300) for d_k in (8, 64, 512)
    ]
    medians = [row.unscaled.median for row in found]
    assert medians[0] > 1.2 * medians[1]
    assert medians[1] > 10 * medians[2]
    assert found[2].scaled.median > 30 * medians[2]
    # The mean is carried by the few whose keys share the weight.
    assert found[2].unscaled.mean > 10 * medians[2]


def test_with_the_division_the_width_does_not_matter() -> None:
    medians = [
        measure_gradient_shares(np.random.default_rng(1), d_k, trials=300).scaled.median
        for d_k in (8, 64, 512)
    ]
    assert max(medians) < 1.15 * min(medians)


def test_a_little_sharpness_lets_more_through() -> None:
    narrow = measure_gradient_shares(np.random.default_rng(1), 8, trials=300)
    assert narrow.unscaled.median > 1.2 * narrow.scaled.median


def test_what_does_not_fit_is_refused() -> None:
    rng = np.random.default_rng(1)
    with refused(TypeError, "rng", "7", "Generator"):
        measure_gradient_shares(7, 8)  # type: ignore[arg-type]
    with refused(ValueError, "d_k", "0"):
        measure_gradient_shares(rng, 0)
    with refused(ValueError, "n_keys", "1"):
        measure_gradient_shares(rng, 8, 1)
    with refused(ValueError, "trials", "0"):
        measure_gradient_shares(rng, 8, 2, 0)


def test_as_a_program_it_prints_median_and_mean_at_each_width(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runpy.run_path(gradient_shares.__file__, run_name="__main__")
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [[float(number) for number in line.split()] for line in lines]
    assert [8, 16, 32, 64, 128, 256, 512] == [row[0] for row in rows]
    assert {5} == {len(row) for row in rows}
    assert rows[-1][1] < rows[0][1] / 10
