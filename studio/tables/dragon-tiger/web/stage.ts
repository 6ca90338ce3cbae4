import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import { rankOf } from "../../shared/cards.ts";
import type { Result } from "../../shared/roads.ts";
import type { TableGame } from "../../shared/table-game.ts";
import { type BoxFace, type BoxLayout, box, createBoxFelt, row } from "../../web/box-felt.ts";
import { createDealView, type DealtCard } from "../../web/deal-view.ts";
import { paidBox } from "../../web/paid-box.ts";
import { createRoadsView, roadColours } from "../../web/roads-view.ts";
import { sheetResults } from "../../web/sheet-results.ts";
import type { Stage, StageFacts, StageModule } from "../../web/stage.ts";
import "../../web/boxed-table.css";
import "./dragon-tiger.css";
import { dragonTiger } from "../game.ts";
import { type DragonTigerOutcome, type DragonTigerSpot, spots, winnerOf } from "../rules.ts";
import { dragonTigerTexts } from "./texts.ts";

const wide: BoxLayout = {
  width: 1_120,
  height: 250,
  boxes: [
    box("dragon", 0, 0, 400, 250),
    box("tie", 412, 0, 296, 140),
    box("suited-tie", 412, 152, 296, 98),
    box("tiger", 720, 0, 400, 250),
  ],
};
const tall: BoxLayout = {
  width: 360,
  height: 190,
  boxes: [
    ...row(["dragon", "tiger"], { left: 0, top: 0, width: 360, height: 116, gap: 8 }),
    ...row(["tie", "suited-tie"], { left: 0, top: 126, width: 360, height: 62, gap: 8 }),
  ],
};

const tones: Readonly<Record<DragonTigerSpot, Pick<BoxFace, "odds" | "tone" | "size">>> = {
  dragon: { odds: "1:1", tone: "orange", size: "large" },
  tiger: { odds: "1:1", tone: "blue", size: "large" },
  tie: { odds: "11:1", tone: "green" },
  "suited-tie": { odds: "50:1", tone: "gold", size: "small" },
};

const outcomeOf = (outcome: Json) => outcome as unknown as DragonTigerOutcome;
const resultOf = (outcome: Json): Result =>
  ({ dragon: "first", tiger: "second", tie: "tie" })[winnerOf(outcomeOf(outcome))] as Result;

/** Both cards turn together. */
function script({ outcome }: RoundFacts): readonly DealtCard[] {
  const { dragon, tiger } = outcomeOf(outcome);
  const turnedMs = 1_500;
  return [
    { card: dragon, hand: "dragon", place: 0, dealtMs: 150, turnedMs },
    { card: tiger, hand: "tiger", place: 0, dealtMs: 600, turnedMs },
  ];
}

function create({ language }: StageFacts): Stage {
  const say = dragonTigerTexts(language);
  const face = (spot: string): BoxFace => ({ title: say(spot as DragonTigerSpot), ...tones[spot as DragonTigerSpot] });
  const deal = createDealView(["dragon", "tiger"], script, ([card = ""]) => rankOf(card));
  const side = (which: "dragon" | "tiger" | "tie", colour: string) => ({
    name: say(which),
    letter: say(`letter-${which}`),
    colour,
  });
  const roads = createRoadsView({
    sides: {
      first: side("dragon", roadColours.orange),
      second: side("tiger", roadColours.blue),
      tie: side("tie", roadColours.green),
    },
    next: name => say("next", { name }),
    sheet: say("sheet"),
  });
  return {
    scenery: [
      el("i", { class: "shoe-box" }),
      el("i", { class: "card-frame frame-dragon" }),
      el("i", { class: "card-frame frame-tiger" }),
      deal.element,
    ],
    room: { width: 1_340, height: 735, narrow: 374 },
    texts: { dealing: say("dealing"), rules: say("rules") },
    strip: roads.element,
    felt: (isNarrow, common) => createBoxFelt(isNarrow, isNarrow ? tall : wide, face, common),
    spotName: spot => say(spot as DragonTigerSpot),
    resultText(outcome) {
      const { dragon, tiger } = outcomeOf(outcome);
      const winner = winnerOf({ dragon, tiger });
      const facts = { dragon: rankOf(dragon), tiger: rankOf(tiger) };
      return say(winner === "tie" ? "tieIs" : winner === "dragon" ? "dragonWins" : "tigerWins", facts);
    },
    boxes: (state, ownId) => (state.winners.length > 0 ? [paidBox(state.winners, language, ownId)] : []),
    results: state =>
      state.history.slice(0, 10).map(({ outcome }) => {
        const winner = winnerOf(outcomeOf(outcome));
        return el("li", { class: `bead bead-${resultOf(outcome)}` }, say(`letter-${winner}`));
      }),
    pays: spots.map(spot => ({
      spot,
      name: say(spot),
      odds: spot === "dragon" || spot === "tiger" ? say("half") : (tones[spot].odds ?? ""),
    })),
    show(round, state) {
      deal.show(round);
      roads.show(sheetResults(state, resultOf));
    },
    draw: now => deal.draw(now),
    calm: () => undefined,
  };
}

export const stage: StageModule = { game: dragonTiger as TableGame, create };
