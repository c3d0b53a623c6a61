"""From what goes into each matrix and what comes out."""


def projection_shapes(n_heads, d_k, d_v, d_model):
    tokens, asked, told = d_model, sum([d_k] * n_heads), sum([d_v] * n_heads)
    steps = [(tokens, asked), (tokens, asked), (tokens, told), (told, tokens)]
    return tuple((int(rows), int(columns)) for rows, columns in steps)
