"""The server of the page: whole games of every game, what is refused and in which words, what is kept."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
from tests.kinds import SAMPLES
from tests.shared.short_games import choice_of
from tests.shared.web import PATIENCE, SAME_SITE, Player, served
from undersea_env.agents.arena.replays import parsed
from undersea_env.agents.arena.resimulation import follow
from undersea_env.core.kind import Kind
from undersea_env.core.registry import default_game
from undersea_env.web.app import static_files
from undersea_env.web.files import RecordedGames
from undersea_env.web.recordings import recording_of
from undersea_env.web.tables import PlayedTable, Tables


def replay_at(player: Player, folder: Path) -> Any:
    stored = json.loads((folder / "tables" / f"{player.table}.json").read_text())
    return parsed(stored["replay"].encode())


# --- playing ---


def test_a_whole_game_is_played_and_kept_as_it_was(kind: Kind, tmp_path: Path) -> None:
    with served(kind, tmp_path) as client:
        player = Player.at_new_table(client, kind, "human", "random")
        view = player.to_the_end()
        assert view["options"] == []
        assert view["outcome"]
        assert view["score_sheet"]
        replay = replay_at(player, tmp_path)
        assert follow([replay])[1] == [None]
        assert list(replay.scores) == view["scores"]
        again = client.get(f"/api/replays/table-{player.table}/1", headers=player.headers).json()
        assert len(again["moments"]) == len(replay.actions) + 1
        assert [line for moment in again["moments"] for line in moment["news"]][-1] == view["log"][-1]


def test_what_can_be_chosen_is_what_the_rules_allow_and_is_in_the_drawing(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "random", **SAMPLES[kind.name].short)
        player.post("/steer", pace=0.0)
        for _ in range(12):
            view = player.my_turn()
            if view["over"]:
                break
            state = client.app.state.tables[player.table].state
            assert [option["action"] for option in view["options"]] == state.legal_actions
            assert [option["words"] for option in view["options"]] == [
                state.action_to_string(action) for action in state.legal_actions
            ]
            if kind.drawing is not None:
                targets = {target for option in view["options"] for target in option["targets"]} | set(view["blocked"])
                assert all(f'id="{target}"' in view["drawing"] for target in targets)
            player.answer(view, -1)


def test_an_answer_to_an_old_question_changes_nothing(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "human")
        player.sit_where_it_is_decided()
        view = player.view()
        other_window = dict(view)
        assert player.answer(view).status_code == 200
        refused = player.answer(other_window)
        assert refused.status_code == 409
        assert refused.json()["view"]["decision"] == view["decision"] + 1
        table = client.app.state.tables[player.table]
        assert len(table.table.actions) == 1
        assert player.post("/undo", decision=view["decision"]).status_code == 409


def test_what_ends_the_turn_is_asked_about_first(kind: Kind) -> None:
    """Nothing happens until somebody says that it is meant; what can be taken back is done at once."""
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "random", **SAMPLES[kind.name].short)
        player.post("/steer", pace=0.0)
        table = client.app.state.tables[player.table]
        was_asked = False
        for _ in range(60):
            view = player.my_turn()
            if view["over"]:
                break
            before = table.state.clone()
            told = player.answer(view, sure=False).json()
            if "held" in told:
                was_asked = True
                assert table.state == before
                assert told["held"].endswith("with this.")
                player.answer(view)
            else:
                assert told["can_undo"]
                assert told["seat"] == told["to_move"]
        assert was_asked


def test_answers_are_taken_back_until_something_hidden_was_seen(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "random", **SAMPLES[kind.name].short)
        player.post("/steer", pace=0.0)
        table = client.app.state.tables[player.table]
        taken_back = 0
        for _ in range(40):
            view = player.my_turn()
            if view["over"]:
                break
            before = table.state.clone()
            after = player.answer(view).json()
            undone = player.post("/undo", decision=after["decision"])
            if after["can_undo"]:
                assert undone.status_code == 200, undone.text
                assert table.state == before
                assert undone.json()["log"] == view["log"]
                taken_back += 1
                player.answer(player.my_turn())
            elif undone.status_code != 409:                     # an agent has answered meanwhile
                assert undone.status_code == 422
                assert "take" in undone.json()["error"]
        if getattr(kind.words, "HIDDEN", None) is not None:
            assert taken_back


def test_two_people_have_a_key_each(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "human")
        assert set(player.keys) == {"0", "1"}
        mover = str(player.view()["to_move"])
        other = "1" if mover == "0" else "0"
        player.key = player.keys[other]
        view = player.view()
        assert view["options"] == []
        refused = player.post("/answer", decision=view["decision"], actions=[0], sure=True)
        assert refused.status_code == 422
        assert "somebody else's turn" in refused.json()["error"]
        player.key = "not a key"
        assert player.get().status_code == 403
        player.key = None
        assert player.get().status_code == 403


def test_a_gesture_is_done_whole_or_not_at_all(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human")
        view = player.view()
        table = client.app.state.tables[player.table]
        before = table.state.clone()
        illegal = next(n for n in range(kind.num_actions) if n not in table.state.legal_actions)
        for actions in ([illegal], [view["options"][0]["action"], kind.num_actions - 1, illegal]):
            refused = player.post("/answer", decision=view["decision"], actions=actions, sure=True)
            assert refused.status_code == 422
            assert refused.json()["error"]
            assert table.state == before


def test_agents_can_be_watched_with_pauses(kind: Kind) -> None:
    with served(kind) as client:
        watcher = Player.at_new_table(client, kind, "random", "random", **SAMPLES[kind.name].short)
        assert watcher.keys == {}
        watcher.post("/steer", paused=True)
        time.sleep(0.1)
        before = watcher.view()
        assert before["paused"]
        assert before["options"] == []
        watcher.post("/steer", steps=1)
        watcher.until(lambda view: view["decision"] == before["decision"] + 1)
        assert watcher.client.get(f"/api/tables/{watcher.table}?eyes=1").json()["seat"] == 1
        assert watcher.client.get(f"/api/tables/{watcher.table}?eyes=7").status_code == 422
        watcher.post("/steer", paused=False, pace=0.0)
        assert watcher.until(lambda view: view["over"])["score_sheet"]


def test_events_tell_of_every_answer(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "human")
        while not (view := player.view())["over"]:
            player.sit_where_it_is_decided()
            player.answer(player.view())
        with client.stream("GET", f"/api/tables/{player.table}/events", headers=player.headers) as stream:
            lines = [line for line in stream.iter_lines() if line.startswith("data: ")]
        assert json.loads(lines[-1][6:]) == {"decision": view["decision"], "thinking": False, "over": True}


def test_why_not_is_told_in_words(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "random")
        view = player.my_turn()
        state = client.app.state.tables[player.table].state
        illegal = next(n for n in range(kind.num_actions) if n not in state.legal_actions)
        told = player.post("/why", action=illegal).json()["why"]
        assert kind.words.why_not(state, illegal) in told
        assert player.post("/why", action=view["options"][0]["action"]).json() == {"why": None}
        assert player.post("/why", targets=["no such thing"]).json()["why"]
        assert player.post("/why").status_code == 422


# --- what is refused ---


@pytest.fixture
def toy_client(tmp_path: Path) -> Any:
    from tests.kinds import TOY
    from undersea_env.core.registry import kind_of

    with served(kind_of(TOY), tmp_path) as client:
        yield client


STRANGERS = "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]", "", "0.0.0.0"


@pytest.mark.parametrize("host", STRANGERS)
def test_only_names_of_this_machine_are_answered(toy_client: Any, host: str) -> None:
    for path in ("/", "/api/catalogue", "/static/main.js"):
        refused = toy_client.get(path, headers={"host": host})
        assert refused.status_code == 403
        assert "error" in refused.json()


@pytest.mark.parametrize("host", ["localhost", "localhost:8765", "127.0.0.1:1", "[::1]:8765", "LOCALHOST"])
def test_names_of_this_machine_are_answered(toy_client: Any, host: str) -> None:
    assert toy_client.get("/api/catalogue", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", ""])
def test_other_pages_change_nothing(toy_client: Any, site: str) -> None:
    headers = {"sec-fetch-site": site}
    asked = {"game": "tests.toy_game", "seats": ["human", "random"]}
    assert toy_client.post("/api/tables", json=asked, headers=headers).status_code == 403
    assert toy_client.request("DELETE", "/api/tables/x", json={}, headers=headers).status_code == 403
    assert toy_client.get("/api/tables").json() == {"tables": []}
    if site.endswith("-site"):
        assert toy_client.get("/api/catalogue", headers=headers).status_code == 403


def test_what_is_sent_is_json_of_a_sensible_size(toy_client: Any) -> None:
    form = toy_client.post("/api/tables", content=b"{}", headers={"content-type": "text/plain"})
    assert form.status_code == 415
    long = toy_client.post("/api/tables", content=b" " * 70_000, headers={"content-type": "application/json"})
    assert long.status_code == 413
    assert toy_client.post("/", json={}).status_code == 405
    broken = toy_client.post("/api/tables", content=b"{", headers={"content-type": "application/json"})
    assert broken.status_code == 422
    assert broken.json()["error"]


def test_every_answer_forbids_what_the_page_does_not_need(toy_client: Any) -> None:
    for path in ("/", "/static/main.js", "/api/catalogue", "/api/tables/x", "/nothing"):
        headers = toy_client.get(path).headers
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("name", ["..%2fapp.py", "../app.py", "%2e%2e/app.py", "app.py", "", "main.js/", "/etc/passwd"])
def test_nothing_but_the_page_is_handed_out(toy_client: Any, name: str) -> None:
    answer = toy_client.get(f"/static/{name}")
    assert answer.status_code == 404
    assert "import" not in answer.text


WRONG_TABLES: list[dict[str, Any]] = [
    {"game": "os", "seats": ["human"]},
    {"game": "tests.toy_game", "seats": ["/etc/passwd.py", "human"]},
    {"game": "tests.toy_game", "seats": ["greedy", "human"]},             # not offered by this server
    {"game": "tests.toy_game", "seats": []},
    {"game": "tests.toy_game", "seats": ["human"] * 5},
    {"game": "tests.toy_game", "seats": ["human"], "options": {"components": "/tmp"}},
    {"game": "tests.toy_game", "seats": ["human"], "options": {"rounds": 99}},
    {"game": "tests.toy_game", "seats": ["human"], "options": {"zebra": 1}},
    {"game": "tests.toy_game", "seats": ["human"], "options": {"num_players": 3}},
    {"game": "tests.toy_game", "seats": ["human"], "seed": -1},
    {"game": "tests.toy_game", "seats": ["human"], "seed": "7"},
    {"game": "tests.toy_game", "seats": ["human"], "path": "/tmp"},
]


@pytest.mark.parametrize("asked", WRONG_TABLES, ids=str)
def test_a_table_that_cannot_be_is_refused_in_words(toy_client: Any, asked: dict[str, Any]) -> None:
    refused = toy_client.post("/api/tables", json=asked)
    assert refused.status_code == 422
    assert len(refused.json()["error"]) > 10
    assert toy_client.get("/api/tables").json() == {"tables": []}


def test_unknown_ids_are_nothing(toy_client: Any) -> None:
    for path in ("tables/x", "tables/..", "replays/x", "replays/x/1", "replays/table-x/1", "ladders/x", "runs/x"):
        assert toy_client.get(f"/api/{path}").status_code in (404, 405), path


def test_with_a_token_nobody_else_is_answered(tmp_path: Path) -> None:
    from tests.kinds import TOY
    from undersea_env.core.registry import kind_of

    with served(kind_of(TOY), tmp_path, token="secret") as client:
        assert client.get("/").status_code == 200                     # the page itself tells nothing
        assert client.get("/api/catalogue").status_code == 401
        assert client.get("/api/catalogue", headers={"x-token": "secre"}).status_code == 401
        assert client.get("/api/catalogue", headers={"x-token": "secret"}).status_code == 200


def test_another_address_needs_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    from undersea_env.commands import main as cli

    assert cli.main(["serve", "--host", "0.0.0.0", "--no-open"]) == 2
    assert "--token" in capsys.readouterr().err


def test_so_many_tables_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.kinds import TOY
    from undersea_env.core.registry import kind_of

    monkeypatch.setattr("undersea_env.web.tables.MOST_TABLES", 2)
    with served(kind_of(TOY), tmp_path) as client:
        first = Player.at_new_table(client, kind_of(TOY), "human", "random")
        Player.at_new_table(client, kind_of(TOY), "human", "random")
        asked = {"game": TOY, "seats": ["human"]}
        refused = client.post("/api/tables", json=asked)
        assert refused.status_code == 422
        assert "unfinished" in refused.json()["error"]
        assert client.request("DELETE", f"/api/tables/{first.table}", json={}).status_code == 403
        assert client.request("DELETE", f"/api/tables/{first.table}", json={}, headers=first.headers).status_code == 200
        assert client.post("/api/tables", json=asked).status_code == 201


# --- nothing hidden leaves the server ---


def test_what_a_seat_is_told_depends_on_nothing_hidden(kind: Kind) -> None:
    """The same view, reasons and warnings at the true position and at one that the seat cannot tell from it."""
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "human", **SAMPLES[kind.name].short)
        table: PlayedTable = client.app.state.tables[player.table]
        looked_at = 0
        for step in range(120):
            state = table.state
            if state.is_terminal:
                break
            if step % 6 == 0:
                for seat, key in player.keys.items():
                    true = everything_told(table, int(seat), key)
                    try:
                        table.table.state = state.resample(int(seat), step + 1)
                        looked_at += table.state != state
                        assert everything_told(table, int(seat), key) == true
                    finally:
                        table.table.state = state
            table.table.apply(state.legal_actions[(7 * step) % len(state.legal_actions)])
        assert looked_at


def everything_told(table: PlayedTable, seat: int, key: str) -> str:
    told: list[Any] = [table.view(key, "light"), table.view(key, "dark")]
    if table.state.current_player == seat:
        told.append([table._held(seat, [action]) for action in table.state.legal_actions])
        targets = {target for option in told[0]["options"] for target in option["targets"]} | set(told[0]["blocked"])
        told.append([table.why(key, [target], None) for target in sorted(targets)])
        told.append([table.why(key, [], action) for action in range(0, table.state.game.num_actions, 5)])
    return json.dumps(told)


def test_the_seed_is_told_to_nobody_who_plays(kind: Kind) -> None:
    seed = 8_273_645_190_273
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "random", seed=seed)
        view = player.my_turn()
        for told in (view, client.get("/api/tables").json(), player.answer(view).json()):
            assert str(seed) not in json.dumps(told)
        assert client.get(f"/api/replays/table-{player.table}/1", headers=player.headers).status_code == 403


def test_a_recording_for_a_seat_depends_on_nothing_hidden(kind: Kind) -> None:
    from undersea_env.agents.arena.table import Table

    table = Table(choice_of(kind), 5, ["human", "human"], [None, None])
    while not table.is_over:
        table.answer(table.state.legal_actions[0])
    recording = recording_of(table.replay(), 1)
    for state, moment in zip(recording.positions[:-1:9], recording.moments[:-1:9], strict=True):
        other = state.resample(1, 99)
        assert kind.words.question(other) == moment["question"]
        assert list(other.scores) == moment["scores"]
    assert "Seed" not in json.dumps(recording.heading)


def test_hints_depend_on_nothing_hidden_and_get_better(kind: Kind) -> None:
    from undersea_env.web.coaching import hints

    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", "random")
        player.my_turn()
        state = client.app.state.tables[player.table].state.clone()
        found = list(hints(state))
        assert found == list(hints(state.resample(state.current_player, 3)))
        assert [each["deals"] for each in found] == sorted(each["deals"] for each in found)
        with client.stream("GET", f"/api/tables/{player.table}/hint", headers=player.headers) as stream:
            told = [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: ")]
        assert told == found
        assert {answer["action"] for answer in told[-1]["answers"]} <= set(state.legal_actions)
        player.key = None
        assert player.get("/hint").status_code == 403


# --- what is kept ---


def test_tables_are_there_when_the_server_is_started_again(kind: Kind, tmp_path: Path) -> None:
    with served(kind, tmp_path) as client:
        player = Player.at_new_table(client, kind, "human", "random", **SAMPLES[kind.name].short)
        player.post("/steer", pace=0.0)
        for _ in range(4):
            player.answer(player.my_turn())
        before = player.my_turn()
    with served(kind, tmp_path) as client:
        player.client = client
        after = player.my_turn()
        assert after["decision"] > before["decision"]                 # windows that are open look anew
        for name in ("seat", "log", "drawing", "options", "scores", "question"):
            assert after[name] == before[name], name
        assert player.to_the_end()["over"]


def test_files_of_tables_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text("{")
    (tmp_path / "two.json").write_text('{"table": "x", "replay": "{}"}')
    tables = Tables(tmp_path, ["random"])
    assert list(tables) == []
    assert [problem.partition(":")[0] for problem in sorted(tables.problems)] == ["one.json", "two.json"]


def test_a_killed_server_has_its_tables_again(tmp_path: Path) -> None:
    """The command itself, in a process of its own, ended without warning."""

    started: list[subprocess.Popen[str]] = []

    def start() -> tuple[subprocess.Popen[str], str]:
        words = [sys.executable, "-m", "undersea_env.commands.main", "serve", "--port", "0", "--no-open", "--agents",
                 "random", "--games", str(tmp_path)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        return process, line.split("at ", 1)[1].split("  ", 1)[0]

    def ask(url: str, data: Any = None, key: str = "") -> Any:
        body = None if data is None else json.dumps(data).encode()
        headers = {**SAME_SITE, "content-type": "application/json", "x-seat-key": key}
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    process, address = start()
    try:
        opened = ask(f"{address}api/tables", {"game": default_game(), "seats": ["human"]})
        path, key = f"api/tables/{opened['table']}", opened["keys"]["0"]
        view = ask(f"{address}{path}", key=key)
        action = view["options"][0]["action"]
        view = ask(f"{address}{path}/answer", {"decision": view["decision"], "actions": [action], "sure": True}, key)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process, address = start()
        again = ask(f"{address}{path}", key=key)
        assert again["log"] == view["log"]
        assert again["options"] == view["options"]
    finally:
        for each in started:
            each.kill()
            each.wait()
            assert each.stdout is not None
            each.stdout.close()


# --- recorded games ---


def test_recorded_games_are_listed_shown_and_gone_on_from(kind: Kind, tmp_path: Path) -> None:
    with served(kind, tmp_path) as client:
        player = Player.at_new_table(client, kind, "human", "random")
        player.to_the_end()
        line = replay_at(player, tmp_path).as_line()
        (tmp_path / "some.jsonl").write_text(2 * line)
        (file,) = [each for each in client.get("/api/replays").json()["files"] if each["name"] == "some.jsonl"]
        games = client.get(f"/api/replays/{file['id']}").json()["games"]
        assert [game["number"] for game in games] == [1, 2]
        recording = client.get(f"/api/replays/{file['id']}/2?eyes=1").json()
        drawing = client.get(f"/api/replays/{file['id']}/2/drawings/1?eyes=1").json()["drawing"]
        assert recording["seat"] == 1
        assert drawing
        assert client.get(f"/api/replays/{file['id']}/3").status_code == 422
        assert client.get(f"/api/replays/{file['id']}/1/drawings/99999").status_code == 422
        with client.stream("GET", f"/api/replays/{file['id']}/1/analysis?seat=0") as stream:
            looked_at = [json.loads(row[6:]) for row in stream.iter_lines() if row.startswith("data: ")]
        mine = [k for k, moment in enumerate(recording["moments"]) if moment["seat"] == 0]
        assert {each["decision"] for each in looked_at} <= set(mine)
        assert all(each["loss"] == 0 for each in looked_at if each["is_tied"])
        assert client.get(f"/api/replays/{file['id']}/1/analysis?seat=9").status_code == 422
        asked = {"decision": 2, "seats": ["human", "random"]}
        opened = client.post(f"/api/replays/{file['id']}/1/branch", json=asked).json()
        branched = Player(client, opened["table"], opened["keys"])
        assert branched.to_the_end()["over"]
        replay = replay_at(branched, tmp_path)
        assert replay.actions[:2] == parsed(line.encode()).actions[:2]
        assert follow([replay])[1] == [None]


def test_only_replays_are_handed_in(kind: Kind, tmp_path: Path) -> None:
    with served(kind, tmp_path) as client:
        player = Player.at_new_table(client, kind, "human", "random")
        player.to_the_end()
        line = replay_at(player, tmp_path).as_line()
        handed = client.post("/api/replays", json={"file": line}).json()["id"]
        assert len(client.get(f"/api/replays/{handed}/1").json()["moments"]) > 1
        for wrong in ("", "{}", line + "zebra\n", line.replace('"seed":', '"path":'), "x" * 30_000):
            refused = client.post("/api/replays", json={"file": wrong})
            assert refused.status_code == 422
            assert refused.json()["error"]


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.jsonl").write_text("{}")
    (inside / "link.jsonl").symlink_to(outside / "secret.jsonl")
    (inside / "folder").symlink_to(outside)
    (inside / "own.jsonl").write_text("{}")
    assert [file["name"] for file in RecordedGames([inside]).listed()] == ["own.jsonl"]


# --- the page itself ---


def test_the_page_is_light_and_asks_nobody_else() -> None:
    files = static_files()
    assert sum(map(len, files.values())) < 150_000
    for name, content in files.items():
        text = content.decode()
        addresses = re.findall(r"""(?:https?:|["'(])//[^"'\s]*""", text)
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, name
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name
