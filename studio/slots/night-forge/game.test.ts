import { expect, test } from "vitest";
import { recordedChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { base, forgeSpins, nightForge, ways, window } from "./game.ts";
import { spinTable } from "./proof.ts";

describeSlot(nightForge);

const play = (mode: string, values: readonly number[]) => {
  const input = { game: nightForge, mode, currency: "USD", stake: 100_000n } as const;
  const { draws, events } = playSpin({ ...input, chance: recordedChance(values) });
  const windows = events.flatMap(event => (event.type === "reels" ? [event.window] : []));
  return { draws, windows };
};
const ingotReels = (shown: readonly string[]) =>
  shown.flatMap((reel, index) => (reel.includes("W") ? [index + 1] : []));

test("an ingot walks from the last reel to the first, one reel a respin, in its row", () => {
  const wild = base.strips[4]?.indexOf(base.letters.indexOf("W")) ?? 0;
  const respin = [0, 0, 0, 0, 0];
  const { windows } = play("base", [0, 0, 0, 0, wild - 2, ...respin, ...respin, ...respin, ...respin]);
  expect(windows.map(ingotReels)).toEqual([[5], [4], [3], [2], [1]]);
  expect(windows.map(shown => shown.find(reel => reel.includes("W"))?.indexOf("W"))).toEqual([2, 2, 2, 2, 2]);
});

test("the forge puts an ingot on the last reel in each of its spins, and all of them walk out", () => {
  const spin = [3, 0, 0, 0, 0, 0];
  const walkOut = [0, 0, 0, 0, 0];
  const values = [
    ...Array.from({ length: forgeSpins }, () => spin),
    ...Array.from({ length: 4 }, () => walkOut),
  ].flat();
  const { windows } = play("buy", values);
  expect(windows.map(ingotReels)).toEqual([[5], [4, 5], [3, 4, 5], [2, 3, 4, 5], [1, 2, 3, 4], [1, 2, 3], [1, 2], [1]]);
});

test("the count reel by reel is the count window by window", () => {
  // The mean of the base spin from the evaluator itself, on every 1,009th window.
  const tables = spinTable(base, 0);
  const proven = [...tables.values()].reduce((sum, part) => sum + [...part].reduce((s, [u, p]) => s + u * p, 0), 0);
  const lengths = base.strips.map(({ length }) => length);
  const all = lengths.reduce((product, length) => product * length, 1);
  let [sum, square, count] = [0, 0, 0];
  for (let index = 0; index < all; index += 1009) {
    let rest = index;
    base.show(
      lengths.map(length => {
        const stop = rest % length;
        rest = Math.floor(rest / length);
        return stop;
      }),
      window,
    );
    const units = ways.total(window, 1);
    sum += units;
    square += units * units;
    count += 1;
  }
  const mean = sum / count;
  const error = Math.sqrt((square / count - mean * mean) / count);
  expect(Math.abs(mean - proven) / error).toBeLessThan(4);
});
