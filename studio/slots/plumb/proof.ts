import { Counter, everyWindow } from "#studio/engine/proof/enumerate.ts";
import { counted, type SlotProof } from "#studio/engine/proof/figures.ts";
import { machine, paylines, plate, plumb, window } from "./game.ts";

/** Every stop of three reels under every plate. */
export const proof: SlotProof = () => {
  const line = new Counter();
  const all = everyWindow(machine, window, () => line.add(paylines.total(window)));
  const counts = line
    .entries()
    .flatMap(([units, count]) => plate.table.map(({ value, weight }) => [units * value, count * weight] as const));
  const base = counted(plumb, counts, all * plate.total, 1);
  const won = line.entries().reduce((sum, [units, count]) => sum + units * count, 0) / all / plumb.units;
  const mean = plate.table.reduce((sum, { value, weight }) => sum + value * weight, 0) / plate.total;
  return {
    base: {
      ...base,
      parts: [
        { name: "line", rtp: won },
        { name: "plates", rtp: won * (mean - 1) },
      ],
      features: [],
    },
  };
};
