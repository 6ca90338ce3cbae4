import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { TableGame } from "../../shared/table-game.ts";
import { createFeltView } from "../../web/felt-view.ts";
import type { Stage, StageFacts, StageModule } from "../../web/stage.ts";
import tallPicture from "../art/roulette-tall.svg";
import widePicture from "../art/roulette-wide.svg";
import { feltAreas, feltSize, upright } from "../felt.ts";
import { meridianRoulette } from "../game.ts";
import { colourOf, returnsOf, spotById } from "../spots.ts";
import { spotName } from "./numbers.ts";
import { numbersOf, panels, resultList } from "./panels.ts";
import { createRacetrack } from "./racetrack-view.ts";
import { rouletteTexts } from "./texts.ts";
import { createWheelView } from "./wheel-view.ts";
import "./roulette.css";

const numberOf = (outcome: Json) => (outcome as { readonly number: number }).number;
const spotOf = (id: string) => required(spotById.get(id), `no spot ${id}`);

const kinds = [
  ["straight-0", "kind-straight"],
  ["split-1-2", "kind-split"],
  ["street-1", "kind-street"],
  ["corner-1", "kind-corner"],
  ["line-1", "kind-line"],
  ["dozen-1", "kind-dozen"],
  ["red", "kind-even"],
] as const;

function create({ language, put }: StageFacts): Stage {
  const say = rouletteTexts(language);
  const wheel = createWheelView(meridianRoulette.titles[language]);

  /** What the picture leaves to the language; dozens say their numbers. */
  function printed(id: string): readonly Node[] {
    const { kind, numbers } = spotOf(id);
    if (id === "even" || id === "odd") return [el("span", { class: "printed" }, say(`felt-${id}`))];
    return kind === "dozen" ? [el("span", { class: "printed" }, `${numbers[0]}–${numbers.at(-1)}`)] : [];
  }

  return {
    scenery: [wheel.element],
    room: { width: 1_350, height: 683, narrow: 374 },
    texts: { dealing: say("dealing"), rules: say("rulesText") },
    tool: { label: say("racetrack"), panel: createRacetrack(say, put) },
    felt(isNarrow, common) {
      const areas = isNarrow ? feltAreas.map(upright) : feltAreas;
      return createFeltView({
        ...common,
        classes: `roulette-felt ${isNarrow ? "tall" : "wide"}`,
        width: isNarrow ? feltSize.height : feltSize.width,
        height: isNarrow ? feltSize.width : feltSize.height,
        picture: isNarrow ? tallPicture : widePicture,
        places: areas.map(({ spot, x, y, width, height, level }) => ({
          spot: spot.id,
          x,
          y,
          width,
          height,
          level,
          classes: `k-${spot.kind}`,
        })),
        face: printed,
        covered: spot => spotOf(spot).numbers.map(number => `straight-${number}`),
      });
    },
    spotName: spot => spotName(spotOf(spot), say),
    dollyOn: outcome => `straight-${numberOf(outcome)}`,
    resultText(outcome) {
      const number = numberOf(outcome);
      return say("resultIs", { number, colour: say(colourOf(number)) });
    },
    boxes: (state, ownId) => panels(state, { say, language, ownId }),
    results: state => resultList(state, 9),
    pays: kinds.map(([spot, name]) => ({ spot, name: say(name), odds: `${returnsOf(spotOf(spot).numbers) - 1n}:1` })),
    show: (round, state) => wheel.show(round, numbersOf(state)[0] ?? null),
    draw: now => ({ roll: wheel.draw(now) }),
    calm: on => wheel.calm(on),
  };
}

export const stage: StageModule = { game: meridianRoulette as TableGame, create };
