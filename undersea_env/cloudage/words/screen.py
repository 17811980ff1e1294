"""A position as a screen of text: what a person wants to see, and may."""

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from undersea_env.cloudage import TITLE
from undersea_env.cloudage.chapters import stars_of
from undersea_env.cloudage.printed.language import permanent_text
from undersea_env.cloudage.printed.words import LEVELS, Type
from undersea_env.cloudage.words import asking
from undersea_env.cloudage.words.changes import discard_of
from undersea_env.cloudage.words.game_log import title_of
from undersea_env.cloudage.words.map import map_lines
from undersea_env.cloudage.words.names import PLANT_NAMES, TYPE_NAMES
from undersea_env.cloudage.words.phrases import price_of_project, project_gives
from undersea_env.cloudage.words.questions import question_phrase
from undersea_env.cloudage.words.readings import Table, numbers_list, shown_words
from undersea_env.showing import scores
from undersea_env.showing.terminal import Paint
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

WIDTH = 80


def ansi(state: "State", viewer: int | None = None, colour: bool = False) -> str:
    """The whole table. Colours are ANSI codes, if asked for."""
    table = Table(state.states[0], state.game)
    paint = Paint(colour)
    lines = [*_heading(state, table, viewer, paint), "", paint("Map", "bold"), *map_lines(table), ""]
    lines += [*_sectors(table, paint), "", *_tracks(table, paint)]
    for seat in table.seats:
        lines += ["", *_player(state, table, seat, viewer, paint)]
    return "\n".join(line.rstrip() for line in lines)


def told(words: str, indent: int = 2) -> list[str]:
    """Words on as many lines as they need; what follows the first line stands further in."""
    return wrap(words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))


def score_sheet(state: "State") -> str:
    """Points by source for all seats, of a chapter the stars too; before the end, as if the game ended now."""
    sheet = scores.score_sheet(state)
    if state.game.options.chapter is None:
        return sheet
    return f"{sheet}\nstars: {', '.join(f'seat {seat} {n}' for seat, n in enumerate(stars_of(state)))}"


# --- the heading ---


def _heading(state: "State", table: Table, viewer: int | None, paint: Paint) -> list[str]:
    seen = " (all hands are shown)" if viewer is None else f" (seen by seat {viewer})"
    lines = [f"{TITLE.upper()} - {title_of(table)}{seen}"]
    lines += wrap(_result(state) if table.record.over else question_phrase(table), WIDTH, subsequent_indent="  ")
    lines = [paint(line, "bold") for line in lines]
    if len(table.seats) > 1 and not table.record.over:
        first = int(table.record.first)
        order = ", ".join(str((first + k) % len(table.seats)) for k in table.seats)
        lines.append(f"Turn order: {order}.")
    return lines


def _result(state: "State") -> str:
    ranking = sorted(range(state.game.num_players), key=lambda seat: state.ranks[seat])
    return "The game is over. Final scores: " + ", ".join(f"seat {seat} {state.scores[seat]}" for seat in ranking)


# --- sectors, tracks ---


def _sectors(table: Table, paint: Paint) -> list[str]:
    lines = [paint("Sectors (what the clouds leave open of the top card)", "bold")]
    for sector in table.sectors:
        count = int(table.record.sector_count[sector])
        words = f"sector {sector + 1}, {number_of(count, 'card')}"
        lines += told(f"{words}: {shown_words(table.shown(sector))}" if count else words)
    card = table.city_card()
    return lines if card is None else [*lines, *told(f"city card {card.id} is being collected from")]


def _tracks(table: Table, paint: Paint) -> list[str]:
    rules, record = table.rules, table.record
    lines = [paint("Tracks", "bold")]
    spaces = []
    first = int(rules["first_space"])
    for space in range(first, first + int(rules["rounds"])):
        reward = table.effect(rules["space_reward"][space]) or "nothing"
        taken = " (taken)" if space < first + record.round_no - 1 else ""
        book = ", book" if rules["book_after"][space] else ""
        spaces.append(f"{space} {reward}{book}{taken}")
    lines += told(f"round track: {'; '.join(spaces)}")
    levels = [
        f"{level} {int(rules['level_energy'][level])}e {int(rules['level_water'][level])}w "
        f"{int(rules['level_points'][level])}p"
        for level in range(LEVELS)
    ]
    lines += told(f"production (energy to pay, water, points): {', '.join(levels)}")
    steps = [f"{level} {table.effect(reward)}" for level, reward in enumerate(rules["level_reward"]) if reward]
    lines += told(f"on reaching a level: {', '.join(steps)}")
    lines += told(f"book: {_book(table)}")
    bag = ", ".join(f"{int(n)} {name}" for n, name in zip(record.bag, PLANT_NAMES, strict=True))
    lines += told(f"project deck {int(record.deck_count)}, discard {len(table.cards_in(record.discard))}; "
                  f"objective deck {int(record.objective_count)}; bag {bag}")
    lines += told(f"project discard: {_titles(table, table.cards_in(record.discard))}")
    return lines


def _book(table: Table) -> str:
    story = table.story
    if story is None:
        if table.game.options.chapter is not None:
            return "a story card, not turned up yet"
        return table.effect(table.rules["scenario_book"][int(table.record.book_side)])
    following = " or ".join(map(str, story.next))
    after = f"; next story card {following}" if following else ""
    action = table.effect(table.rules["story_book"][int(table.record.story) - 1]) or "nothing"
    return f'story card {story.card}, "{story.title}": {action}{after}'


def _titles(table: Table, cards: list[int]) -> str:
    """Each once, with how many there are."""
    counts: dict[str, int] = {}
    for card in cards:
        title = table.project(card).title
        counts[title] = counts.get(title, 0) + 1
    return ", ".join(f"{title}{f' x{n}' if n > 1 else ''}" for title, n in counts.items()) or "nothing"


# --- a player ---


def _player(state: "State", table: Table, seat: int, viewer: int | None, paint: Paint) -> list[str]:
    me: Any = table.record.players[seat]
    notes = ["decides" if not table.record.over and seat == table.seat else "", number_of(int(me.points), "point")]
    lines = [paint(f"Seat {seat}: {', '.join(filter(None, notes))}", "bold")]
    has = [f"water {int(me.water)}", f"metal {int(me.metal)}", f"energy {int(me.energy)}"]
    has += [f"cards {len(table.hand(seat))}", f"production level {int(me.production)}"]
    lines += told(f"{', '.join(has)}; airship on {table.place(int(me.hex))}")
    lines += told("; ".join(_upgrades(table, seat)))
    if table.rules["has_growing"]:
        lines += told(f"plants: {_plants(me)}")
    deck = sorted(me.navigation[: int(me.navigation_count)].tolist())
    known = me.navigation[: int(me.navigation_count)].tolist()[::-1][: int(me.navigation_known)]
    on_top = f" (on top {numbers_list(known)})" if known else ""
    spent = discard_of(table, seat)[::-1]
    lines += told(f"navigation: deck {numbers_list(deck)}{on_top}; discard from the top {numbers_list(spent)}")
    lines += _objectives(table, seat, viewer)
    for card in table.cards_in(me.in_play):
        project = table.project(card)
        points = f" ({number_of(project.points, 'point')})" if project.points else ""
        lasting = permanent_text(project.permanent)
        lines += told(f"in play, {project.colour.name.lower()}: {project.title}{points}"
                      f"{f': {lasting}' if lasting else ''}")
    if viewer in (None, seat):
        for card in table.hand(seat):
            project = table.project(card)
            price = price_of_project(table, seat, card)
            lines += told(f"in hand, {project.colour.name.lower()}: {project.title} for {price}: "
                          f"{project_gives(table, card)}")
    return lines


def _upgrades(table: Table, seat: int) -> list[str]:
    """What is permanent, tiles built, the price of the next one."""
    me = table.record.players[seat]
    words = []
    for type in Type:
        count, built = int(table.rules["upgrade_count"][type]), int(me.upgrades[type])
        if not count:
            continue
        following = f", next {table.metal_for(type, seat)} metal" if built < count else ""
        words.append(f"{TYPE_NAMES[type]} {int(me.permanent[type])} ({built} of {count} upgrades{following})")
    return words


def _plants(me: Any) -> str:
    held = []
    for name, number, fresh in zip(PLANT_NAMES, me.plants, me.fresh, strict=True):
        if number:
            held.append(f"{int(number)} {name}{f' ({int(fresh)} fresh)' if fresh else ''}")
    return ", ".join(held) or "none"


def _objectives(table: Table, seat: int, viewer: int | None) -> list[str]:
    me = table.record.players[seat]
    lines = []
    for number, task in enumerate(table.book.tasks):
        if not int(me.tasks) >> number & 1:
            continue
        steps = ", ".join(f"{n} for {p}" for n, p in zip(task.thresholds, task.points, strict=True))
        now = asking.task_number(table, seat, number)
        lines += told(f"task {task.id}: {now} now ({steps})")
    covered = [task.id for number, task in enumerate(table.book.tasks) if int(me.covered) >> number & 1]
    lines += told(f"covered: {', '.join(covered)}") if covered else []
    if not me.tasks and me.objective_count and viewer in (None, seat):
        both = " or ".join(table.objective(int(id)) for id in me.objectives[: int(me.objective_count)])
        lines += told(f"dealt: {both}")
    return lines
