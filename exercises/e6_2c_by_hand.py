"""Exercise 6.2c: two tokens by hand. 2 points."""


def by_hand() -> dict[str, list[list[float]]]:
    """Return every step of attention for two tokens, worked out on paper.

    These are not the two tokens of section 6.2, but they are as small. A row for each token:

    ====== =========== =========== ===========
    token  query       key         value
    ====== =========== =========== ===========
    1      (3, -1)     (1, -1)     (1, 4)
    2      (-1, 2)     (3, 2)      (5, -2)
    ====== =========== =========== ===========

    Put your numbers in: {"scores": [[…, …], […, …]], "scaled": ..., and so on}. An entry that is
    still three dots counts as not filled in, so you can take one step at a time. Write three places
    after the point, and carry at least as many from step to step. Only the exponentials and the
    root need a calculator.

    Returns
    -------
    dict
        Five tables of two rows and two columns. Rows belong to the token that asks.

        "scores": the dot products Q Kᵀ.
        "scaled": the scores over the root of d_k.
        "weights": the softmax of the scaled scores, *without* a mask.
        "causal_weights": the softmax with the causal mask added before it.
        "causal_output": the averages of the values by the weights of the causal mask.

    Examples
    --------
    >>> sorted(by_hand())
    ['causal_output', 'causal_weights', 'scaled', 'scores', 'weights']
    """
    # TODO: write this function.
    raise NotImplementedError
