"""Reading observations for networks."""

from undersea_env.compiling.jit import kernel


@kernel
def read_numbers(observations, stretches, numbers):
    """The bytes of some stretches (from, to), one after the other, as numbers of 32 bits."""
    for i in range(len(observations)):
        place = 0
        for k in range(len(stretches)):
            start, stop = stretches[k, 0], stretches[k, 1]
            for column in range(start, stop):
                numbers[i, place + column - start] = observations[i, column]
            place += stop - start


@kernel
def read_cards(observations, single_columns, pooled_columns, pools, used_columns, singles, counts):
    """Card numbers of single cards, and how often each card is in each pool; 0 is no card.

    A card of `pooled_columns[k]` is in the pool `pools[k]`; if the byte at `used_columns[k]` is set (0: there is none),
    in the pool after it.
    """
    counts[:] = 0.0
    for i in range(len(observations)):
        for k in range(len(single_columns)):
            singles[i, k] = observations[i, single_columns[k]]
        for k in range(len(pooled_columns)):
            card = observations[i, pooled_columns[k]]
            if card:
                pool = pools[k]
                if used_columns[k] and observations[i, used_columns[k]]:
                    pool += 1
                counts[i, pool, card] += 1.0
