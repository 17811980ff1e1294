"""The command `serve`: the page on which people play, watch and look at games again."""

import argparse
import secrets
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

from undersea_env.commands.command_line import BAD_USAGE, OK, CommandError, agent_codes, number_from

DEFAULT_PORT = 8765
LAST_PORT = 65_535
DEFAULT_AGENTS = ["greedy", "random", "mcts:200"]


def add_command(commands: Any) -> None:
    serve = commands.add_parser("serve", help="a page in the browser: play, watch, look at games again")
    serve.add_argument("--port", type=number_from(0, LAST_PORT), default=DEFAULT_PORT,
                       help=f"default {DEFAULT_PORT}; 0 takes a free one")
    serve.add_argument("--host", default="127.0.0.1", help="another address than this machine's own needs --token")
    serve.add_argument("--token", nargs="?", const="", metavar="WORD",
                       help="who opens the page needs it; without a word one is made")
    serve.add_argument("--agents", type=agent_codes, default=DEFAULT_AGENTS, metavar="AGENTS",
                       help=f"that the page offers (default {','.join(DEFAULT_AGENTS)})")
    serve.add_argument("--games", type=Path, metavar="FOLDER", help="recorded games, and where tables are kept")
    serve.add_argument("--ladders", type=Path, metavar="FOLDER", help="folders of `undersea ladder`")
    serve.add_argument("--runs", type=Path, metavar="FOLDER", help="folders of `undersea train`")
    serve.add_argument("--no-open", action="store_true", help="do not open the browser")
    serve.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    try:
        import uvicorn

        from undersea_env.web.app import House, make_app
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("undersea_env"):
            raise
        raise CommandError("the page needs FastAPI and uvicorn: pip install 'undersea-env[web]'") from None
    from undersea_env.agents.bot_process import close_bots
    from undersea_env.agents.registry import make
    from undersea_env.web.guarding import LOOPBACK

    token = options.token or (secrets.token_urlsafe(12) if options.token == "" else None)
    if options.host not in LOOPBACK and token is None:
        raise CommandError(
            f"{options.host} can be reached from other machines: say --token too, or leave --host out", BAD_USAGE
        )
    for code in options.agents:
        make(code, game=options.game)                  # one that cannot be made is told now, not at a table
    listening = _listening(options.host, options.port)
    port = listening.getsockname()[1]
    hosts = (*LOOPBACK, options.host, *([socket.gethostname()] if options.host not in LOOPBACK else []))
    house = House(
        agents=tuple(options.agents), recorded=_folder(options.games), ladders=options.ladders, runs=options.runs,
        hosts=hosts, token=token,
    )
    app = make_app(house)
    for problem in app.state.tables.problems:
        print(f"undersea: a table cannot be read: {problem}", file=sys.stderr)
    name = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{name}:{port}/" + (f"#token={token}" if token else "")
    print(f"The page is at {address}  (Ctrl-C ends it; tables are kept in {house.tables})", flush=True)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=1))
    if not options.no_open:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    try:
        server.run(sockets=[listening])
    finally:
        app.state.tables.close()
        close_bots()
    return OK


def _listening(host: str, port: int) -> socket.socket:
    """Before anything is told: another program may have the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()                             # whoever is told the address may ask at once, and waits
    except OSError as error:
        listening.close()
        raise CommandError(f"{host}:{port} cannot be used: {error.strerror}; --port 0 takes a free port") from None
    return listening


def _folder(named: Path | None) -> Path:
    """Where recorded games are: the one that was named, or the user's own."""
    if named is not None:
        return named
    from platformdirs import user_data_path

    return user_data_path("undersea_env") / "games"
