"""Campaigns: what a game that has one offers, and what one that has none says."""

import json
from pathlib import Path

import pytest

from tests.shared.short_games import Capture, choice_of, run, words_for
from undersea_env.agents.arena.campaigns import begin, chapter_of
from undersea_env.core.kind import Kind
from undersea_env.errors import InvalidOption


def test_a_game_without_a_campaign_says_so(capsys: Capture, tmp_path: Path, kind: Kind) -> None:
    if kind.campaign is not None:
        return
    path = tmp_path / "campaign.json"
    words = f"{kind.title} has no campaign"
    with pytest.raises(InvalidOption, match=words):
        choice_of(kind).game().blank().campaign_record()
    for command in (
        ("play", *words_for(kind), "--campaign", str(path)),
        ("simulate", *words_for(kind), "--campaign", "--seats", "random,random"),
    ):
        code, out, err = run(capsys, *command)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert words in err
    assert not list(tmp_path.iterdir())


def test_a_campaign_is_played_by_records(kind: Kind) -> None:
    """Of every number of players, each chapter as short as can be."""
    if kind.campaign is None:
        return
    campaign = kind.campaign
    for players in range(1, kind.most_players + 1):
        choice, record = begin(kind, players)
        short = {option.name: option.short for option in kind.options if option.short is not None}
        played = 0
        while played < len(campaign.CHAPTERS):
            assert campaign.chapters_played(record) == played == len(campaign.stars(record, players))
            assert campaign.winners(record, players, choice.game().catalogue) == ()
            assert campaign.checked(json.loads(json.dumps(record)), players) == record
            game = chapter_of(begin(kind, players, **short)[0], record).game()
            state = game.new_game(played)
            with pytest.raises(InvalidOption):
                state.campaign_record()
            while not state.is_terminal:
                state.apply_action(state.legal_actions[0])
            record = state.campaign_record()
            played += 1
        assert campaign.chapters_played(record) == played
        assert all(0 <= seat < players for seat in campaign.winners(record, players, choice.game().catalogue))
        assert kind.words.tell_campaign(record, players, choice.game().catalogue)
        with pytest.raises(InvalidOption):
            chapter_of(choice, record)
