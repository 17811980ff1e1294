// Which screen is shown: home, a table, a recorded game.

import { fill, make } from "./dom.js";
import { gamesScreen, ladderScreen, runScreen } from "./browse.js";
import { home } from "./home.js";
import { replayScreen } from "./replay.js";
import { tableScreen } from "./table.js";

const page = document.getElementById("page");
let leave = null;

async function go() {
  leave?.();
  leave = null;
  const [name, ...rest] = location.hash.slice(1).split("/");
  const screens = {
    table: () => tableScreen(page, rest[0]),
    replay: () => replayScreen(page, rest[0], Number(rest[1]), Number(rest[2] ?? 0), rest[3]),
    games: () => gamesScreen(page, rest[0]),
    ladder: () => ladderScreen(page, rest[0]),
    run: () => runScreen(page, rest[0]),
  };
  page.dataset.screen = screens[name] ? name : "home";
  try {
    leave = await (screens[name] ?? (() => home(page)))();
  } catch (error) {
    fill(page, make("main", { class: "message" }, make("h1", {}, "That did not work"), make("p", {}, error.message),
      make("p", {}, make("a", { href: "#" }, "Back to the first page"))));
  }
}

addEventListener("hashchange", go);
go();
