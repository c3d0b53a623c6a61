"""One attention, trained with the division and without it."""

import runpy
from functools import cache
from math import hypot, inf, isnan, sqrt

import numpy as np
import pytest
from tests import loops
from tests.tools import close, refused, same

from attention_course.experiments import learning_to_recall
from attention_course.experiments.learning_to_recall import (
    Runs,
    Training,
    compare_step_sizes,
    learn_to_recall,
)


@pytest.mark.parametrize("scale", [None, 0.9])
@pytest.mark.parametrize("start", [1.0, 2.0])
def test_each_step_is_the_gradient_by_loops(scale: float | None, start: float) -> None:
    d_k, step_size, steps = 3, 0.7, 3
    found = learn_to_recall(
        np.random.default_rng(5), d_k, step_size=step_size, scale=scale, start=start, steps=steps
    )
    factor = 1 / sqrt(3) if scale is None else scale
    assert (d_k, factor, step_size) == (found.d_k, found.scale, found.step_size)

    rng = np.random.default_rng(5)
    w_query, w_key = start / sqrt(32) * rng.standard_normal((2, 32, d_k))
    for step in range(steps):
        tokens = rng.standard_normal((16, 16, 32))
        values = rng.choice([-1.0, 1.0], size=(16, 16, 8))
        places = rng.integers(16, size=(16, 1, 1)).ravel()
        loss, largest, at_weights, at_scores = 0.0, 0.0, [], []
        moves = np.zeros((2, 32, d_k))
        for x, value, place in zip(tokens, values.tolist(), places, strict=True):
            query, key = [(x[place] @ w_query).tolist()], (x @ w_key).tolist()
            (output,), (weights,) = loops.attention(query, key, value, scale=factor)
            errors = [o - w for o, w in zip(output, value[place], strict=True)]
            grad_output = [2 * e / (16 * 8) for e in errors]
            loss += sum(e * e for e in errors) / (16 * 8)
            largest += max(weights) / 16
            grad_query, grad_key, _ = loops.attention_backward(
                query, key, value, [grad_output], scale=factor
            )
            given = [sum(g * v for g, v in zip(grad_output, row, strict=True)) for row in value]
            slopes = loops.jacobian([factor * s for s in loops.scores(query, key)[0]])
            at_weights += given
            at_scores += [sum(a * b for a, b in zip(row, given, strict=True)) for row in slopes]
            moves[0] += np.outer(x[place], grad_query[0])
            moves[1] += x.T @ np.array(grad_key)
        w_query, w_key = w_query - step_size * moves[0], w_key - step_size * moves[1]
        seen = [getattr(found, name)[step] for name in ("losses", "largest")]
        assert [loss, largest] == pytest.approx(seen, rel=1e-9)
        assert hypot(*at_weights) == pytest.approx(found.at_weights[step], rel=1e-9)
        assert hypot(*at_scores) == pytest.approx(found.at_scores[step], rel=1e-9)


def test_a_smaller_start_and_smaller_steps_make_up_for_the_division() -> None:
    for d_k in (7, 128):
        divided = learn_to_recall(np.random.default_rng(2), d_k, step_size=1.0, steps=30)
        made_up_for = learn_to_recall(
            np.random.default_rng(2),
            d_k,
            step_size=1 / sqrt(d_k),
            scale=1.0,
            start=d_k**-0.25,
            steps=30,
        )
        close(divided.losses, made_up_for.losses, rtol=1e-9)
        close(divided.at_scores, made_up_for.at_scores, rtol=1e-9)


@cache
def compared() -> learning_to_recall.StepSizes:
    return compare_step_sizes((0.1, 3.0), (1, 2), steps=120)


def test_with_a_large_step_size_only_the_scaled_model_learns() -> None:
    scaled, unscaled = compared().scaled, compared().unscaled
    assert scaled.final_losses[1].max() < 0.05
    assert unscaled.final_losses[1].min() > 1.2
    for run in unscaled.at(3.0):
        assert run.largest[-20:].mean() > 0.99
        assert np.median(run.at_scores[-20:]) < 1e-4 * np.median(run.at_weights[-20:])


def test_with_a_small_step_size_the_unscaled_model_learns_too() -> None:
    assert compared().unscaled.final_losses[0].max() < 0.1
    assert (0.1,) == compared().unscaled.learnt
    assert 3.0 in compared().scaled.learnt


def test_each_at_its_best_step_size_the_scaled_model_learns_sooner() -> None:
    (best, steps), (_, its_steps) = compared().scaled.soonest, compared().unscaled.soonest
    assert 3.0 == best
    assert its_steps > 4 * steps


def test_both_ways_start_alike_and_see_the_same_tasks() -> None:
    # A width of 1 is not divided at all.
    both = compare_step_sizes((0.5,), (3,), d_k=1, steps=4)
    same(both.scaled.at(0.5)[0].losses, both.unscaled.at(0.5)[0].losses)
    assert (1, (0.5,), (3,)) == (both.d_k, both.step_sizes, both.seeds)


def test_a_run_depends_on_its_seed_and_step_size_only() -> None:
    several = compare_step_sizes((0.5, 1.0), (3, 4), d_k=2, steps=4)
    alone = learn_to_recall(np.random.default_rng(4), 2, step_size=1.0, steps=4)
    same(alone.losses, several.scaled.at(1.0)[1].losses)
    assert alone.losses[0] != several.scaled.at(1.0)[0].losses[0]


def training(*losses: float) -> Training:
    some = np.array(losses)
    return Training(2, 1.0, 1.0, some, 2 * some, 3 * some, np.ones_like(some))


def test_the_end_is_the_last_twenty_steps() -> None:
    assert 0.25 == training(*[9.0] * 20, *[0.0, 0.5] * 10).final_loss
    assert 0.5 == training(0.25, 0.75).final_loss


def test_a_run_has_learnt_once_ten_losses_in_a_row_are_low_on_average() -> None:
    assert 3 == training(1.0, 1.0, 1.0, *[0.05] * 20).steps_taken
    assert 0 == training(*[0.05] * 10).steps_taken
    assert inf == training(*[0.05] * 9).steps_taken
    assert inf == training(*[0.2] * 40).steps_taken
    assert 1 == training(1.0, 0.4, *[0.05] * 9, 9.0).steps_taken


def test_a_step_size_counts_as_learnt_if_every_start_ends_low() -> None:
    low, high = training(*[0.05] * 10), training(*[0.2] * 10)
    runs = Runs((0.1, 1.0, 2.0), ((low, low), (low, high), (low, low)))
    assert (0.1, 2.0) == runs.learnt
    close([[0.05, 0.05], [0.05, 0.2], [0.05, 0.05]], runs.final_losses)


def test_the_soonest_is_the_best_on_average_where_every_start_gets_there() -> None:
    late, soon = training(*[1.0] * 4, *[0.0] * 10), training(*[1.0] * 2, *[0.0] * 12)
    never = training(*[1.0] * 20)
    runs = Runs((0.1, 1.0, 2.0), ((late, late), (late, soon), (soon, never)))
    size, steps = runs.soonest
    assert 1.0 == size
    assert (4 + 2) / 2 == steps
    size, steps = Runs((0.1,), ((never,),)).soonest
    assert isnan(size)
    assert inf == steps


def test_a_course_is_medians_over_starts_and_five_steps() -> None:
    runs = Runs((1.0,), ((training(1, 2, 3, 4, 5, 9, 9), training(6, 7, 8, 9, 10, 1, 1)),))
    course = runs.course(1.0)
    same([0, 5], course.steps)
    same([5.5, 5.0], course.losses)
    same([16.5, 15.0], course.at_scores)
    with refused(ValueError, "step_size", "2.0", "(1.0,)"):
        runs.course(2.0)


def test_what_does_not_fit_is_refused() -> None:
    rng = np.random.default_rng(1)
    with refused(TypeError, "rng", "7", "Generator"):
        learn_to_recall(7, step_size=1.0)  # type: ignore[arg-type]
    for name, wrong in (("d_k", 0), ("steps", 0)):
        with refused(ValueError, name, "0"):
            learn_to_recall(rng, **{"step_size": 1.0, name: wrong})  # type: ignore[arg-type]
    for name in ("step_size", "scale", "start"):
        with refused(ValueError, name, "nan"):
            learn_to_recall(rng, **{"step_size": 1.0, name: float("nan")})  # type: ignore[arg-type]
    for huge in (1e300, 1e308):
        with pytest.raises(ValueError, match="expected"):
            learn_to_recall(rng, 2, step_size=huge, steps=5)
    for numbers in ((), (1.0, 1.0)):
        with refused(ValueError, "step_sizes", str(list(numbers)), "each once"):
            compare_step_sizes(numbers, (1,))
    with refused(ValueError, "step_sizes", "0.0", "above 0"):
        compare_step_sizes((0.0,), (1,))
    with refused(ValueError, "seeds", "-1"):
        compare_step_sizes((1.0,), (-1,))
    with refused(TypeError, "seeds", "7"):
        compare_step_sizes((1.0,), 7)  # type: ignore[arg-type]


def test_as_a_program_it_prints_the_losses_of_every_run(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(learning_to_recall.__file__, run_name="__main__")
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [[float(number) for number in line.split()] for line in lines]
    assert [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30] == [row[0] for row in rows]
    assert {7} == {len(row) for row in rows}
    (large,) = (row for row in rows if row[0] == 3)
    assert min(large[1:4]) > 1
    assert max(large[4:]) < 0.1
