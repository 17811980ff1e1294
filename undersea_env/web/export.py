"""A recorded game as one HTML file: it opens from a disk, asks no network, and can be sent to a friend."""

import base64
import hashlib
import re
from html import escape
from importlib import resources

from undersea_env.agents.arena.replays import Replay
from undersea_env.web.recordings import Recording, packed

SCRIPTS = "dom.js", "drawing.js", "chart.js", "player.js", "exported.js"      # each after those that it imports
IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=class|function|async|const)", re.MULTILINE)
POLICY = "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="page" data-screen="replay"></div>
<p id="spoken" class="unseen" role="status" aria-live="polite"></p>
<noscript>{title}. This file shows the game with JavaScript.</noscript>
<pre id="recorded" hidden>{content}</pre>
<script>{script}</script>
</body>
</html>
"""


def page_of(replay: Replay, seat: int | None = None) -> str:
    """The whole file, for one seat's eyes or with all hands (None). Nobody's file tells a seed to a seat."""
    recording = Recording(replay, seat)
    eyes = "all hands shown" if seat is None else f"seen by seat {seat}"
    title = f"{recording.game.kind.title}: {', '.join(replay.agents)} ({eyes})"
    style, script = _static("style.css"), _joined()
    return PAGE.format(
        title=escape(title), style=style, script=script, content=packed(recording.with_drawings()),
        policy=POLICY.format(script=_hash(script), style=_hash(style)),
    )


def _static(name: str) -> str:
    return resources.files("undersea_env.web").joinpath("static", name).read_text("utf-8")


def _joined() -> str:
    """The modules one after the other, as one script with names of its own."""
    parts = [EXPORT.sub("", IMPORT.sub("", _static(name))) for name in SCRIPTS]
    script = "(() => {\n\"use strict\";\n" + "\n".join(parts) + "\n})();"
    if "</script" in script.lower() or "<!--" in script:
        raise AssertionError("a script would end early")
    return script


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
