// Which screen is shown: home, a table, a recorded game.

import { ask } from "./api.js";
import { fill, make } from "./dom.js";
import { home } from "./home.js";
import { tableScreen } from "./table.js";

const page = document.getElementById("page");
let leave = null;

async function go() {
  leave?.();
  leave = null;
  const [name, ...rest] = location.hash.slice(1).split("/");
  const screens = { table: () => tableScreen(page, rest[0]) };
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
