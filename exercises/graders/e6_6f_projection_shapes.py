"""6.6, the shapes of the four joined matrices, also where the heads do not add up to d_model."""

from collections.abc import Callable

from numpy.random import Generator

from graders.exercise import Case, Check, Exercise, Mistake

Shape = tuple[int, int]
Shapes = tuple[Shape, ...]


def oracle(n_heads: int, d_k: int, d_v: int, d_model: int) -> Shapes:
    """Set the heads' matrices side by side, and W^O below what they make."""
    columns = {"query": 0, "key": 0, "value": 0}
    for _ in range(n_heads):
        columns["query"] += d_k
        columns["key"] += d_k
        columns["value"] += d_v
    projections = tuple((d_model, width) for width in columns.values())
    return *projections, (columns["value"], d_model)


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return the usual widths, then heads that do not add up to d_model, then d_v ≠ d_k."""

    def different(n: int) -> list[int]:
        return [int(size) for size in rng.choice([2, 3, 5, 7, 11, 13], size=n, replace=False)]

    def alike() -> Case:
        h, d, d_model = different(3)
        return Case((h, d, d, d_model))

    return (
        Check("the usual widths", (Case((2, 3, 3, 6)), Case((3, 2, 2, 6)), Case((8, 64, 64, 512)))),
        Check("heads that do not add up to d_model", (Case((2, 3, 3, 4)), alike(), alike())),
        Check(
            "d_v that is not d_k",
            (
                Case((2, 3, 4, 5)),
                Case((1, 4, 2, 3)),
                Case((2, 3, 5, 6)),
                Case((2, 5, 3, 6)),
                *(Case(tuple(different(4))) for _ in range(3)),
            ),
        ),
    )


def shaping(
    query: Callable[[int, int, int, int], Shape] = lambda h, d_k, d_v, d: (d, h * d_k),
    value: Callable[[int, int, int, int], Shape] = lambda h, d_k, d_v, d: (d, h * d_v),
    output: Callable[[int, int, int, int], Shape] = lambda h, d_k, d_v, d: (h * d_v, d),
) -> Callable[[int, int, int, int], Shapes]:
    """Return the shapes with some of them got in another way."""

    def shapes(n_heads: int, d_k: int, d_v: int, d_model: int) -> Shapes:
        parts = query, query, value, output
        return tuple(part(n_heads, d_k, d_v, d_model) for part in parts)

    return shapes


MISTAKES = (
    Mistake(
        "W^O has h·d_k rows here. It multiplies the joined outputs of the heads, and these are "
        "averages of values, d_v wide each.",
        shaping(output=lambda h, d_k, d_v, d: (h * d_k, d)),
    ),
    Mistake(
        "the values have the width of the keys here. d_v need not be d_k.",
        shaping(
            value=lambda h, d_k, d_v, d: (d, h * d_k), output=lambda h, d_k, d_v, d: (h * d_k, d)
        ),
    ),
    Mistake(
        "w_value has h·d_k columns here. It makes the values of all heads, d_v wide each.",
        shaping(value=lambda h, d_k, d_v, d: (d, h * d_k)),
    ),
    Mistake(
        "d_k and d_v are exchanged. Queries and keys are d_k wide, values d_v.",
        shaping(
            query=lambda h, d_k, d_v, d: (d, h * d_v),
            value=lambda h, d_k, d_v, d: (d, h * d_k),
            output=lambda h, d_k, d_v, d: (h * d_k, d),
        ),
    ),
    Mistake(
        "W^O is d_model × d_model here. That is so only where the heads add up to d_model: the "
        "joined outputs are h·d_v wide.",
        shaping(output=lambda h, d_k, d_v, d: (d, d)),
    ),
    Mistake(
        "W^O lies on its side. What goes in sets the rows, h·d_v; what comes out sets the columns.",
        shaping(output=lambda h, d_k, d_v, d: (d, h * d_v)),
    ),
    Mistake(
        "all four matrices lie on their side. X W^Q has a row for each token, so W^Q has a row for "
        "each of a token's d_model features.",
        shaping(
            query=lambda h, d_k, d_v, d: (h * d_k, d),
            value=lambda h, d_k, d_v, d: (h * d_v, d),
            output=lambda h, d_k, d_v, d: (d, h * d_v),
        ),
    ),
    Mistake(
        "these are the matrices of one head. With all heads side by side, each width is there h "
        "times.",
        shaping(
            query=lambda h, d_k, d_v, d: (d, d_k),
            value=lambda h, d_k, d_v, d: (d, d_v),
            output=lambda h, d_k, d_v, d: (d_v, d),
        ),
    ),
    Mistake(
        "W^O has the rows of one head. It multiplies the outputs of all heads, side by side.",
        shaping(output=lambda h, d_k, d_v, d: (d_v, d)),
    ),
    Mistake(
        "this takes d_model / h for the width of a head. That is usual, but here d_k and d_v are "
        "given, and need not add up.",
        shaping(
            query=lambda h, d_k, d_v, d: (d, d // h * h),
            value=lambda h, d_k, d_v, d: (d, d // h * h),
            output=lambda h, d_k, d_v, d: (d // h * h, d),
        ),
    ),
    Mistake(
        "all four are d_model × d_model here. That is so only where the heads add up to d_model.",
        lambda n_heads, d_k, d_v, d_model: ((d_model, d_model),) * 4,
    ),
)

EXERCISE = Exercise(
    number="6.6f",
    title="The shapes of the projections",
    function="projection_shapes",
    parameters=("n_heads", "d_k", "d_v", "d_model"),
    file="e6_6f_projection_shapes.py",
    points=2,
    hint=(
        "Rows are what goes in, columns are what comes out. Follow one token: how wide is it "
        "before each of the four matrices, and how wide after it, all heads together?"
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
