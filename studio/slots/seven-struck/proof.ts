import { Counter, everyWindow } from "#studio/engine/proof/enumerate.ts";
import { counted, type SlotProof } from "#studio/engine/proof/figures.ts";
import { areAlike, machine, paylines, sevenStruck, window } from "./game.ts";

/** Every stop of three reels. */
export const proof: SlotProof = () => {
  const counter = new Counter();
  const [lines, doubling] = [{ units: 0 }, { units: 0, count: 0 }];
  const all = everyWindow(machine, window, () => {
    const units = paylines.total(window);
    lines.units += units;
    if (!areAlike(window)) return counter.add(units);
    doubling.units += units;
    doubling.count += 1;
    counter.add(2 * units);
  });
  const base = counted(sevenStruck, counter.entries(), all, 1);
  const stakes = all * sevenStruck.units;
  const raw = [
    { name: "lines", rtp: lines.units / stakes },
    { name: "nine alike", rtp: doubling.units / stakes },
  ];
  const worth = doubling.units / sevenStruck.units / doubling.count;
  return {
    base: {
      ...base,
      parts: raw,
      features: [{ name: "nine alike", probability: doubling.count / all, worth }],
    },
  };
};
