"""The server of the page, asked without a browser: tables of any game, with people who take whatever comes first."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.kinds import SAMPLES
from undersea_env.core.kind import Kind
from undersea_env.web.app import House, make_app

SAME_SITE = {"sec-fetch-site": "same-origin"}
PATIENCE = 240.0                                     # seconds; rules may have to be compiled first


@contextmanager
def served(kind: Kind, folder: Path | None = None, agents: tuple[str, ...] = ("random",), **more: Any) -> Iterator[Any]:
    """A client of a server that offers one game."""
    app = make_app(House(games=(kind.name,), agents=agents, recorded=folder, **more))
    with TestClient(app, base_url="http://localhost", headers=SAME_SITE) as client:
        yield client
    app.state.tables.close()


class Player:
    """Who sits at a table of the server."""

    def __init__(self, client: Any, table: str, keys: dict[str, str]) -> None:
        self.client = client
        self.table = table
        self.keys = keys
        self.key = next(iter(keys.values()), None)

    @classmethod
    def at_new_table(cls, client: Any, kind: Kind, *seats: str, seed: int = 5, **options: Any) -> "Player":
        given = SAMPLES[kind.name].shortest | options
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
        asked = {"game": kind.name, "seats": list(seats), "options": plain, "seed": seed}
        answer = client.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        return cls(client, answer.json()["table"], answer.json()["keys"])

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.key is None else {"x-seat-key": self.key}

    def get(self, path: str = "", **more: Any) -> Any:
        return self.client.get(f"/api/tables/{self.table}{path}", headers=self.headers, **more)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/tables/{self.table}{path}", json=body, headers=self.headers)

    def view(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while not is_so(view := self.view()):
            assert time.monotonic() < end, view["question"]
            time.sleep(0.01)
        return view

    def my_turn(self) -> dict[str, Any]:
        """The view when this person decides, or the game is over."""
        return self.until(lambda view: view["options"] or view["over"])

    def sit_where_it_is_decided(self) -> None:
        """Of several people at one screen."""
        self.key = self.keys[str(self.view()["to_move"])]

    def answer(self, view: dict[str, Any], which: int = 0, sure: bool = True) -> Any:
        action = view["options"][which]["action"]
        return self.post("/answer", decision=view["decision"], actions=[action], sure=sure)

    def to_the_end(self) -> dict[str, Any]:
        self.post("/steer", pace=0.0)
        while not (view := self.my_turn())["over"]:
            assert self.answer(view).status_code == 200
        return view
