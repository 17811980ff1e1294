"""This game at the terminal: its words, its cards, and what counts as seen."""

from tests.shared.test_play import Terminal
from undersea_env.core.registry import kind_of
from undersea_env.underwater_cities.kernel.actions import LOOK_AT_THREE, SPECIAL

KIND = kind_of("underwater_cities")


def test_actions_are_chosen_by_number_and_by_words() -> None:
    terminal = Terminal(KIND, "human", "random")
    out = terminal.type("349", "discard Slipway")
    assert "  349  discard " in out
    assert len(terminal.session.actions) == 5                        # three by the agent, which discards first
    assert terminal.session.actions[3:] == [349, 347]


def test_questions_and_commands_change_nothing() -> None:
    terminal = Terminal(KIND, "human", "random")
    terminal.type()
    before = terminal.session.state.clone()
    out = terminal.type("? lab", "? 383", "? 347", "card 16", "card smuggling", "Card 999", "card no such",
                        "slot two-tunnels", "board x")
    assert terminal.session.state == before
    for words in ("may not choose action 383", "an answer is needed to: which card to discard? (3 too many in hand)",
                  "the question now is: which card to discard? (3 too many in hand); legal now: 6 actions",
                  "347 (discard", "is possible", "pay 1 credit: gain 2 steelplast", "Smuggling (no. 56)",
                  "There is no card 999", "No card is called 'no such'", "build 2 tunnels"):
        assert words in out


def test_a_decision_is_taken_back_until_a_hidden_card_is_seen() -> None:
    terminal = Terminal(KIND, "human", seed=3)
    session = terminal.session
    start = session.state.clone()
    terminal.type("347")
    assert session.actions == [347]
    terminal.type("undo")
    assert session.actions == []
    assert session.state == start
    assert "discards" not in terminal.type("log").split("seat 0>")[0].split("Face up")[-1]
    drawn = 0
    for _ in range(40):
        if session.state.is_terminal:
            break
        before, cards = session.state.clone(), int(session.state.states[0].era_deck_count)
        terminal.type_legal(1)
        count = len(session.actions)
        if session.state.is_terminal:
            break
        seen = int(session.state.states[0].era_deck_count) != cards
        out = terminal.type("undo")
        if seen:
            drawn += 1
            assert "cannot be taken back: something that was hidden" in out
            assert len(session.actions) == count
        elif len(session.actions) == count - 1:
            assert session.state == before
            terminal.type_legal(1)
        else:
            assert "hidden" in out                                   # a special, or a reshuffle
    assert drawn >= 2


def test_nobody_takes_back_what_others_have_answered() -> None:
    terminal = Terminal(KIND, "human", "random")
    terminal.type("347", "347", "347")
    assert len(terminal.session.actions) > 6
    assert "nothing to take back" in terminal.type("undo")


def test_a_look_at_specials_cannot_be_taken_back() -> None:
    terminal = Terminal(KIND, "human", seed=1)
    session = terminal.session
    for seed in range(200):
        state = session.game.new_game(seed)
        while not state.is_terminal and SPECIAL + LOOK_AT_THREE not in state.legal_actions:
            legal = state.legal_actions
            state.apply_action(legal[(seed * 7 + len(legal)) % len(legal)])
        if not state.is_terminal:
            break
    session.state = state
    assert "cannot be taken back" in terminal.type(str(SPECIAL + LOOK_AT_THREE), "undo")


def test_what_is_shown_does_not_depend_on_what_is_hidden() -> None:
    """The same table with all that the person cannot know dealt another way: not a letter may differ."""
    shown = []
    for world in range(3):
        terminal = Terminal(KIND, "human", "random", "random", seed=8, rounds=(2, 1))
        terminal.type()
        session = terminal.session
        assert session.state.current_player == 0
        if world:
            other = session.state.resample(0, world)
            assert other != session.state
            session.state = other
        terminal.shown.clear()
        terminal.type("screen", "log", "? discard", "? special", "? 300", "? 383", "card 5", "347", "undo", "348",
                      "help")
        shown.append("\n".join(terminal.shown))
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) > 5000


def test_other_hands_are_not_named_during_a_whole_game() -> None:
    terminal = Terminal(KIND, "human", "random", seed=11, rounds=(1, 1))
    session = terminal.session
    terminal.type()
    looked = 0
    while not session.state.is_terminal:
        out = terminal.type(str(session.state.legal_actions[-1]))
        if session.state.is_terminal:
            break
        other = session.state.states[0].players[1]
        news = out.split("UNDERWATER CITIES")[0]
        for card in other.hand[: int(other.hand_count)]:
            looked += 1
            assert f"(no. {int(card)})" not in news
    assert looked > 20


def test_people_at_one_terminal_take_turns() -> None:
    terminal = Terminal(KIND, "human", "human", seed=2)
    out = terminal.type("347", "347", "347", "", "347", "347", "347")
    assert "Hand of seat 0: " in out
    assert "Hand of seat 1: " in out
    assert len([words for words in terminal.shown if "seen by seat" in words]) >= 2
