import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { TableGame } from "../../shared/table-game.ts";
import { type BoxFace, type BoxLayout, box, createBoxFelt, row } from "../../web/box-felt.ts";
import { paidBox } from "../../web/paid-box.ts";
import type { Stage, StageFacts, StageModule } from "../../web/stage.ts";
import { textsOf } from "../../web/texts.ts";
import "../../web/boxed-table.css";
import "./sic-bo.css";
import { ofFaces, pairs, totals } from "../felt.ts";
import { sicBo } from "../game.ts";
import { isTriple, type SicBoOutcome, type SicBoSpot, spotById, totalOf } from "../rules.ts";
import { createDiceView, dieFace } from "./dice-view.ts";
import { sicBoTexts } from "./texts.ts";

const wide: BoxLayout = {
  width: 1_160,
  height: 424,
  boxes: [
    box("small", 0, 0, 190, 116),
    ...row(["odd", "even"], { left: 200, top: 0, width: 760, height: 54, gap: 10 }),
    box("any-triple", 200, 62, 760, 54),
    box("big", 970, 0, 190, 116),
    ...row([...ofFaces("double"), ...ofFaces("triple")], { left: 0, top: 124, width: 1_160, height: 66, gap: 6 }),
    ...row(totals, { left: 0, top: 198, width: 1_160, height: 72, gap: 5 }),
    ...row(pairs, { left: 0, top: 278, width: 1_160, height: 70, gap: 5 }),
    ...row(ofFaces("single"), { left: 0, top: 356, width: 1_160, height: 68, gap: 6 }),
  ],
};
const tall: BoxLayout = {
  width: 360,
  height: 560,
  boxes: [
    ...row(["small", "big"], { left: 0, top: 0, width: 360, height: 66, gap: 6 }),
    box("odd", 0, 72, 86, 48),
    box("any-triple", 92, 72, 176, 48),
    box("even", 274, 72, 86, 48),
    ...row(totals.slice(0, 7), { left: 0, top: 126, width: 360, height: 52, gap: 4 }),
    ...row(totals.slice(7), { left: 0, top: 182, width: 360, height: 52, gap: 4 }),
    ...row(ofFaces("single"), { left: 0, top: 240, width: 360, height: 54, gap: 4 }),
    ...row(ofFaces("double"), { left: 0, top: 300, width: 360, height: 50, gap: 4 }),
    ...row(ofFaces("triple"), { left: 0, top: 354, width: 360, height: 50, gap: 4 }),
    ...row(pairs.slice(0, 5), { left: 0, top: 410, width: 360, height: 48, gap: 4 }),
    ...row(pairs.slice(5, 10), { left: 0, top: 461, width: 360, height: 48, gap: 4 }),
    ...row(pairs.slice(10), { left: 0, top: 512, width: 360, height: 48, gap: 4 }),
  ],
};

const diceOf = (outcome: Json) => (outcome as unknown as SicBoOutcome).dice;
const spotOf = (id: string) => required(spotById.get(id), `no spot ${id}`);
const faceRow = (faces: readonly number[]) => el("span", { class: "faces" }, ...faces.map(face => dieFace(face)));

function create({ language }: StageFacts): Stage {
  const say = sicBoTexts(language);
  const dice = createDiceView(sicBo.titles[language]);
  const total = el("span", { class: "points total", hidden: true });
  const strip = el("div", { class: "dice-strip" });

  function face(id: string): BoxFace {
    const { kind, numbers, odds } = spotOf(id);
    const [first = 1] = numbers;
    switch (kind) {
      case "even-money": {
        const name = id as "small" | "big" | "odd" | "even";
        const range = name === "small" || name === "big" ? say(`${name}Range`) : odds;
        const tone = name === "small" ? "blue" : name === "big" ? "red" : "ivory";
        return {
          title: say(name),
          odds: range,
          tone,
          ...(name === "small" || name === "big" ? { size: "large" } : {}),
        };
      }
      case "any-triple":
        return { title: say(kind), odds, tone: "gold" };
      case "total":
        return { title: String(first), odds, tone: "gold", size: "small" };
      case "pair":
        return { title: faceRow(numbers), odds, tone: "ivory", size: "small" };
      case "single":
        return { title: faceRow([first]), odds: "1 · 2 · 12:1", tone: "ivory" };
      case "double":
        return { title: faceRow([first, first]), odds, tone: "ivory", size: "small" };
      case "triple":
        return { title: faceRow([first, first, first]), odds, tone: "red", size: "small" };
    }
  }

  function name({ id, kind, numbers }: SicBoSpot): string {
    const [a = 0, b = 0] = numbers;
    if (kind === "even-money") return say(id as "small");
    if (kind === "any-triple") return say(kind);
    return kind === "pair" ? say("pair", { a, b }) : say(kind, { n: a });
  }

  const result = (outcome: Json) => {
    const drawn = diceOf(outcome);
    const side = isTriple(drawn) ? "triple" : totalOf(drawn) <= 10 ? "small" : "big";
    return el("li", { class: `total-mark side-${side}` }, String(totalOf(drawn)));
  };

  const payRow = (spot: string, text: string) => ({ spot, name: text, odds: spotOf(spot).odds });

  return {
    scenery: [dice.element, total],
    room: { width: 1_440, height: 815, narrow: 374 },
    texts: { dealing: say("dealing"), rules: say("rules") },
    strip,
    felt: (isNarrow, common) => createBoxFelt(isNarrow, isNarrow ? tall : wide, face, common),
    spotName: spot => name(spotOf(spot)),
    resultText(outcome) {
      const [a = 0, b = 0, c = 0] = diceOf(outcome);
      return say("resultIs", { a, b, c, n: a + b + c });
    },
    boxes: (state, ownId) => (state.winners.length > 0 ? [paidBox(state.winners, language, ownId)] : []),
    results: state => state.history.slice(0, 10).map(({ outcome }) => result(outcome)),
    pays: [
      payRow("small", say("kind-even-money")),
      payRow("pair-1-2", say("kind-pair")),
      payRow("single-1", say("kind-single")),
      ...[4, 5, 6, 7, 8, 9, 10].map(n => payRow(`total-${n}`, say("kind-total", { n, m: 21 - n }))),
      payRow("double-1", say("kind-double")),
      payRow("triple-1", say("kind-triple")),
      payRow("any-triple", say("any-triple")),
    ],
    show(round, { history }) {
      dice.show(round, history[0] && diceOf(history[0].outcome));
      const isShown = round?.phase === "settled" && round.outcome !== null;
      total.hidden = !isShown;
      if (isShown) total.textContent = String(totalOf(diceOf(round.outcome)));
      const last = history.slice(0, 9).map(({ outcome }) => el("li", {}, faceRow(diceOf(outcome)), result(outcome)));
      strip.replaceChildren(
        el(
          "p",
          { class: "muted" },
          last.length > 0 ? say("history", { n: last.length }) : textsOf(language)("noRounds"),
        ),
        el("ol", { class: "throws" }, ...last),
      );
    },
    draw: now => dice.draw(now),
    calm: on => dice.calm(on),
  };
}

export const stage: StageModule = { game: sicBo as unknown as TableGame, create };
