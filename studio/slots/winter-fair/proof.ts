import { Counter } from "#studio/engine/proof/enumerate.ts";
import { counted, type SlotProof } from "#studio/engine/proof/figures.ts";
import { fraction } from "#studio/engine/proof/fraction.ts";
import { machine, paylines, rows, units, wheel, wheelsOn, window, winterFair } from "./game.ts";

/** A code that no symbol has: reels that cannot continue a line. */
const blank = machine.letters.length;
const lengths = machine.strips.map(({ length }) => length);

/** Every window, with or without three wheels, and every field of the wheel. The pot is not in the return. */
export const proof: SlotProof = () => {
  const [plain, wheels] = countWindows();
  const all = lengths.reduce((product, length) => product * length, 1);
  const turned = wheels.flatMap(([won, count]) =>
    wheel.table.map(({ value, weight }) => [won + value * units, count * weight] as const),
  );
  const counts = [...plain.map(([won, count]) => [won, count * wheel.total] as const), ...turned];
  const base = counted(winterFair, counts, all * wheel.total, 1);
  const triggers = wheels.reduce((sum, [, count]) => sum + count, 0);
  const lost = plain.find(([won]) => won === 0)?.[1] ?? 0;
  const won = [...plain, ...wheels].reduce((sum, [each, count]) => sum + each * count, 0);
  const prize = wheel.table.reduce((sum, { value, weight }) => sum + value * weight, 0) / wheel.total;
  return {
    base: {
      ...base,
      hit: fraction(all - lost, all),
      parts: [
        { name: "lines", rtp: won / all / units },
        { name: "wheel", rtp: (triggers / all) * prize },
      ],
      features: [{ name: "wheel", probability: triggers / all, worth: prize }],
    },
  };
};

type Counts = readonly (readonly [won: number, count: number])[];

/** Units of all windows without and with three wheels. What matches no line on the first three reels is counted without the other two. */
function countWindows(): readonly [Counts, Counts] {
  const [plain, wheels] = [new Counter(), new Counter()];
  const [one, two, three, four = 0, five = 0] = lengths;
  const rest = four * five;
  // Wheels lie on reels 2 to 4; the fourth reel's decides where the first two agree.
  const withWheel = Array.from({ length: four }, (_, stop) => stop).filter(stop => showsWheel(3, stop)).length * five;
  for (let a = 0; a < (one ?? 0); a++) {
    for (let b = 0; b < (two ?? 0); b++) {
      for (let c = 0; c < (three ?? 0); c++) {
        [a, b, c].forEach((stop, reel) => void put(reel, stop));
        window.fill(blank, 3 * rows);
        const early = wheelsOn(window);
        if (paylines.total(window) > 0) everyEnd(plain, wheels);
        else {
          const turning = early === 2 ? withWheel : 0;
          plain.add(0, rest - turning);
          wheels.add(0, turning);
        }
      }
    }
  }
  return [plain.entries(), wheels.entries()];
}

function everyEnd(plain: Counter, wheels: Counter): void {
  for (let d = 0; d < (lengths[3] ?? 0); d++) {
    put(3, d);
    const counter = wheelsOn(window) === 3 ? wheels : plain;
    for (let e = 0; e < (lengths[4] ?? 0); e++) {
      put(4, e);
      counter.add(paylines.total(window));
    }
  }
}

function put(reel: number, stop: number): void {
  const strip = machine.strips[reel] as Int8Array;
  for (let row = 0; row < rows; row++) window[reel * rows + row] = strip[(stop + row) % strip.length] as number;
}

function showsWheel(reel: number, stop: number): boolean {
  window.fill(blank);
  put(reel, stop);
  return wheelsOn(window) === 1;
}
