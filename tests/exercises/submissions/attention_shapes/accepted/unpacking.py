"""The sizes by name."""


def attention_shapes(query_shape, key_shape, value_shape):
    n_queries, d_k = query_shape
    n_keys, d_key = key_shape
    n_values, d_v = value_shape
    if d_k != d_key:
        raise ValueError(f"query is {d_k} wide and key {d_key}")
    if n_keys != n_values:
        raise ValueError(f"{n_keys} keys and {n_values} values")
    return (n_queries, n_keys), (n_queries, d_v)
