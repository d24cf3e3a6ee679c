"""Chooses samples by a seed, in the same way on every machine and as the TypeScript oracle."""


def numbers(seed):
    """Yields numbers in [0, 1) (mulberry32)."""
    state = seed & 0xFFFFFFFF
    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFFFFFF
        t ^= (t + ((t ^ (t >> 7)) * (t | 61) & 0xFFFFFFFF)) & 0xFFFFFFFF
        yield ((t ^ (t >> 14)) & 0xFFFFFFFF) / 2**32


def sample(items, n, seed):
    """Chooses up to n of the items, in their order."""
    random = numbers(seed)
    order = list(range(len(items)))
    for i in range(len(order) - 1, 0, -1):
        j = int(next(random) * (i + 1))
        order[i], order[j] = order[j], order[i]
    return [items[i] for i in sorted(order[:n])]
