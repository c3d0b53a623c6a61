"""Exercise 6.4f: find the bug. 2 points."""


def find_the_bug() -> dict[str, str]:
    """Return what is wrong with each of six masks.

    Each mask came out of somebody's program, and at most one thing is wrong with it. It has a row
    for each of N queries and a column for each of M keys, 0 where a query may look and −∞ where it
    may not. The queries are the last N of the M tokens.

    **A** is meant to be causal, N = 4, M = 4::

        −∞  −∞  −∞  −∞
         0  −∞  −∞  −∞
         0   0  −∞  −∞
         0   0   0  −∞

    **B** is meant to be causal, N = 2, M = 5::

         0  −∞  −∞  −∞  −∞
         0   0  −∞  −∞  −∞

    **C** is meant to hide the padding, and nothing else, N = 4, M = 4. The ids of the tokens are
    8, 6, 0, 0, and 0 is the placeholder::

         0   0   0   0
         0   0   0   0
        −∞  −∞  −∞  −∞
        −∞  −∞  −∞  −∞

    **D** is meant to be a sliding window of 2, N = 5, M = 5::

         0  −∞  −∞  −∞  −∞
         0   0  −∞  −∞  −∞
         0   0   0  −∞  −∞
        −∞   0   0   0  −∞
        −∞  −∞   0   0   0

    **E** is meant to be causal, N = 3, M = 5::

         0   0   0  −∞  −∞
         0   0   0   0  −∞
         0   0   0   0   0

    **F** is meant to be causal and to hide the padding, N = 4, M = 4. The ids of the tokens are
    8, 6, 4, 0, and 0 is the placeholder::

         0   0  −∞  −∞
         0   0   0  −∞
         0   0   0  −∞
         0   0   0  −∞

    Returns
    -------
    dict
        An entry for each of "A", "B", "C", "D", "E" and "F": one of these words, spelt as here. A
        word may be right for several masks, or for none.

        - "nothing-wrong": the mask is what it is meant to be.
        - "top-left": the queries were taken for the first tokens instead of the last.
        - "diagonal-hidden": the key of the query's own token was hidden as well.
        - "future-shown": one token after the query's own was not hidden.
        - "past-hidden": what comes before the query was hidden, and what comes after it was not.
        - "one-too-many": one token more of the past was shown than the window holds.
        - "rows-instead-of-columns": the placeholders' queries were hidden instead of their keys.
        - "turned-round": 0 and −∞ were exchanged.

    Examples
    --------
    >>> sorted(find_the_bug())
    ['A', 'B', 'C', 'D', 'E', 'F']
    """
    # TODO: write this function.
    raise NotImplementedError
