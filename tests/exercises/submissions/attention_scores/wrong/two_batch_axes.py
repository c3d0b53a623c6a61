"""Bug: exactly two batch axes at most.

Caught by: sequences and heads
Diagnosis: It raised ValueError
"""

import numpy as np


def attention_scores(query, key):
    spec = {2: "id,jd->ij", 3: "bid,bjd->bij", 4: "bhid,bhjd->bhij"}
    if query.ndim not in spec:
        raise ValueError("too many axes")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError("widths differ")
    return np.einsum(spec[query.ndim], query, key) / np.sqrt(query.shape[-1])
