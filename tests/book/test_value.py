from collections.abc import Mapping, Sequence

import pytest

from _ext.value import evaluate, typeset


class FakeKernel:
    """Evaluates in this process, with outputs in the shape of a real kernel's."""

    def __init__(self, **names: object) -> None:
        self.names = names

    def eval_variable(self, name: str) -> Sequence[Mapping[str, object]]:
        try:
            value = eval(name, dict(self.names))  # noqa: S307 - the tests' own expressions
        except Exception as error:  # noqa: BLE001 - a kernel reports whatever comes
            told = {"ename": type(error).__name__, "evalue": str(error)}
            return [{"output_type": "error", **told}]
        return [{"output_type": "execute_result", "data": {"text/plain": repr(value)}}]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x:.2f", "-18.00"),
        ("x", "-18.0"),
        ("{'a': 1}['a']:03d", "001"),
        ("\"dog\" + 'bit'", "dogbit"),
        ("[1, 2][0]", "1"),
        ("x:>8.1f", "   -18.0"),
        ("x!r", "-18.0"),
    ],
)
def test_an_expression_is_formatted_as_in_an_f_string(expression: str, expected: str) -> None:
    assert evaluate(FakeKernel(x=-18.0), expression) == expected


@pytest.mark.parametrize(
    ("expression", "told"),
    [("y:.2f", "NameError: name 'y'"), ("x:.2q", "ValueError"), ("x +", "SyntaxError")],
)
def test_a_failing_expression_is_an_error(expression: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        evaluate(FakeKernel(x=1.0), expression)


def test_no_output_at_all_is_an_error() -> None:
    class Silent:
        def eval_variable(self, name: str) -> Sequence[Mapping[str, object]]:  # noqa: ARG002
            return []

    with pytest.raises(ValueError, match="expected one text"):
        evaluate(Silent(), "x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-18.00", "−18.00"),
        ("[-1, 2 - 3, -.5]", "[−1, 2 - 3, −.5]"),
        ("dog-4", "dog-4"),
        ("-inf", "−∞"),
        ("information", "information"),
        ("1.2e-05", "1.2\u00a0×\u00a010<−5>"),
        ("-3e+08 or 1e10", "−3\u00a0×\u00a010<8> or 1e10"),
        ("nan", "nan"),
    ],
)
def test_numbers_are_set_as_print_sets_them(text: str, expected: str) -> None:
    parts = typeset(text)
    marked = (f"<{p.astext()}>" if p.children else p.astext() for p in parts)
    assert "".join(marked) == expected
