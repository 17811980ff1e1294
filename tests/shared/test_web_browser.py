"""The page in a real browser: whole short games of every game by mouse, by keyboard alone and by touch.

The browser is Debian's Chromium; axe-core looks for what people with other senses would stumble over. `make browser`
fetches both. Where one is missing, its tests are skipped with a message.
"""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("playwright", reason="the browser is driven by playwright: make install")
import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.kinds import NAMES, SAMPLES, TOY
from tests.shared.short_games import choice_of
from undersea_env.agents.arena.resimulation import follow
from undersea_env.agents.arena.table import Table
from undersea_env.commands.serving import _listening
from undersea_env.core.kind import Kind
from undersea_env.core.registry import games
from undersea_env.web.app import House, make_app
from undersea_env.web.export import page_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path(__file__).resolve().parents[2] / "build" / "axe" / "package" / "axe.min.js"
PATIENCE = 60_000                                        # milliseconds
PATIENCE_AT_FIRST = 240_000                              # rules may have to be compiled
FIRST = "#page[data-mine=yes], #page[data-over=yes]"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
LARGEST_FILE = 512 * 1024

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: make browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    """A server with every game, and its app."""
    folder = tmp_path_factory.mktemp("games")
    app = make_app(House(games=(*games(), TOY), agents=("random",), recorded=folder))
    listening = _listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/", app
    server.should_exit = True
    thread.join(timeout=20)
    app.state.tables.close()


@contextmanager
def opened(browser: Browser, width: int = 1440, height: int = 900, **more: Any) -> Iterator[Page]:
    """A page; whatever it complains about fails the test."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []
    context.close()


def open_table(page: Page, address: str, kind: Kind) -> None:
    """By the form of the first page, with the options of the shortest game."""
    page.goto(address)
    page.select_option("select[name=game]", kind.name)
    page.click("details summary")
    for name, value in SAMPLES[kind.name].shortest.items():
        page.fill(f"input[name=option-{name}]", ",".join(map(str, value)) if isinstance(value, tuple) else str(value))
    page.click("[data-act=open]")
    page.wait_for_selector(f"{FIRST}, .error:not(:empty)", timeout=PATIENCE_AT_FIRST)
    assert page.query_selector(".error") is None, page.inner_text(".error")
    page.select_option("select[name=speed]", "0")


def number_of(page: Page) -> str:
    return str(page.get_attribute("#page", "data-decision"))


def is_over(page: Page) -> bool:
    page.wait_for_selector(FIRST)
    return page.get_attribute("#page", "data-over") == "yes"


def wait_for_next(page: Page, decision: str) -> None:
    page.wait_for_selector(f"#page:not([data-decision='{decision}'])")


def table_of(page: Page, app: Any) -> Table:
    found: Table = app.state.tables[page.url.rpartition("/")[2]].table
    return found


def check_end(page: Page, app: Any) -> None:
    """What was clicked is a whole game by the rules, and the page tells how it ended."""
    replay = table_of(page, app).replay()
    assert follow([replay])[1] == [None]
    assert replay.scores is not None
    assert page.inner_text(".scores").count(str(replay.scores[0])) >= 1
    assert "winner" in page.inner_text(".question").lower() or "won" in page.inner_text(".question").lower()


# --- whole games ---


@pytest.mark.parametrize("name", NAMES)
def test_a_game_by_mouse(browser: Browser, address: tuple[str, Any], name: str) -> None:
    """A click on the drawing wherever it means something, else on the words."""
    kind = _kind(name)
    with opened(browser) as page:
        open_table(page, address[0], kind)
        on_drawing = 0
        while not is_over(page):
            decision = number_of(page)
            on_drawing += choose(page, decision)
            if page.is_visible("[data-act=confirm]"):
                page.click("[data-act=confirm]")
            wait_for_next(page, decision)
        check_end(page, address[1])
        assert on_drawing > 0 or kind.drawing is None


def choose(page: Page, decision: str) -> int:
    """One answer; 1 if it was given on the drawing. A target that several answers go with opens a menu, or waits for
    another target.
    """
    for _ in range(4):
        if page.query_selector("[data-target=open]") is None:
            break
        page.locator("[data-target=open]").first.click(force=True)
        settled = f"#page:not([data-decision='{decision}']), [data-act=confirm], .menu button, [data-target=chosen]"
        page.wait_for_selector(settled, state="attached")
        if page.is_visible(".menu button"):
            page.locator(".menu button").first.click()
            page.wait_for_selector(f"#page:not([data-decision='{decision}']), [data-act=confirm]", state="attached")
        if page.query_selector("[data-act=confirm]") or number_of(page) != decision:
            return 1
    page.locator(".options button").first.click()
    page.wait_for_selector(f"#page:not([data-decision='{decision}']), [data-act=confirm]", state="attached")
    return 0


@pytest.mark.parametrize("name", NAMES)
def test_a_game_by_keyboard_alone(browser: Browser, address: tuple[str, Any], name: str) -> None:
    """Digits choose, Enter confirms; on the drawing the focus walks with the arrow keys."""
    with opened(browser) as page:
        open_table(page, address[0], _kind(name))
        asked = 0
        while not is_over(page):
            decision = number_of(page)
            page.keyboard.press("1")
            page.wait_for_selector(f"#page:not([data-decision='{decision}']), [data-act=confirm]", state="attached")
            if page.query_selector("[data-act=confirm]") and number_of(page) == decision:
                asked += 1
                page.keyboard.press("Enter")
            wait_for_next(page, decision)
        check_end(page, address[1])
        assert asked > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_game_on_a_phone(browser: Browser, address: tuple[str, Any], name: str) -> None:
    with opened(browser, 390, 844, has_touch=True, is_mobile=True) as page:
        open_phone_table(page, address[0], _kind(name))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        while not is_over(page):
            decision = number_of(page)
            heights = "all => all.map(each => each.getBoundingClientRect().height)"
            assert min(page.locator(".options button").evaluate_all(heights), default=44) >= 44
            page.locator(".options button").first.tap()
            page.wait_for_selector(f"#page:not([data-decision='{decision}']), [data-act=confirm]", state="attached")
            if page.is_visible("[data-act=confirm]"):
                page.tap("[data-act=confirm]")
            wait_for_next(page, decision)
        for tab in ("seats", "log", "common"):
            page.tap(f"[data-tab={tab}]:is(button)")
            expect(page.locator(f"[data-pane={tab}]")).to_be_visible(visible=tab != "seats" or name != TOY)
        if _kind(name).drawing is not None:
            assert page.get_attribute("[data-name=seat-0]", "viewBox")
        check_end(page, address[1])


def open_phone_table(page: Page, address: str, kind: Kind) -> None:
    page.goto(address)
    page.select_option("select[name=game]", kind.name)
    page.tap("details summary")
    for name, value in SAMPLES[kind.name].shortest.items():
        page.fill(f"input[name=option-{name}]", ",".join(map(str, value)) if isinstance(value, tuple) else str(value))
    page.tap("[data-act=open]")
    page.wait_for_selector(FIRST, timeout=PATIENCE_AT_FIRST)


def _kind(name: str) -> Kind:
    from undersea_env.core.registry import kind_of

    return kind_of(name)


# --- the table ---


def test_targets_are_buttons_between_which_arrows_walk(browser: Browser, address: tuple[str, Any]) -> None:
    with opened(browser) as page:
        open_table(page, address[0], _kind(games()[0]))
        targets = page.query_selector_all("[data-target=open]")
        assert len(targets) > 1
        for target in targets:
            assert target.get_attribute("role") == "button"
            assert target.get_attribute("aria-label")
        targets[0].focus()
        first = page.evaluate("document.activeElement.id")
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
            if page.evaluate("document.activeElement.id") != first:
                break
        assert page.evaluate("document.activeElement.getAttribute('data-target')") == "open"
        assert page.evaluate("document.activeElement.id") != first
        decision = number_of(page)
        page.keyboard.press("Enter")
        page.wait_for_selector(
            f"#page:not([data-decision='{decision}']), [data-act=confirm], [data-target=chosen]", state="attached"
        )


def test_two_windows_show_one_table(browser: Browser, address: tuple[str, Any]) -> None:
    with opened(browser) as page:
        open_table(page, address[0], _kind(TOY))
        page.uncheck(".sure input")
        other = page.context.new_page()
        other.goto(page.url)
        other.wait_for_selector("#page[data-mine=yes]")
        assert number_of(other) == number_of(page)
        before = number_of(page)
        page.click(".options button")
        other.wait_for_selector(f"#page[data-mine=yes]:not([data-decision='{before}'])")
        page.wait_for_selector(f"#page[data-decision='{number_of(other)}']")
        assert other.inner_text(".scores") == page.inner_text(".scores")


def test_an_answer_in_an_old_window_is_refused_in_words(browser: Browser, address: tuple[str, Any]) -> None:
    """The old window shows the new question instead. The refusal is the browser's only complaint."""
    with opened(browser) as page:
        open_table(page, address[0], _kind(TOY))
        page.uncheck(".sure input")
        old = page.context.new_page()
        old.route("**/events", lambda route: route.abort())
        old.goto(page.url)
        old.wait_for_selector("#page[data-mine=yes]")
        before = number_of(old)
        page.click(".options button")
        page.wait_for_selector(f"#page[data-mine=yes]:not([data-decision='{before}'])")
        old.uncheck(".sure input")
        old.click(".options button")
        old.wait_for_selector(".notice[data-what=words]")
        assert "meanwhile" in old.inner_text(".notice")
        assert number_of(old) != before


def test_what_is_typed_finds_choices(browser: Browser, address: tuple[str, Any]) -> None:
    """Of a question with more answers than digits."""
    with opened(browser) as page:
        open_table(page, address[0], _kind(games()[0]))
        page.uncheck(".sure input")
        while page.locator(".options li").count() <= 9:
            decision = number_of(page)
            page.click(".options button")
            wait_for_next(page, decision)
            page.wait_for_selector(FIRST)
        every = page.locator(".options li").count()
        word = page.inner_text(".options li:last-child button span").split()[-1].lower()
        page.keyboard.press("/")
        page.keyboard.type(word)
        expect(page.locator(".options li")).not_to_have_count(every)
        found = page.locator(".options li").all_inner_texts()
        assert found
        assert all(word in line.lower() for line in found)


def test_a_hint_is_shown_and_can_be_followed(browser: Browser, address: tuple[str, Any]) -> None:
    with opened(browser) as page:
        open_table(page, address[0], _kind(TOY))
        page.uncheck(".sure input")
        page.keyboard.press("h")
        page.wait_for_selector(".hint li button")
        assert page.get_attribute(".hint .band", "aria-label")
        decision = number_of(page)
        page.click(".hint li button")
        wait_for_next(page, decision)
        expect(page.locator(".hint")).to_be_hidden()


def test_people_at_one_screen_look_away(browser: Browser, address: tuple[str, Any]) -> None:
    """Between two people the screen is covered until the next one says to be there."""
    with opened(browser) as page:
        page.goto(address[0])
        page.select_option("select[name=game]", TOY)
        page.select_option("select[name=seat-1]", "human")
        page.click("[data-act=open]")
        page.wait_for_selector(FIRST)
        page.uncheck(".sure input")
        first = page.locator(".scores .moving").inner_text()
        for _ in range(4):
            page.locator(".cover:visible, .options button").first.wait_for()
            if page.is_visible(".cover"):
                break
            decision = number_of(page)
            page.click(".options button")
            wait_for_next(page, decision)
        expect(page.locator(".cover")).to_be_visible()
        page.click(".cover button")
        expect(page.locator(".cover")).to_be_hidden()
        assert page.locator(".scores .moving").inner_text() != first
        expect(page.locator(".options button")).not_to_have_count(0)


# --- recorded games ---


def short_replay(name: str) -> Any:
    """Everybody takes the first of what is possible."""
    table = Table(choice_of(_kind(name)), 5, ["human", "human"], [None, None])
    while not table.is_over:
        table.answer(table.state.legal_actions[0])
    return table.replay()


@pytest.mark.parametrize("name", NAMES)
def test_the_file_of_a_game_opens_without_any_network(browser: Browser, name: str, tmp_path: Path) -> None:
    replay = short_replay(name)
    file = tmp_path / "game.html"
    file.write_text(page_of(replay, 0))
    asked: list[str] = []
    with opened(browser, offline=True) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        page.wait_for_selector("#page[data-moment='0']")
        if _kind(name).drawing is not None:
            page.wait_for_selector("[data-name=seat-0]")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#page[data-moment='1']")
        page.keyboard.press("End")
        page.wait_for_selector(f"#page[data-moment='{len(replay.actions)}']")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(f"#page:not([data-moment='{len(replay.actions)}'])")
        page.keyboard.press("Home")
        page.wait_for_selector("#page[data-moment='0']")
        page.keyboard.press(" ")
        page.wait_for_selector("#page[data-moment='2']")
        assert "seen by seat 0" in page.inner_text(".summary")
    assert asked == [file.as_uri()]
    assert file.stat().st_size < LARGEST_FILE


def test_a_game_is_looked_at_and_gone_on_from(browser: Browser, address: tuple[str, Any]) -> None:
    with opened(browser) as page:
        open_table(page, address[0], _kind(TOY))
        page.uncheck(".sure input")
        while not is_over(page):
            decision = number_of(page)
            page.click(".options button")
            wait_for_next(page, decision)
        page.click("text=Look at it again")
        page.wait_for_selector("#page[data-screen=replay][data-moment='0']")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#page[data-moment='2']")
        assert page.url.endswith("/1/2")
        page.click("[data-act=take-over]")
        page.click("[data-act=branch]")
        page.wait_for_selector("#page[data-screen=table]")
        page.wait_for_selector(FIRST)
        assert len(table_of(page, address[1]).actions) >= 2


# --- for everybody ---


@pytest.mark.skipif(not AXE.exists(), reason="there is no axe-core: make browser")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_complain_about(browser: Browser, address: tuple[str, Any], scheme: Any) -> None:
    with opened(browser, color_scheme=scheme) as page:
        page.goto(address[0])
        page.wait_for_selector("[data-act=play-now]")
        assert violations(page) == []
        for name in games() if scheme == "light" else games()[:1]:
            open_table(page, address[0], _kind(name))
            assert violations(page) == [], name
        decision = number_of(page)
        while not page.query_selector("[data-act=confirm]") and not is_over(page):
            decision = number_of(page)
            choose(page, decision)
        assert violations(page) == []
        id = next(iter(address[1].state.tables)).id
        page.goto(f"{address[0]}#replay/table-{id}/1/0")
        page.wait_for_selector("#page[data-screen=replay][data-moment], .message")
        assert violations(page) == []


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document)")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]


def test_the_first_click_comes_soon(browser: Browser, address: tuple[str, Any]) -> None:
    """What is compiled already: the page opens and a game begins within ten seconds."""
    with opened(browser) as page:
        open_table(page, address[0], _kind(TOY))
        began = time.monotonic()
        page.goto(address[0])
        page.click("[data-act=play-now]")
        page.wait_for_selector(FIRST)
        assert time.monotonic() - began < 10
