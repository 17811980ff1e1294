"""Compile the rules into the cache, so that whoever comes next only loads them."""

from undersea_env.compiling.warming import Part

MODULES = (
    "undersea_env.core.loop",
    "undersea_env.underwater_cities.kernel.scoring",
    "undersea_env.underwater_cities.kernel.redeal",
)


def warm_up() -> None:
    """Use each entry point once, with the types that the package uses."""
    import undersea_env
    from undersea_env.core.batch import Batch
    from undersea_env.underwater_cities.words.asking import kinds_to_build, prices_of, waiting_cards

    game = undersea_env.game(num_players=2)
    state = game.new_game(seed=0)
    state.apply_action(state.legal_actions[0])
    state.score_breakdown(0)
    state.observation(0)
    game.from_dict(state.resample(0, seed=1).to_dict())
    prices_of(state.states[0], game, 0, 0)
    kinds_to_build(state.states[0], game, 0)
    waiting_cards(state.states[0], game)
    batch = Batch(game, n=2)
    batch.observe()
    batch.scores()


PARTS = (Part("rules", warm_up, MODULES),)
