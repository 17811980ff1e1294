"""What is compiled ahead besides the rules: the questions that words ask of them."""

from undersea_env.compiling.warming import Part


def use_words() -> None:
    """Use each entry point once, with the types that the package uses."""
    import undersea_env
    from undersea_env.underwater_cities.words.asking import kinds_to_build, prices_of, waiting_cards

    game = undersea_env.game(num_players=2)
    record = game.new_game(seed=0).states[0]
    prices_of(record, game, 0, 0)
    kinds_to_build(record, game, 0)
    waiting_cards(record, game)


def warm_up() -> None:
    """Compile the rules and all that words ask of them."""
    from undersea_env.core.warm import parts_of
    from undersea_env.underwater_cities.kind import KIND

    for part in parts_of(KIND):
        part.use()


PARTS = (Part("words", use_words, ("undersea_env.underwater_cities.kernel.asking",)),)
