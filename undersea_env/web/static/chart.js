// Lines over the decisions of a game, or over anything else that is counted.

import { inSvg, make } from "./dom.js";

const WIDTH = 1000;
const HEIGHT = 130;
const DASHES = ["", "9 4", "3 3", "12 3 3 3"];

// `series`: {name, colour, values}, values may be null; `at`: where a mark stands.
export function chart(label, series, { ticks = [], choose = null } = {}) {
  const sheet = inSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label, class: "chart" });
  const known = series.flatMap((each) => each.values.filter((value) => value !== null));
  const low = Math.min(0, ...known);
  const high = Math.max(1, ...known);
  const length = Math.max(2, ...series.map((each) => each.values.length));
  const x = (k) => (k * WIDTH) / (length - 1);
  const y = (value) => HEIGHT - 6 - ((value - low) * (HEIGHT - 12)) / (high - low);
  for (const k of ticks) sheet.append(inSvg("line", { x1: x(k), x2: x(k), y1: HEIGHT - 7, y2: HEIGHT, class: "tick" }));
  series.forEach((each, number) => {
    const points = each.values.map((value, k) => (value === null ? null : `${x(k).toFixed(1)},${y(value).toFixed(1)}`)).filter(Boolean);
    sheet.append(inSvg("polyline", { points: points.join(" "), class: `line ${each.colour}`, "stroke-dasharray": DASHES[number % 4], "vector-effect": "non-scaling-stroke" }));
  });
  const mark = inSvg("line", { y1: 0, y2: HEIGHT, class: "now", "vector-effect": "non-scaling-stroke" });
  sheet.append(mark);
  if (choose) {
    sheet.addEventListener("click", (event) => {
      const box = sheet.getBoundingClientRect();
      choose(Math.round(((event.clientX - box.left) / box.width) * (length - 1)));
    });
  }
  const legend = make("ul", { class: "legend" }, series.map((each, number) => {
    const sample = inSvg("svg", { viewBox: "0 0 30 8", class: "sample", "aria-hidden": "true" });
    sample.append(inSvg("line", { x1: 0, x2: 30, y1: 4, y2: 4, class: `line ${each.colour}`, "stroke-dasharray": DASHES[number % 4] }));
    return make("li", {}, sample, ` ${each.name}`);
  }));
  const place = make("figure", { class: "figure" }, make("figcaption", {}, `${label} (${Math.round(low)} to ${Math.round(high)})`, legend), sheet);
  return { place, moveTo: (k) => { mark.setAttribute("x1", x(k)); mark.setAttribute("x2", x(k)); } };
}
