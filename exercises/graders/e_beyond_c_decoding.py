"""Beyond the module: one new token attends to the cached keys and values, and to its own."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import attention, attention_but

Array: TypeAlias = NDArray[Any]
Results: TypeAlias = tuple[Array, Array, Array]


def oracle(
    query: Array, key: Array, value: Array, cached_keys: Array, cached_values: Array
) -> Results:
    """Go through the batch one sequence at a time; append, then attend to everything."""
    *batch, n_cached, d_k = cached_keys.shape
    output = np.empty(value.shape)
    keys = np.empty((*batch, n_cached + 1, d_k))
    values = np.empty((*batch, n_cached + 1, value.shape[-1]))
    for index in np.ndindex(*batch):
        all_keys = [*cached_keys[index].tolist(), *key[index].tolist()]
        all_values = [*cached_values[index].tolist(), *value[index].tolist()]
        output[index] = loops.attention(query[index].tolist(), all_keys, all_values)
        keys[index], values[index] = all_keys, all_values
    return output, keys, values


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return caches in which no two sizes are equal unless that is what is tried."""

    def case(n_cached: int, d_k: int, d_v: int, *batch: int, size: float = 1.5) -> Case:
        shapes = (
            (*batch, 1, d_k),
            (*batch, 1, d_k),
            (*batch, 1, d_v),
            (*batch, n_cached, d_k),
            (*batch, n_cached, d_v),
        )
        return Case(tuple(rng.normal(scale=size, size=shape).round(3) for shape in shapes))

    def large(keys: list[list[float]], value: list[list[float]]) -> Case:
        """Make a batch of which the last key and value of each sequence are the new ones."""
        query = np.array([[[2.0, 0, 0, 0]]] * len(keys))
        all_keys = np.zeros((*np.shape(keys), 4))
        all_keys[..., 0], all_keys[..., 1] = keys, 7.0
        all_values = np.array([value] * len(keys))
        return Case(
            (
                query,
                all_keys[:, -1:],
                all_values[:, -1:],
                all_keys[:, :-1],
                all_values[:, :-1],
            )
        )

    def bad(refused: str, **wrong: tuple[int, int]) -> Case:
        shapes: dict[str, tuple[int, int]] = {
            "query": (1, 4),
            "key": (1, 4),
            "value": (1, 2),
            "cached_keys": (3, 4),
            "cached_values": (3, 2),
        }
        return Case(tuple(np.ones(shape) for shape in (shapes | wrong).values()), refused)

    rows = [[1.0, 10, 5], [2.0, 30, 7], [4.0, -20, 3]]
    return (
        Check(
            "some tokens cached",
            (
                Case(
                    (
                        np.array([[1.0, 0.0, 0.0, 0.0]]),
                        np.array([[2 * np.log(3.0), 1.0, 0.0, 0.0]]),
                        np.array([[20.0]]),
                        np.array([[0.0, 5.0, 0.0, 0.0]]),
                        np.array([[10.0]]),
                    )
                ),
                case(2, 3, 4),
                case(3, 3, 3),
                case(6, 4, 2),
            ),
        ),
        Check("nothing cached yet", (case(0, 3, 2), case(0, 2, 4), case(0, 3, 3))),
        Check("a batch of sequences", (case(1, 4, 2, 3), case(3, 3, 3, 3), case(5, 4, 3, 2))),
        Check(
            "sequences and heads",
            (
                Case(
                    (
                        np.array([[[[1.0, 2.0]]], [[[3.0, 1.0]]]]),
                        np.array([[[[1.0, 0.0]]], [[[1.0, 1.0]]]]),
                        np.array([[[[2.0]]], [[[4.0]]]]),
                        np.array([[[[0.0, 1.0], [1.0, 1.0]]], [[[2.0, 0.0], [0.0, 1.0]]]]),
                        np.array([[[[5.0], [3.0]]], [[[1.0], [7.0]]]]),
                    )
                ),
                case(2, 3, 4, 2, 2),
                case(4, 3, 5, 2, 3),
                case(3, 4, 2, 4, 3),
                case(0, 3, 5, 6, 4),
            ),
        ),
        # Scaled by √4, the first entries of the keys are the scores.
        Check(
            "scores of 1000 and -1000",
            (
                large([[1000.0, 998, 999], [-1000.0, -1002, -1001]], rows),
                large([[-1000.0, 1000, 999], [1000.0, -1000, -998]], rows),
                case(7, 5, 4, 3, size=20.0),
            ),
        ),
        Check(
            "shapes that disagree",
            (
                bad("a query of width 3 has no dot product with keys of width 4", query=(1, 3)),
                bad("a query of width 1 has no dot product with keys of width 4", query=(1, 1)),
                bad("a key of width 3 cannot join keys of width 4", key=(1, 3), query=(1, 3)),
                bad("a key of width 1 cannot join keys of width 4", key=(1, 1)),
                bad("a key of width 4 cannot join keys of width 1", cached_keys=(3, 1)),
                bad("a value of width 1 cannot join values of width 2", value=(1, 1)),
                bad("a value of width 2 cannot join values of width 1", cached_values=(3, 1)),
                bad("3 cached keys need 3 cached values, and there are 4", cached_values=(4, 2)),
                bad("3 cached keys need 3 cached values, and there is 1", cached_values=(1, 2)),
                bad("3 cached keys need 3 cached values, and there are none", cached_values=(0, 2)),
                bad("3 cached values need 3 cached keys, and there is 1", cached_keys=(1, 4)),
                bad("3 cached values need 3 cached keys, and there are none", cached_keys=(0, 4)),
            ),
        ),
    )


def step_but(
    *,
    join: Callable[[Array, Array], Array] = lambda cached, new: np.concatenate(
        [cached, new], axis=-2
    ),
    attend: Callable[..., Array] = attention,
    own: Callable[[Array, Array], Array] = lambda query, key: key,
    result: Callable[[Array, Array, Array], Results] = lambda output, keys, values: (
        output,
        keys,
        values,
    ),
) -> Callable[[Array, Array, Array, Array, Array], Results]:
    """Return a step with one part done in another way.

    Parameters
    ----------
    join
        Makes one array of a cache and what is new.
    attend
        Takes the query and what was joined.
    own
        What the new token adds to the cache, from its query and key.
    result
        What is returned, from the output and what was joined.
    """

    def step(
        query: Array, key: Array, value: Array, cached_keys: Array, cached_values: Array
    ) -> Results:
        keys = join(cached_keys, own(query, key))
        values = join(cached_values, value)
        return result(attend(query, keys, values), keys, values)

    return step


def _shifted(cached: Array, new: Array) -> Array:
    return np.concatenate([cached, new], axis=-2)[..., 1:, :]


def _left_out(
    query: Array, key: Array, value: Array, cached_keys: Array, cached_values: Array
) -> Results:
    _, keys, values = step_but()(query, key, value, cached_keys, cached_values)
    return attention(query, cached_keys, cached_values), keys, values


def _left_out_zeros(
    query: Array, key: Array, value: Array, cached_keys: Array, cached_values: Array
) -> Results:
    _, keys, values = step_but()(query, key, value, cached_keys, cached_values)
    return np.zeros(value.shape), keys, values


def _old_cache(
    query: Array, key: Array, value: Array, cached_keys: Array, cached_values: Array
) -> Results:
    output, *_ = step_but()(query, key, value, cached_keys, cached_values)
    return output, cached_keys, cached_values


def _first_not_kept(
    query: Array, key: Array, value: Array, cached_keys: Array, cached_values: Array
) -> Results:
    if cached_keys.shape[-2] == 0:
        return value, cached_keys, cached_values
    return step_but()(query, key, value, cached_keys, cached_values)


MISTAKES = (
    Mistake(
        "the output is exactly that of the cached tokens alone. The new token may attend to "
        "itself: append its key and value first.",
        _left_out,
    ),
    Mistake(
        "the first token has nothing behind it, but it still has itself: its own value comes out.",
        _left_out_zeros,
        in_part=True,
    ),
    Mistake(
        "the output is right, but what comes back are the old keys and values. The next step "
        "needs those of the new token too.",
        _old_cache,
    ),
    Mistake(
        "the first token's key and value are not kept. The next step needs them.",
        _first_not_kept,
    ),
    Mistake(
        "the new token stands in front. It is the newest, and its place is the end.",
        step_but(join=lambda cached, new: np.concatenate([new, cached], axis=-2)),
    ),
    Mistake(
        "the oldest token has been pushed out. All T cached tokens stay, and the new one makes "
        "T + 1.",
        step_but(join=_shifted),
        in_part=True,
    ),
    Mistake(
        "what is new has been joined along the first axis. With leading axes that is the batch; "
        "the tokens are along the last axis but one.",
        step_but(join=lambda cached, new: np.concatenate([cached, new], axis=0)),
    ),
    Mistake(
        "what is new has been joined along axis 1, which is where the tokens of a batch lie. With "
        "more leading axes, or none, they lie elsewhere: always along the last axis but one.",
        step_but(join=lambda cached, new: np.concatenate([cached, new], axis=1)),
    ),
    Mistake(
        "what is new has been joined along the features. It is one more token, one more row: the "
        "last axis but one.",
        step_but(join=lambda cached, new: np.concatenate([cached, new], axis=-1)),
    ),
    Mistake(
        "the output is exactly the oldest token's value: of the causal mask you used the first "
        "row, counted from the top left corner. The new token is the last one, and its row of the "
        "mask hides nothing.",
        step_but(attend=lambda query, keys, values: values[..., :1, :]),
    ),
    Mistake(
        "the output is exactly what you get without dividing the scores by √d_k.",
        step_but(attend=attention_but(scale=lambda query, key, value: 1.0)),
    ),
    Mistake(
        "the output is exactly what you get by dividing by d_k instead of √d_k.",
        step_but(attend=attention_but(scale=lambda query, key, value: 1 / query.shape[-1])),
    ),
    Mistake(
        "the output is exactly what you get by dividing by the root of T + 1, the number of keys. "
        "The scores are sums over the width of the keys: divide by √d_k.",
        step_but(attend=attention_but(scale=lambda query, key, value: key.shape[-2] ** -0.5)),
    ),
    Mistake(
        "the output is exactly what you get by dividing by √T, with the number of cached keys. "
        "The scores are sums over the width of the keys: divide by √d_k.",
        step_but(
            attend=attention_but(
                scale=lambda query, key, value: float(np.divide(1, (key.shape[-2] - 1) ** 0.5))
            )
        ),
    ),
    Mistake(
        "the output is exactly the sum of the values: a softmax along the axis of queries, of "
        "which there is one, gives each key the weight 1. It goes along the keys, the last axis.",
        step_but(attend=attention_but(axis=-2, shift=-2)),
    ),
    Mistake(
        "the output is exactly the average of the keys. The weights average the values.",
        step_but(attend=lambda query, keys, values: attention(query, keys, keys)),
    ),
    Mistake(
        "the query has been put among the keys. What the next tokens ask is compared with the new "
        "token's key.",
        step_but(own=lambda query, key: query),
    ),
    Mistake(
        "keys and values have changed places in the result. The order is output, keys, values.",
        step_but(result=lambda output, keys, values: (output, values, keys)),
    ),
    Mistake(
        "the three results are the right ones, but the output comes last. The order is output, "
        "keys, values.",
        step_but(result=lambda output, keys, values: (keys, values, output)),
    ),
    Mistake(
        "this is what comes out when e to the score overflows, or becomes 0 for all of them. Take "
        "the largest score off before the exponential; it changes no weight.",
        step_but(attend=attention_but(shift=None)),
    ),
    Mistake(
        "this is what comes out when the largest score of the whole batch is taken off. Far below "
        "it every exponential becomes 0, and 0/0 is NaN: use each query's own maximum.",
        step_but(attend=attention_but(shift=(0, -2, -1))),
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="beyond-c",
    title="One step of decoding",
    function="decode_step",
    parameters=("query", "key", "value", "cached_keys", "cached_values"),
    file="e_beyond_c_decoding.py",
    points=4,
    hint=(
        "Write the causal mask for all T + 1 tokens, and look at its last row. Which of the T + 1 "
        "keys does it hide? Along which axis do the tokens lie, counted from the back?"
    ),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
