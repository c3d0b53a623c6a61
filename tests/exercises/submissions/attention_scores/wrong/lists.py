"""Bug: a list of lists is returned.

Caught by: one sequence
Diagnosis: a result of type list came back
"""

import math


def attention_scores(query, key):
    root = math.sqrt(query.shape[-1])
    return [[sum(q * k) / root for k in key] for q in query]
