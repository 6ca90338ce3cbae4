import { expect, test } from "vitest";
import { recordedChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { machine, payBothWays, saltCaravan } from "./game.ts";

describeSlot(saltCaravan);

const cells = (...reels: string[]) => Int8Array.from(reels.join(""), letter => machine.letters.indexOf(letter));

test("lines pay from both sides, and five alike once", () => {
  const fromLeft = payBothWays(cells("ccc", "ccc", "ccc", "mmm", "ttt"));
  const fromRight = payBothWays(cells("ttt", "mmm", "ccc", "ccc", "ccc"));
  expect([fromLeft, fromRight]).toEqual([20 * 16, 20 * 16]);
  expect(payBothWays(cells("ccc", "ccc", "ccc", "ccc", "ccc"))).toBe(20 * 500);
  expect(payBothWays(cells("ccc", "WWW", "WWW", "WWW", "ttt"))).toBe(20 * (50 + 24));
});

test("a lantern fills its reel, which is held while the others spin again until no new one comes", () => {
  // Reel 2 shows its lantern at stop 0, reel 4 in the first respin; the second respin brings none.
  const stops = [0, 0, 5, 5, 0, /* respin */ 0, 5, 0, 0, /* respin */ 0, 5, 0];
  const chance = recordedChance(stops);
  const { draws, events } = playSpin({ game: saltCaravan, mode: "base", currency: "USD", stake: 100_000n, chance });
  expect(draws.length).toBe(stops.length);
  expect(draws.slice(5, 9).map(({ name }) => name)).toEqual([1, 3, 4, 5].map(reel => `base reel ${reel}`));
  const windows = events.flatMap(event => (event.type === "window" ? [event.window.map(reel => reel === "WWW")] : []));
  expect(windows).toEqual([
    [false, true, false, false, false],
    [false, true, false, true, false],
  ]);
});
