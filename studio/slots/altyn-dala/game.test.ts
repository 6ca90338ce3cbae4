import { expect, test } from "vitest";
import { readProof } from "#studio/engine/par/stored.ts";
import type { SpinEvent } from "#studio/engine/shared/types.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { altynDala, free } from "./game.ts";

describeSlot(altynDala);

test("altyn-dala has the figures of its specification", () => {
  const [base, buy] = readProof("altyn-dala")?.modes ?? [];
  expect(base?.rtp).toBeCloseTo(0.961995, 6);
  expect(base?.hit).toBeCloseTo(19_774_662 / 57_153_600, 9);
  expect(base?.deviation).toBeCloseTo(17.7, 1);
  expect(1 / (base?.maxWinProbability ?? 1)).toBeCloseTo(361_107, 0);
  expect(base?.parts[0]?.rtp).toBeCloseTo(0.6279, 4);
  // 34.21 % before its cap, 33.41 % after it.
  expect(base?.parts[1]?.rtp).toBeCloseTo(0.3421, 4);
  expect((base?.parts[1]?.rtp ?? 0) + (base?.cap ?? 0)).toBeCloseTo(0.3341, 4);
  expect((buy?.rtp ?? 0) * 65).toBeCloseTo(62.12, 2);
  expect(1 / (buy?.maxWinProbability ?? 1)).toBeCloseTo(1944, 0);
});

test("free spins end at fifty, and a wild counts three times in them", () => {
  // Every free spin stops where it shows three hoods, so that only the ceiling ends it.
  const hood = (reel: number) => free.strips[reel]?.indexOf(free.letters.indexOf("S")) ?? 0;
  const values = [0, 0, ...[0, 2, 3].map(hood)];
  const events: SpinEvent[] = [];
  let draws = 0;
  altynDala.play(
    {
      draw: (name, range) => {
        const reel = Number(name.at(-1)) - 1;
        draws += 1;
        return reel === 0 || reel === 2 || reel === 3 ? hood(reel) : (values[0] as number) % range;
      },
      show: event => void events.push(event),
      stakeSteps: 1,
      potHit: false,
      featured: false,
    },
    "buy",
  );
  expect(draws).toBe(50 * 5);
  const granted = events.flatMap(event => (event.type === "feature" ? [event.spins] : []));
  expect(granted.reduce((sum, spins) => sum + spins, 0)).toBe(50);
});
