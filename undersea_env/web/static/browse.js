// Files of recorded games, ladders, and runs of training with their curves.

import { ask, events } from "./api.js";
import { chart } from "./chart.js";
import { fill, make } from "./dom.js";

const X = ["decisions", "update", "seconds"];
const FIRST = ["points", "win_share", "value_explained", "entropy"];

function framed(page, title, ...parts) {
  const told = make("main", { class: "home wide" }, make("p", {}, make("a", { href: "#" }, "☰ first page")), make("h1", {}, title), ...parts);
  fill(page, told);
  document.title = `${title} · undersea`;
  return told;
}

function row(tag, cells) {
  return make("tr", {}, cells.map((cell) => make(tag, {}, cell === null || cell === undefined ? "-" : cell)));
}

function table(label, head, rows) {
  return make("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": label },
    make("table", {}, make("caption", { class: "unseen" }, label), make("thead", {}, row("th", head)), make("tbody", {}, rows.map((cells) => row("td", cells)))));
}

export async function gamesScreen(page, id) {
  const { games } = await ask(`replays/${id}`);
  framed(page, "Recorded games", table("Recorded games", ["", "Game", "Agents", "Points", "Decisions"], games.map((game) => [
    make("a", { href: `#replay/${id}/${game.number}/0` }, `look at game ${game.number}`), game.title, game.agents.join(", "),
    game.scores ? game.scores.join(" : ") : "not finished", String(game.decisions)])));
  return null;
}

function estimate(value, factor = 1, unit = "") {
  if (!value || value.mean === null) return "-";
  const number = (x) => (x === null ? "?" : (factor * x).toFixed(factor === 100 ? 1 : 0));
  return `${number(value.mean)}${unit} [${number(value.low)}, ${number(value.high)}]`;
}

export async function ladderScreen(page, id) {
  const { deals, games, ratings, matches, rating_0: anchor } = await ask(`ladders/${id}`);
  const ranked = Object.entries(ratings).sort((a, b) => (b[1].mean ?? -1e9) - (a[1].mean ?? -1e9));
  framed(page, "Ladder", make("p", {}, `${games} games of ${deals} deals; in brackets 95 % intervals. ${anchor} has 0 points.`),
    make("h2", {}, "Ratings"), table("Ratings", ["Agent", "Rating"], ranked.map(([name, value]) => [name, estimate(value)])),
    make("h2", {}, "Matches"), table("Matches", ["Match", "Agent", "Games", "Wins", "Points"], matches.flatMap((match) => match.standings.map((each) =>
      [match.agents.join(" - "), each.agent, String(each.games), estimate(each.win_share, 100, " %"), estimate(each.score)]))));
  return null;
}

export async function runScreen(page, id) {
  const place = make("div", {});
  framed(page, "Run of training", place);
  const draw = async () => {
    const { curves, evaluations, config } = await ask(`runs/${id}`);
    fill(place, curvesOf("Training", curves), evaluationsOf(evaluations),
      make("details", {}, make("summary", {}, "Settings"), table("Settings", ["Name", "Value"], Object.entries(config).map(([name, value]) => [name, String(value)]))));
  };
  await draw();
  const leaving = new AbortController();
  (async () => {
    try {
      let first = true;
      for await (const event of events(`runs/${id}/events`, { signal: leaving.signal })) {
        if (event && !first) await draw();
        first = false;
      }
    } catch {
      // the page is left, or the server is gone
    }
  })();
  return () => leaving.abort();
}

function numbers(values) {
  return values.map((value) => (typeof value === "number" ? value : null));
}

function curvesOf(title, columns) {
  const names = Object.keys(columns).filter((name) => !X.includes(name) && numbers(columns[name]).some((value) => value !== null));
  names.sort((a, b) => (FIRST.indexOf(b) - FIRST.indexOf(a)));
  const along = X.find((name) => columns[name]);
  const until = along ? columns[along].at(-1) : null;
  return make("section", { class: "card" }, make("h2", {}, until === null ? title : `${title}: ${Math.round(until)} ${along}`),
    names.slice(0, 6).map((name) => chart(name.replaceAll("_", " "), [{ name: name.replaceAll("_", " "), colour: "line0", values: numbers(columns[name]) }]).place));
}

function evaluationsOf(columns) {
  if (!columns.opponent) return null;
  const opponents = [...new Set(columns.opponent)];
  const series = opponents.map((opponent, k) => ({ name: `against ${opponent}`, colour: `line${k % 4}`,
    values: numbers(columns.win_share).map((value, row) => [value, row]).filter(([, row]) => columns.opponent[row] === opponent).map(([value]) => (value === null ? null : 100 * value)) }));
  return make("section", { class: "card" }, make("h2", {}, "Evaluations"), chart("Games won, %", series).place);
}
