import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import type { TableGame } from "../../shared/table-game.ts";
import { type BoxFace, type BoxLayout, createBoxFelt, row } from "../../web/box-felt.ts";
import { paidBox } from "../../web/paid-box.ts";
import { type Stage, type StageFacts, type StageModule, silence } from "../../web/stage.ts";
import type { TableState } from "../../web/table-state.ts";
import { textsOf } from "../../web/texts.ts";
import "../../web/boxed-table.css";
import "./wheel.css";
import wheelPicture from "../art/wheel.svg";
import { houseWheel } from "../game.ts";
import { paidBy, pays, segments, spots, type WheelOutcome } from "../rules.ts";
import { wheelTexts } from "./texts.ts";
import { angleAt, pinPhase, restAngle } from "./turning.ts";

const wide: BoxLayout = {
  width: 1_120,
  height: 150,
  boxes: row(spots, { left: 0, top: 0, width: 1_120, height: 150, gap: 14 }),
};
const tall: BoxLayout = {
  width: 360,
  height: 200,
  boxes: [
    ...row(spots.slice(0, 3), { left: 0, top: 0, width: 360, height: 96, gap: 8 }),
    ...row(spots.slice(3), { left: 0, top: 104, width: 360, height: 96, gap: 8 }),
  ],
};

const tones: Readonly<Record<string, string>> = { x1: "ivory", x2: "blue", x7: "green", x15: "violet", x47: "gold" };
const outcomeOf = (outcome: Json) => outcome as WheelOutcome;
const paysOf = (outcome: Json) => paidBy(outcomeOf(outcome));
const countOf = (spot: string) => segments.filter(each => `x${each}` === spot).length;

/** Degrees that a pin bends the flap. */
const mostBent = 22;

function create({ language }: StageFacts): Stage {
  const say = wheelTexts(language);
  const wheel = el("img", { src: wheelPicture, alt: "", class: "big-wheel", draggable: "false" });
  const flap = el("i", { class: "flap" });
  const stand = el("div", { class: "stand", role: "img", "aria-label": houseWheel.titles[language] }, wheel, flap);
  const strip = el("div", { class: "wheel-strip" });
  let round: RoundFacts | null = null;
  let rest = 0;
  let isCalm = false;
  let shown = Number.NaN;
  let bent = 0;

  const face = (spot: string): BoxFace => ({
    title: spot.slice(1),
    odds: say("segmentsOf", { n: countOf(spot) }),
    tone: tones[spot] ?? "ivory",
    size: "large",
  });
  const mark = (number: number) => el("li", { class: `seg seg-x${number}` }, String(number));

  /** Everybody has the same former result, so that everybody sees the wheel start from the same place. */
  function restingAt({ history }: TableState, before: number | undefined): number {
    const last = history.find(({ number }) => before === undefined || number < before);
    return last ? restAngle(outcomeOf(last.outcome).segment, "") : 0;
  }

  function angle(now: number): number {
    if (!round || round.outcome === null || round.dealt_at === null || round.settles_at === null) return rest;
    const to = restAngle(outcomeOf(round.outcome).segment, "");
    if (round.phase === "settled") return to;
    if (isCalm) return rest;
    return angleAt({ from: rest, to, dealtAt: round.dealt_at, settlesAt: round.settles_at }, now);
  }

  function bend(degrees: number): void {
    if (degrees === bent) return;
    bent = degrees;
    flap.style.transform = `rotate(${degrees}deg)`;
  }

  function showStrip({ history }: TableState): void {
    if (history.length === 0) {
      strip.replaceChildren(el("p", { class: "muted" }, textsOf(language)("noRounds")));
      return;
    }
    const results = history.map(({ outcome }) => paysOf(outcome));
    const counts = pays.map(each => {
      const count = results.filter(result => result === each).length;
      return el("li", {}, mark(each).cloneNode(true), el("b", {}, String(count)));
    });
    strip.replaceChildren(
      el("p", { class: "muted" }, say("history", { n: results.length })),
      el("ol", { class: "segs" }, ...results.slice(0, 30).map(mark)),
      el("ul", { class: "seg-counts", "aria-label": say("often") }, ...counts),
    );
  }

  return {
    scenery: [stand],
    room: { width: 1_300, height: 700, narrow: 374 },
    texts: { dealing: say("dealing"), rules: say("rules") },
    strip,
    felt: (isNarrow, common) => createBoxFelt(isNarrow, isNarrow ? tall : wide, face, common),
    spotName: spot => say("spot", { pays: spot.slice(1) }),
    resultText: outcome => say("resultIs", { pays: paysOf(outcome) }),
    boxes: (state, ownId) => (state.winners.length > 0 ? [paidBox(state.winners, language, ownId)] : []),
    results: state => state.history.slice(0, 10).map(({ outcome }) => mark(paysOf(outcome))),
    pays: spots.map(spot => ({ spot, name: say("spot", { pays: spot.slice(1) }), odds: `${spot.slice(1)}:1` })),
    show(next, state) {
      round = next;
      rest = restingAt(state, next && next.outcome !== null ? next.number : undefined);
      showStrip(state);
    },
    draw(now) {
      const at = angle(now);
      const moved = Math.abs(at - shown);
      bend(moved > 0.001 ? -mostBent * pinPhase(at) : 0);
      if (at === shown) return silence;
      const isTick = moved > 0.02 && pinPhase(at) < pinPhase(shown);
      shown = at;
      wheel.style.transform = `rotate(${at}deg)`;
      return { roll: 0, touch: isTick ? "wood" : undefined };
    },
    calm(on) {
      isCalm = on;
    },
  };
}

export const stage: StageModule = { game: houseWheel as TableGame, create };
