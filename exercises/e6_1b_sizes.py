"""Exercise 6.1b: the sizes behind three stories. 2 points."""


def sizes() -> dict[str, tuple[int, int, int, int]]:
    """Return the sizes N, M, d_k and d_v of the attention in each of three stories.

    Work them out on paper and put the whole numbers in: {"message": (…, …, …, …), "subtitle": ...,
    "reply": ...}. An entry that is still three dots counts as not filled in, so you can take one
    story at a time. Each story holds some numbers that you don't need.

    "message": Somebody types "please feed the cat before you leave on Monday", and every word is a
    token. Each token is a vector of thirty-two numbers. Three projections make of it a query and a
    key of half a dozen numbers each, and a value of ten. All tokens ask, and each looks at all of
    them, itself included.

    "subtitle": The encoder has read a line of a film, fourteen tokens long. The decoder translates
    it, and has five tokens so far. Now each of these five asks what was said in the film. Its query
    is compared with keys that come from the encoder's tokens, as the values do. On both sides a
    token is a vector of forty-eight numbers. The matrix that makes the keys has a dozen columns,
    and the one that makes the values has twenty.

    "reply": A chat program has read a question of eighteen tokens and written three tokens of its
    answer. The keys and values of all these are in its cache. It has just written one token more,
    whose key and value join the cache as well, and only this token asks now. It looks at everything
    that is in the cache, itself included. A token is a vector of forty numbers. For each token the
    cache holds twenty-three numbers: eight are its key, and the others its value.

    Returns
    -------
    dict
        Under "message", "subtitle" and "reply": (N, M, d_k, d_v). N counts the tokens that ask, M
        those that are asked, d_k is the width of a key and d_v that of a value.

    Examples
    --------
    >>> sorted(sizes())
    ['message', 'reply', 'subtitle']
    """
    # TODO: write this function.
    raise NotImplementedError
