import { expect, test } from "vitest";
import { countWays } from "#studio/engine/proof/ways.ts";
import { splitWays } from "#studio/engine/proof/ways-split.ts";
import { recordedChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { base, boughtSpins, height, loom } from "./game.ts";

describeSlot(loom);

const tall = height.total - 1;
const play = (mode: string, values: readonly number[]) => {
  const input = { game: loom, mode, currency: "USD", stake: 100_000n } as const;
  return playSpin({ ...input, chance: recordedChance(values) });
};

test("reels are two to seven rows high, and six of seven make 117,649 ways", () => {
  const { events } = play("base", [0, 0, 0, tall, tall, tall, 0, 0, 0, 0, 0, 0]);
  const reels = events.find(event => event.type === "reels");
  expect(reels?.type === "reels" && reels.window.map(({ length }) => length)).toEqual([2, 2, 2, 7, 7, 7]);
  expect(height.table.at(-1)?.value).toBe(7);
  expect(7 ** 6).toBe(117_649);
});

test("all mysteries of a window become one symbol", () => {
  const stop = (reel: number) => base.strips[reel]?.indexOf(base.letters.indexOf("?")) ?? 0;
  const { events, draws } = play("base", [0, 0, 0, 0, 0, 0, 0, stop(1), stop(2), 0, 0, 0, 0]);
  expect(draws.at(-1)).toEqual({ name: "mystery", range: 10, value: 0 });
  const revealed = events.find(event => event.type === "window");
  expect(revealed?.type === "window" && revealed.cells).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(revealed?.type === "window" && [revealed.window[1]?.[0], revealed.window[2]?.[0]]).toEqual(["G", "G"]);
});

test("the multiplier rises by one with every free spin", () => {
  const spin = [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0];
  const { events } = play("buy", Array.from({ length: boughtSpins }, () => spin).flat());
  const multipliers = events.flatMap(event => (event.type === "multiplier" ? [event.value] : []));
  expect(multipliers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("two halves count the same windows as one walk over all reels", () => {
  const pays = [[], [0, 0, 0, 3, 7, 11, 13], [0, 0, 0, 1, 2, 4, 8]];
  const column = (one: number, two: number, wilds: number, tag = 0) => ({
    counts: [0, one, two],
    wilds,
    tag,
    weight: 1 + tag,
  });
  const reel = [column(1, 2, 0), column(0, 1, 1), column(3, 0, 0, 1), column(0, 0, 0)];
  const reels = [reel, reel.slice(1), reel, reel, reel.slice(0, 3), reel];
  const whole = new Map<string, number>();
  const all = reels.reduce((product, columns) => product * columns.reduce((sum, { weight }) => sum + weight, 0), 1);
  for (const [tag, table] of countWays(reels, pays))
    for (const [units, n] of table) whole.set(`${tag}:${units}`, n / all);
  const halves = new Map<string, number>();
  splitWays(reels, pays).forEach((tag, units, probability) => {
    halves.set(`${tag}:${units}`, (halves.get(`${tag}:${units}`) ?? 0) + probability);
  });
  expect([...halves.keys()].sort()).toEqual([...whole.keys()].sort());
  for (const [key, share] of whole) expect(halves.get(key)).toBeCloseTo(share, 12);
});
