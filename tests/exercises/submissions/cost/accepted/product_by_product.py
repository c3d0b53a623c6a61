"""Six products, and a search by halving."""


def cost(n_tokens, d_model):
    def product(rows, inner, columns):
        return rows * inner * columns

    def parts(n):
        projected = sum(product(n, d_model, d_model) for _ in range(4))
        return projected, product(n, d_model, n) + product(n, n, d_model)

    low, high = 1, 1
    while parts(high)[1] <= parts(high)[0]:
        high *= 2
    while low < high:
        middle = (low + high) // 2
        if parts(middle)[1] > parts(middle)[0]:
            high = middle
        else:
            low = middle + 1
    return (*parts(n_tokens), low)
