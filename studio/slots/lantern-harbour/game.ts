import { createLines } from "#studio/engine/shared/lines.ts";
import { countOf, createMachine, type Window } from "#studio/engine/shared/reels.ts";
import { showLine, showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { createWeightedDraw } from "#studio/engine/shared/weights.ts";
import { symbols } from "./symbols.ts";

const lines = (
  "11111 00000 22222 01210 21012 00100 22122 12221 10001 10101 12121 " +
  "01010 21212 11011 11211 01110 21112 02020 20202 02220"
).split(" ");
const strips = {
  base: [
    "DjSnaDqknaDKSjDKSKkSSDaSoooSKaktkaDSqSDKaSKSqaj",
    "SKjtkSaSnjaaSntkaDtDWtjqjSnjaooonnqKnkKWkSaDDqqKk",
    "aKtWjkSnqaKKjaSqtSnjqDtknDKSDKnkaSjKkqtSkoooajWkS",
    "qnKStnnjkaSnDSntkoootaKaSkSkWnnKSDKDSWtSDaDaKnKDS",
    "KSnKnKSknDjatqajanDDtaKoookSKDDjnqajkKkKtqSqntt",
  ],
};
const values: readonly Weighted[] = [
  { value: 1, weight: 3329 },
  { value: 2, weight: 2155 },
  { value: 3, weight: 1352 },
  { value: 4, weight: 890 },
  { value: 5, weight: 709 },
  { value: 8, weight: 489 },
  { value: 10, weight: 342 },
  { value: 15, weight: 231 },
  { value: 25, weight: 163 },
  { value: 50, weight: 147 },
  { value: 100, weight: 193 },
];

export const units = 20;
/** Lanterns that start the feature. */
export const fewestLanterns = 6;
/** An empty cell receives a lantern once in so many respins. */
export const cellOdds = 24;
export const respins = 3;
/** Stakes for fifteen lanterns, beside their values. */
export const grand = 1000;

export const machine = createMachine(symbols, 3, "base", strips.base);
export const paylines = createLines(symbols, 5, 3, lines);
export const window: Window = new Int8Array(15);
export const lanternValue = createWeightedDraw("lantern value", values);
const lantern = machine.letters.indexOf("o");

export const lanternsOn = (cells: Window): number => countOf(cells, lantern);

function play(round: Round): number {
  machine.spin(round, window);
  showReels(round, "base", machine, window);
  const won = paylines.total(window, showLine(round, machine.letters));
  return lanternsOn(window) >= fewestLanterns ? won + holdAndWin(round) : won;
}

/** Lanterns stay, the other cells spin; three respins, three again after each new lantern. Returns units. */
function holdAndWin(round: Round): number {
  round.featured = true;
  round.show?.({ type: "feature", name: "lanterns", spins: respins });
  const lit = Array.from(window, code => code === lantern);
  let stakes = landed(
    round,
    lit.flatMap((isLit, at) => (isLit ? [at] : [])),
  );
  for (let left = respins; left > 0 && lit.includes(false); left--) {
    const fresh = lit.flatMap((isLit, at) => (!isLit && round.draw("lantern", cellOdds) === 0 ? [at] : []));
    for (const at of fresh) lit[at] = true;
    stakes += landed(round, fresh);
    if (fresh.length > 0) left = respins + 1;
  }
  round.show?.({ type: "win", kind: "coins", symbol: "o", count: litCount(lit), units: stakes * units, cells: [] });
  if (!lit.includes(false)) {
    stakes += grand;
    round.show?.({ type: "win", kind: "prize", symbol: "o", count: 15, units: grand * units, cells: [] });
  }
  round.show?.({ type: "feature_end", name: "lanterns", units: stakes * units });
  return stakes * units;
}

const litCount = (lit: readonly boolean[]): number => lit.filter(isLit => isLit).length;

/** Draws the values of the lanterns that landed, shows them, and returns their sum in stakes. */
function landed(round: Round, cells: readonly number[]): number {
  const drawn = cells.map(() => lanternValue.draw(round));
  round.show?.({
    type: "values",
    name: "lanterns",
    cells: cells.map(at => [Math.floor(at / 3), at % 3]),
    values: drawn,
  });
  return drawn.reduce((sum, value) => sum + value, 0);
}

export const lanternHarbour: SlotGame = {
  slug: "lantern-harbour",
  titles: { en: "Lantern Harbour", ru: "Гавань фонарей", kk: "Шамдар айлағы" },
  volatility: 3,
  grid: { reels: 5, rows: 3 },
  symbols,
  strips,
  tables: { "lantern value": values },
  evaluation: { kind: "lines", lines },
  units,
  maxWin: 1200,
  modes: { base: { price: 1, rtp: "96.40" } },
  stakes: standardStakes,
  hitRate: "29.89",
  maxWinOdds: 3_990_136,
  proof: ["markov", "convolve"],
  play,
};
