"""The terms behind every step add up to what attention computes."""

import runpy

import numpy as np
import pytest
from tests import loops
from tests.tools import close, normal, refused

from attention_course.experiments import worked_steps
from attention_course.experiments.worked_steps import work_out

QUERY, KEY, VALUE = normal(0, 3, 5), normal(1, 3, 5), normal(2, 3, 2)
CAUSAL = [[0.0 if j <= i else -np.inf for j in range(3)] for i in range(3)]


@pytest.mark.parametrize("mask", ["on", "off"])
@pytest.mark.parametrize("scale", ["on", "off"])
def test_each_setting_is_an_attention_of_its_own(mask: str, scale: str) -> None:
    worked = {setting: one.steps for setting, one in work_out(QUERY, KEY, VALUE).items()}
    output, weights = loops.attention(
        QUERY.tolist(),
        KEY.tolist(),
        VALUE.tolist(),
        mask=CAUSAL if mask == "on" else None,
        scale=None if scale == "on" else 1.0,
    )
    assert 4 == len(worked)
    (steps,) = (one for setting, one in worked.items() if setting == (mask, scale))
    close(weights, steps.weights)
    close(output, steps.output)


@pytest.mark.parametrize("setting", [("on", "on"), ("on", "off"), ("off", "on"), ("off", "off")])
def test_terms_add_up_to_the_results(setting: tuple[worked_steps.Switch, ...]) -> None:
    mask, scale = setting
    worked = work_out(QUERY, KEY, VALUE)[mask, scale]
    close(worked.steps.scores, worked.products.sum(axis=2))
    close(worked.steps.weights, worked.exponentials / worked.totals[:, None])
    close(worked.steps.output, worked.shares.sum(axis=1))


def test_powers_out_of_range_leave_the_weights_alone() -> None:
    worked = work_out([[1000.0]], [[1.0]], [[2.0]])["on", "on"]
    assert np.inf == worked.totals[0]
    close([[1.0]], worked.steps.weights)


def test_batches_are_refused() -> None:
    batch = normal(0, 2, 3, 4)
    with refused(ValueError, "query, key", "(2, 3, 3)"):
        work_out(batch, batch, batch)


def test_running_it_prints_four_lines(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(worked_steps.__file__, run_name="__main__")
    assert 4 == len(capsys.readouterr().out.splitlines())
