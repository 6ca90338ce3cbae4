import { showDecimal } from "#kit/i18n/numbers.ts";
import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { Result } from "../../shared/roads.ts";
import type { TableGame } from "../../shared/table-game.ts";
import { type BoxFace, type BoxLayout, box, createBoxFelt, row } from "../../web/box-felt.ts";
import { createDealView } from "../../web/deal-view.ts";
import { paidBox } from "../../web/paid-box.ts";
import { createRoadsView, roadColours } from "../../web/roads-view.ts";
import { sheetResults } from "../../web/sheet-results.ts";
import type { Stage, StageFacts, StageModule } from "../../web/stage.ts";
import "../../web/boxed-table.css";
import "./baccarat.css";
import type { Language } from "../../web/texts.ts";
import { garnetBaccarat } from "../game.ts";
import { type BaccaratOutcome, type BaccaratSpot, spots, totalOf, winnerOf } from "../rules.ts";
import { script } from "./script.ts";
import { createSqueeze } from "./squeeze.ts";
import { type BaccaratText, baccaratTexts } from "./texts.ts";

const wide: BoxLayout = {
  width: 1_120,
  height: 290,
  boxes: [
    box("player-pair", 0, 0, 330, 78),
    ...row(["perfect-pair", "either-pair"], { left: 338, top: 0, width: 444, height: 78, gap: 8 }),
    box("banker-pair", 790, 0, 330, 78),
    box("player", 0, 92, 400, 198),
    box("tie", 412, 92, 296, 198),
    box("banker", 720, 92, 400, 198),
  ],
};
const tall: BoxLayout = {
  width: 360,
  height: 226,
  boxes: [
    box("player", 0, 0, 128, 108),
    box("tie", 134, 0, 92, 108),
    box("banker", 232, 0, 128, 108),
    ...row(["player-pair", "banker-pair"], { left: 0, top: 115, width: 360, height: 52, gap: 6 }),
    ...row(["either-pair", "perfect-pair"], { left: 0, top: 173, width: 360, height: 52, gap: 6 }),
  ],
};

const boxesIn = (language: Language): Readonly<Record<BaccaratSpot, Pick<BoxFace, "odds" | "tone" | "size">>> => ({
  player: { odds: "1:1", tone: "blue", size: "large" },
  banker: { odds: `${showDecimal("0.95", language)}:1`, tone: "red", size: "large" },
  tie: { odds: "8:1", tone: "green", size: "large" },
  "player-pair": { odds: "11:1", tone: "blue" },
  "banker-pair": { odds: "11:1", tone: "red" },
  "either-pair": { odds: "5:1", tone: "gold", size: "small" },
  "perfect-pair": { odds: "25:1, 200:1", tone: "gold", size: "small" },
});

const outcomeOf = (outcome: Json) => outcome as unknown as BaccaratOutcome;
const resultOf = (outcome: Json): Result =>
  ({ banker: "first", player: "second", tie: "tie" })[winnerOf(outcomeOf(outcome))] as Result;

function create({ language, sent }: StageFacts): Stage {
  const say = baccaratTexts(language);
  const faces = boxesIn(language);
  const face = (spot: string): BoxFace => ({ title: say(spot as BaccaratText), ...faces[spot as BaccaratSpot] });
  const name = (spot: string) =>
    say(spot === "player-pair" || spot === "banker-pair" ? `name-${spot}` : (spot as BaccaratText));
  const squeeze = createSqueeze(say);
  const deal = createDealView(["player", "banker"], script, hand => String(totalOf(hand)), squeeze.isHeld);
  const side = (which: "player" | "banker" | "tie", colour: string) => ({
    name: say(which),
    letter: say(`letter-${which}`),
    colour,
  });
  const roads = createRoadsView({
    sides: {
      first: side("banker", roadColours.red),
      second: side("player", roadColours.blue),
      tie: side("tie", roadColours.green),
    },
    next: given => say("next", { name: given }),
    sheet: say("sheet"),
  });
  return {
    scenery: [el("i", { class: "shoe-box" }), deal.element],
    front: squeeze.element,
    room: { width: 1_340, height: 745, narrow: 374 },
    texts: { dealing: say("dealing"), rules: say("rules") },
    strip: roads.element,
    felt: (isNarrow, common) => createBoxFelt(isNarrow, isNarrow ? tall : wide, face, common),
    spotName: name,
    resultText(outcome) {
      const { player, banker } = outcomeOf(outcome);
      const facts = { player: totalOf(player), banker: totalOf(banker) };
      const winner = winnerOf({ player, banker });
      return say(winner === "tie" ? "tieIs" : winner === "player" ? "playerWins" : "bankerWins", facts);
    },
    boxes: (state, ownId) => (state.winners.length > 0 ? [paidBox(state.winners, language, ownId)] : []),
    results: state =>
      state.history.slice(0, 10).map(({ outcome }) => {
        const winner = winnerOf(outcomeOf(outcome));
        return el("li", { class: `bead bead-${resultOf(outcome)}` }, say(`letter-${winner}`));
      }),
    pays: spots.map(spot => ({ spot, name: name(spot), odds: faces[spot].odds ?? "" })),
    show(round, state) {
      squeeze.show(round, round ? sent(round.number) : []);
      deal.show(round);
      roads.show(sheetResults(state, resultOf));
    },
    draw(now) {
      squeeze.draw(now);
      return deal.draw(now);
    },
    calm: () => undefined,
  };
}

export const stage: StageModule = { game: garnetBaccarat as unknown as TableGame, create };
