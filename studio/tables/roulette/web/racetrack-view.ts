import { el } from "#studio/frame/web/dom.ts";
import { colourOf } from "../spots.ts";
import { type CalledBet, calledBets, calledLayouts, neighbours, wheelOrder } from "../wheel.ts";

import type { RouletteSay } from "./texts.ts";

/** The wheel's order as a track: a number with its neighbours, and the called bets. Calls `onPlace` with chips by spot. */
export function createRacetrack(
  say: RouletteSay,
  onPlace: (chips: Readonly<Record<string, number>>) => void,
): HTMLElement {
  let each = 2;
  const shown = el("output", {}, say("neighbours", { n: each }));
  const change = (by: number) => {
    each = Math.max(0, Math.min(5, each + by));
    shown.value = say("neighbours", { n: each });
  };
  const around = (number: number) =>
    onPlace(Object.fromEntries(neighbours(number, each).map(near => [`straight-${near}`, 1])));
  const numbers = wheelOrder.map((number, index) => {
    const button = el(
      "button",
      {
        type: "button",
        class: `pocket ${colourOf(number)}`,
        "aria-label": say("neighboursOf", { number }),
        onclick: () => around(number),
        onpointerenter: () => light(number, true),
        onpointerleave: () => light(number, false),
      },
      String(number),
    );
    const { x, y } = onTrack(index / wheelOrder.length);
    button.style.cssText = `left:${x}%;top:${y}%`;
    return button;
  });
  function light(number: number, on: boolean): void {
    for (const near of neighbours(number, each)) numbers[wheelOrder.indexOf(near)]?.classList.toggle("lit", on);
  }
  const called = (bet: CalledBet) =>
    el("button", { type: "button", class: `called ${bet}`, onclick: () => onPlace(calledLayouts[bet]) }, say(bet));
  return el(
    "div",
    { class: "racetrack", role: "group", "aria-label": say("racetrack") },
    el("div", { class: "track" }, ...numbers, el("div", { class: "inner" }, ...calledBets.map(called))),
    el(
      "div",
      { class: "near" },
      el("button", { type: "button", class: "small", "aria-label": "−", onclick: () => change(-1) }, "−"),
      shown,
      el("button", { type: "button", class: "small", "aria-label": "+", onclick: () => change(1) }, "+"),
    ),
  );
}

/** A place on a stadium, clockwise from the middle of its right end, in percent of its box. */
function onTrack(part: number): { readonly x: number; readonly y: number } {
  // Of a box 4 wide and 1 high, the track's middle line 0.11 within.
  const [radius, half] = [0.39, 1.5];
  const arc = Math.PI * radius;
  const length = 2 * arc + 4 * half;
  let along = part * length;
  const done = (x: number, y: number) => ({ x: ((x + 2) / 4) * 100, y: (y + 0.5) * 100 });
  const quarter = arc / 2;
  if (along < quarter) return done(half + radius * Math.cos(along / radius), radius * Math.sin(along / radius));
  along -= quarter;
  if (along < 2 * half) return done(half - along, radius);
  along -= 2 * half;
  if (along < arc) {
    const angle = Math.PI / 2 + along / radius;
    return done(-half + radius * Math.cos(angle), radius * Math.sin(angle));
  }
  along -= arc;
  if (along < 2 * half) return done(-half + along, -radius);
  along -= 2 * half;
  const angle = -Math.PI / 2 + along / radius;
  return done(half + radius * Math.cos(angle), radius * Math.sin(angle));
}
