// Elements by their parts. Words only ever become text, never markup.

export function make(tag, attributes = {}, ...parts) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...parts.flat().filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

export function fill(place, ...parts) {
  place.replaceChildren(...parts.flat().filter((part) => part !== null && part !== undefined && part !== false));
}

export function button(words, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, [words].flat(2));
}

export function inSvg(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// For those who cannot see what changed.
export function speak(words) {
  const place = document.getElementById("spoken");
  if (place && place.textContent !== words) place.textContent = words;
}

export function isTyping(event) {
  const tag = event.target instanceof Element ? event.target.tagName : "";
  return tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA";
}

export function wantsDark() {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

export function theme() {
  return wantsDark() ? "dark" : "light";
}

// What is remembered in this browser; a browser may forbid it.
export function remembered(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`undersea.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`undersea.${name}`, JSON.stringify(value));
  } catch {
    // then not
  }
}
