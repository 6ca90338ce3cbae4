import { expect, test } from "vitest";
import { recordedChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { link, masque } from "./game.ts";

describeSlot(masque);

const play = (...values: number[]) => {
  const chance = recordedChance(values);
  const { draws, events } = playSpin({ game: masque, mode: "base", currency: "USD", stake: 100_000n, chance });
  const reels = events.find(event => event.type === "reels");
  return { draws, window: reels?.type === "reels" ? reels.window : [], total: events.at(-1) };
};

test("linked reels show the same stop, and only the first of them is drawn", () => {
  // The first weights link two reels; they begin at reel 2.
  const { draws, window } = play(0, 1, 7, 20, 30, 40);
  expect(draws.map(({ name }) => name)).toEqual([
    "link",
    "first linked reel",
    ...[1, 2, 4, 5].map(reel => `base reel ${reel}`),
  ]);
  expect(window[1]).toBe(window[2]);
});

test("five linked reels of kings pay the maximum", () => {
  const { draws, window, total } = play(link.total - 1, 0);
  expect(draws.length).toBe(2);
  expect(window).toEqual(["KKK", "KKK", "KKK", "KKK", "KKK"]);
  expect(total).toEqual({ type: "total", units: 37_500, capped: false });
});
