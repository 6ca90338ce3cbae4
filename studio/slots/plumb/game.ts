import { createLines } from "#studio/engine/shared/lines.ts";
import { createMachine, type Window } from "#studio/engine/shared/reels.ts";
import { showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { createWeightedDraw } from "#studio/engine/shared/weights.ts";
import { symbols } from "./symbols.ts";

const lines = ["000"];
const strips = {
  base: [
    "NPNRLNPNBDSNPRLNNPNNRLPNNBDSPNRLNPN",
    "NPNRNLSPNBDNPRNNPLSNNRPNNBDPNLSRNPN",
    "NPNRLNSNBPNNRLPNNDSNPNRLNBPNNSRLNPN",
  ],
};
const plates: readonly Weighted[] = [
  { value: 1, weight: 499 },
  { value: 2, weight: 251 },
  { value: 3, weight: 125 },
  { value: 5, weight: 75 },
  { value: 10, weight: 25 },
  { value: 20, weight: 25 },
];

export const machine = createMachine(symbols, 1, "base", strips.base);
export const paylines = createLines(symbols, 3, 1, lines);
export const window: Window = new Int8Array(3);
export const plate = createWeightedDraw("plate", plates);

/** The bob always swings to its plate; it multiplies a win of the line. */
function play(round: Round): number {
  machine.spin(round, window);
  showReels(round, "base", machine, window);
  const multiplier = plate.draw(round);
  round.show?.({ type: "multiplier", name: "plate", value: multiplier });
  return (
    paylines.total(window, ({ line, code, count, units, cells }) => {
      const symbol = machine.letters.charAt(code);
      round.show?.({ type: "win", kind: "line", symbol, count, units: units * multiplier, cells, line, multiplier });
    }) * multiplier
  );
}

export const plumb: SlotGame = {
  slug: "plumb",
  titles: { en: "Plumb", ru: "Отвес", kk: "Тіктеуіш" },
  volatility: 4,
  grid: { reels: 3, rows: 1 },
  symbols,
  strips,
  tables: { plate: plates },
  evaluation: { kind: "lines", lines },
  units: 10,
  maxWin: 2500,
  modes: { base: { price: 1, rtp: "96.00" } },
  stakes: standardStakes,
  hitRate: "12.84",
  maxWinOdds: 214_375,
  proof: ["enumerate"],
  play,
};
