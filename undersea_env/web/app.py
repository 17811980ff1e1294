"""The server of the page: what it answers under /api, all of it JSON, with errors in words."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.arena.table import HUMAN
from undersea_env.agents.greedy import has_heuristic
from undersea_env.core.registry import games, kind_of
from undersea_env.errors import UnderseaError
from undersea_env.showing.sheet import THEMES
from undersea_env.web.export import page_of
from undersea_env.web.files import NoFile, RecordedGames, ladder_of, ladders_in, run_of, runs_in
from undersea_env.web.guarding import LARGEST_UPLOAD, LOOPBACK, Guard
from undersea_env.web.recordings import Recording, recording_of
from undersea_env.web.tables import LONGEST_GESTURE, SLOWEST, NoTable, NotYours, PlayedTable, Tables, TooLate

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
LISTENING = 0.05                                       # seconds between two looks at a table
ALIVE = 15.0                                           # seconds after which a stream says that it is still there
LOOKING = 2.0                                          # seconds between two looks at the curves of a run
TABLE = "table-"                                       # before the id of a table whose game is looked at
STATUS = {TooLate: 409, NotYours: 403, NoTable: 404, NoFile: 404}
Key = Annotated[str | None, Header(alias="x-seat-key", max_length=100)]
Theme = Annotated[str, Query(pattern=f"^({'|'.join(THEMES)})$")]


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Asked):
    game: str = Field(max_length=100)
    seats: list[Annotated[str, Field(max_length=200)]] = Field(min_length=1, max_length=8)
    options: dict[Annotated[str, Field(max_length=50)], Any] = Field(default_factory=dict, max_length=20)
    seed: int | None = Field(default=None, ge=0, lt=1 << 53)


class Answer(Asked):
    decision: int
    actions: list[int] = Field(min_length=1, max_length=LONGEST_GESTURE)
    sure: bool = False
    skips: bool = False


class Undo(Asked):
    decision: int


class Steering(Asked):
    pace: float | None = Field(default=None, ge=0, le=SLOWEST)
    paused: bool | None = None
    steps: int = Field(default=0, ge=0, le=1)


class Why(Asked):
    targets: list[Annotated[str, Field(max_length=100)]] = Field(default_factory=list, max_length=8)
    action: int | None = None


class HandedIn(Asked):
    file: str = Field(max_length=LARGEST_UPLOAD)


class Branch(Asked):
    decision: int = Field(ge=0)
    seats: list[Annotated[str, Field(max_length=200)]] = Field(min_length=1, max_length=8)


@dataclass(frozen=True)
class House:
    """What the server was started with. Games, agents and folders are named here, and nowhere by the page."""

    games: tuple[str, ...] = field(default_factory=games)
    agents: tuple[str, ...] = ("greedy", "random")
    recorded: Path | None = None                       # folder of recorded games; tables are kept in it, too
    ladders: Path | None = None
    runs: Path | None = None
    hosts: tuple[str, ...] = LOOPBACK
    token: str | None = None

    @property
    def tables(self) -> Path | None:
        return None if self.recorded is None else self.recorded / "tables"


def make_app(house: House) -> FastAPI:
    app = FastAPI(title="undersea_env", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.tables = tables = Tables(house.tables, list(house.agents))
    for table in tables:
        table.drive()
    _tell_errors_in_words(app)
    _add_pages(app)
    _add_catalogue(app, house)
    _add_tables(app, house, tables)
    _add_recorded_games(app, house, tables)
    _add_folders(app, house)
    app.add_middleware(Guard, hosts=house.hosts, token=house.token)
    return app


def _tell_errors_in_words(app: FastAPI) -> None:
    @app.exception_handler(UnderseaError)
    def told(request: Request, error: UnderseaError) -> JSONResponse:
        return JSONResponse({"error": str(error)}, STATUS.get(type(error), 422))

    @app.exception_handler(RequestValidationError)
    def misshapen(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        return JSONResponse({"error": f"{place}: {first['msg']}" if place else str(first["msg"])}, 422)

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse({"error": str(error.detail)}, error.status_code)

    @app.exception_handler(Exception)
    def broken(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": "the server made a mistake; its terminal says which"}, 500)


# --- the page itself ---


def static_files() -> dict[str, bytes]:
    """By name. Nothing that a request says is joined to a path."""
    folder = resources.files("undersea_env.web").joinpath("static")
    return {file.name: file.read_bytes() for file in folder.iterdir() if Path(file.name).suffix in TYPES}


def _add_pages(app: FastAPI) -> None:
    files = static_files()

    def answered(name: str) -> Response:
        content = files.get(name)
        if content is None:
            raise HTTPException(404, "there is no such page")
        return Response(content, media_type=TYPES[Path(name).suffix])

    @app.get("/")
    def home() -> Response:
        return answered("index.html")

    @app.get("/static/{name}")
    def static(name: str) -> Response:
        return answered(name)


# --- what there is ---


def _add_catalogue(app: FastAPI, house: House) -> None:
    @app.get("/api/catalogue")
    def catalogue() -> dict[str, Any]:
        return {"games": [_about(name, house) for name in house.games]}


def _about(name: str, house: House) -> dict[str, Any]:
    kind = kind_of(name)
    agents = [code for code in house.agents if code != "greedy" or has_heuristic(kind)]
    return {
        "name": kind.name, "title": kind.title, "most_players": kind.most_players, "agents": agents, "human": HUMAN,
        "options": [{"name": option.name, "help": option.help, "default": _plain(option.default)}
                    for option in kind.options],
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


# --- tables ---


def _add_tables(app: FastAPI, house: House, tables: Tables) -> None:
    @app.get("/api/tables")
    def listed() -> dict[str, Any]:
        return {"tables": [table.heading() for table in tables]}

    @app.post("/api/tables", status_code=201)
    def opened(asked: NewTable) -> dict[str, Any]:
        if asked.game not in house.games:
            raise HTTPException(422, f"there is no game {asked.game!r} here; there are {', '.join(house.games)}")
        if "components" in asked.options or "num_players" in asked.options:
            raise HTTPException(422, "options are those of the game")
        choice = GameChoice.of(asked.game, len(asked.seats), **asked.options)
        table = tables.open(choice, asked.seats, asked.seed)
        table.drive()
        return _keys_of(table)

    @app.get("/api/tables/{id}")
    def view(id: str, key: Key = None, theme: Theme = "light", eyes: int | None = None) -> dict[str, Any]:
        return tables[id].view(key, theme, eyes)

    @app.delete("/api/tables/{id}")
    def removed(id: str, key: Key = None) -> dict[str, Any]:
        tables[id].seat_of(key)
        tables.remove(id)
        return {}

    @app.post("/api/tables/{id}/answer")
    def answered(id: str, asked: Answer, key: Key = None, theme: Theme = "light") -> Any:
        table = tables[id]
        try:
            held = table.answer(_seat(table, key), asked.decision, asked.actions, asked.sure, asked.skips)
        except TooLate as error:
            return JSONResponse({"error": str(error), "view": table.view(key, theme)}, 409)
        return {"held": held} if held else table.view(key, theme)

    @app.post("/api/tables/{id}/undo")
    def undone(id: str, asked: Undo, key: Key = None, theme: Theme = "light") -> Any:
        table = tables[id]
        try:
            table.undo(_seat(table, key), asked.decision)
        except TooLate as error:
            return JSONResponse({"error": str(error), "view": table.view(key, theme)}, 409)
        return table.view(key, theme)

    @app.post("/api/tables/{id}/why")
    def why(id: str, asked: Why, key: Key = None) -> dict[str, Any]:
        return {"why": tables[id].why(key, asked.targets, asked.action)}

    @app.post("/api/tables/{id}/steer")
    def steered(id: str, asked: Steering, key: Key = None) -> dict[str, Any]:
        table = tables[id]
        table.seat_of(key)
        table.steer(asked.pace, asked.paused, asked.steps)
        return {}

    @app.get("/api/tables/{id}/hint")
    async def hint(id: str, request: Request, key: Key = None) -> StreamingResponse:
        """Better and better, until somebody answers."""
        from undersea_env.web.coaching import hints

        table = tables[id]
        state, decision = table.asked(_seat(table, key)), table.decision

        def is_wanted() -> bool:
            return table.decision == decision

        return _stream(_worked_out(hints(state), request, is_wanted))

    @app.get("/api/tables/{id}/events")
    async def events(id: str, request: Request, key: Key = None) -> StreamingResponse:
        table = tables[id]
        table.seat_of(key)
        return _stream(_changes(table, request))


# --- recorded games ---


def _add_recorded_games(app: FastAPI, house: House, tables: Tables) -> None:
    recorded = RecordedGames((house.recorded, house.ladders, house.runs))

    def replay_of(id: str, number: int, key: str | None) -> Replay:
        """Of a file; or of a table that is over, or at which nobody plays."""
        if id.startswith(TABLE):
            table = tables[id.removeprefix(TABLE)]
            if table.seat_of(key) is not None and not table.table.is_over:
                raise NotYours("a game is looked at again when it is over")
            with table.lock:
                return table.table.replay()
        return recorded.game(id, number)

    def seen(id: str, number: int, eyes: int | None, key: str | None) -> Recording:
        return recording_of(replay_of(id, number, key), eyes)

    @app.get("/api/replays")
    def listed() -> dict[str, Any]:
        return {"files": recorded.listed()}

    @app.post("/api/replays", status_code=201)
    def handed_in(asked: HandedIn) -> dict[str, Any]:
        return {"id": recorded.hand_in(asked.file)}

    @app.get("/api/replays/{id}")
    def games_of(id: str) -> dict[str, Any]:
        return {"games": recorded.games(id)}

    @app.get("/api/replays/{id}/{number}")
    def game(id: str, number: int, eyes: int | None = None, key: Key = None) -> dict[str, Any]:
        return seen(id, number, eyes, key).as_data()

    @app.get("/api/replays/{id}/{number}/drawings/{decision}")
    def drawing(
        id: str, number: int, decision: int, eyes: int | None = None, theme: Theme = "light", key: Key = None
    ) -> dict[str, Any]:
        return {"drawing": seen(id, number, eyes, key).drawing(decision, theme)}

    @app.get("/api/replays/{id}/{number}/analysis")
    async def analysis(id: str, number: int, seat: int, request: Request, key: Key = None) -> StreamingResponse:
        """The decisions of a seat, one after the other."""
        from undersea_env.web.coaching import mistakes

        recording = await run_in_threadpool(seen, id, number, None, key)
        recording.replay.game().new_game(0).checked_seat(seat)
        return _stream(_worked_out(mistakes(recording, seat), request, lambda: True))

    @app.get("/api/replays/{id}/{number}/file")
    def file(id: str, number: int, eyes: int | None = None, key: Key = None) -> dict[str, Any]:
        return {"name": "game.html", "html": page_of(replay_of(id, number, key), eyes)}

    @app.post("/api/replays/{id}/{number}/branch", status_code=201)
    def branched(id: str, number: int, asked: Branch, key: Key = None) -> dict[str, Any]:
        replay = replay_of(id, number, key)
        recording_of(replay, None)                     # refuses what the rules do not allow
        if asked.decision > len(replay.actions):
            raise HTTPException(422, f"the game has {len(replay.actions)} decisions")
        table = tables.open(replay.choice, asked.seats, replay.seed, replay, asked.decision)
        table.drive()
        return _keys_of(table)


# --- ladders and runs ---


def _add_folders(app: FastAPI, house: House) -> None:
    ladders, runs = ladders_in(house.ladders), runs_in(house.runs)

    @app.get("/api/ladders")
    def all_ladders() -> dict[str, Any]:
        return {"ladders": [{"id": id, "name": ladders.name_of(path)} for id, path in ladders.found().items()]}

    @app.get("/api/ladders/{id}")
    def ladder(id: str) -> dict[str, Any]:
        return ladder_of(ladders[id])

    @app.get("/api/runs")
    def all_runs() -> dict[str, Any]:
        return {"runs": [{"id": id, "name": runs.name_of(path)} for id, path in runs.found().items()]}

    @app.get("/api/runs/{id}")
    def run(id: str) -> dict[str, Any]:
        return run_of(runs[id])

    @app.get("/api/runs/{id}/events")
    async def run_events(id: str, request: Request) -> StreamingResponse:
        return _stream(_growth(runs[id] / "curves.csv", request))


async def _growth(file: Path, request: Request) -> AsyncIterator[dict[str, Any] | None]:
    """The size of a table, whenever it has grown."""
    seen = -1
    while not await request.is_disconnected():
        size = file.stat().st_size if file.exists() else 0
        if size != seen:
            seen = size
            yield {"size": size}
        else:
            yield None
        await asyncio.sleep(LOOKING)


def _seat(table: PlayedTable, key: str | None) -> int:
    seat = table.seat_of(key)
    if seat is None:
        raise NotYours("you only watch this table")
    return seat


def _keys_of(table: PlayedTable) -> dict[str, Any]:
    """Told once, to whoever opened the table."""
    return {"table": table.id, "keys": {number: table.seats[number].key for number in table.people}}


async def _changes(table: PlayedTable, request: Request) -> AsyncIterator[dict[str, Any] | None]:
    """The number of the question whenever something is new."""
    seen, quiet = -1, 0.0
    while not await request.is_disconnected():
        if table.changes != seen:
            seen, quiet = table.changes, 0.0
            yield {"decision": table.decision, "thinking": table.is_agents_turn, "over": table.table.is_over}
            if table.table.is_over:
                return
        quiet += LISTENING
        if quiet >= ALIVE:
            quiet = 0.0
            yield None
        await asyncio.sleep(LISTENING)


async def _worked_out(
    found: Iterator[dict[str, Any]], request: Request, is_wanted: Callable[[], bool]
) -> AsyncIterator[dict[str, Any]]:
    """What takes long, each part in a thread; it stops when nobody waits for it any more."""
    while is_wanted() and not await request.is_disconnected():
        event = await run_in_threadpool(next, found, None)
        if event is None or not is_wanted():
            return
        yield event


def _stream(events: AsyncIterator[Any]) -> StreamingResponse:
    """Server-sent events; None is a sign of life."""

    async def lines() -> AsyncIterator[str]:
        async for event in events:
            yield ": still here\n\n" if event is None else f"data: {json.dumps(event)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")
