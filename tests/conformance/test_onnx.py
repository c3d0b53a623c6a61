"""Every case that the installed onnx generates for these operators, none left out."""

import warnings
from typing import Any

import numpy as np
import pytest
from tests.conformance.adapter import OPERATORS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Onnx warns about its own cases while it makes them.
    from onnx.backend.test.case.node import collect_testcases
    from onnx.backend.test.runner import Runner
    from onnx.helper import get_attribute_value

    # Cases of more than one node spell an operator out in others.
    CASES = [case for case in collect_testcases() if len(case.model.graph.node) == 1]

RUNS = [
    pytest.param(way, case, id=f"{way}-{case.name}")
    for way in OPERATORS
    for case in CASES
    if way.partition(",")[0] == case.model.graph.node[0].op_type
]


@pytest.mark.parametrize("way", OPERATORS)
def test_there_are_cases(way: str) -> None:
    assert [run for run in RUNS if way == run.values[0]]


@pytest.mark.parametrize(("way", "case"), RUNS)
def test_onnx(way: str, case: Any, record_property: Any) -> None:  # noqa: ANN401
    record_property("operator", way)
    (node,) = case.model.graph.node
    attributes = {a.name: get_attribute_value(a) for a in node.attribute}
    assert case.data_sets
    for given, expected in case.data_sets:
        named = dict(zip((i.name for i in case.model.graph.input), given, strict=True))
        inputs = [np.asarray(named[name]) if name else None for name in node.input]
        outputs = OPERATORS[way](inputs, attributes)
        assert outputs[0] is not None
        wanted = [place for place, name in enumerate(node.output) if name]
        compared = [
            (reference, outputs[place])
            for place, reference in zip(wanted, expected, strict=True)
            if outputs[place] is not None
        ]
        # ONNX's own comparison: type, shape, and entries within the case's tolerance.
        Runner.assert_similar_outputs(*zip(*compared, strict=True), rtol=case.rtol, atol=case.atol)
