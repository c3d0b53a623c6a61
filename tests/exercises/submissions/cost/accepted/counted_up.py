"""The crossover is counted up from 1; both costs are made from what they share."""

from itertools import count


def cost(n_tokens, d_model):
    shared = 2 * n_tokens * d_model
    more = next(n for n in count(1) if n > 2 * d_model)
    return shared * 2 * d_model, shared * n_tokens, more
