import { expect, test } from "vitest";
import { momentumOf } from "./momentum.ts";

const incident = (kind: string, side: "home" | "away" | null, clock: number) => ({ kind, side, clock });

test("corners and goals press for their side, cards for the other, and all of it fades", () => {
  const quiet = momentumOf([], 125);
  expect(quiet).toEqual({ minutes: [0, 0, 0], goals: [] });
  const { minutes, goals } = momentumOf([incident("corner", "home", 60), incident("goal", "away", 240)], 600);
  expect(minutes).toHaveLength(11);
  expect(minutes[0]).toBeCloseTo(1 / 3);
  expect(minutes[2]).toBeGreaterThan(0);
  expect(minutes[2]).toBeLessThan(minutes[0] ?? 0);
  expect(minutes[3]).toBeLessThan(0);
  expect(Math.abs(minutes[10] ?? 1)).toBeLessThan(Math.abs(minutes[3] ?? 0));
  expect(goals).toEqual([{ minute: 4, side: "away" }]);
  expect(momentumOf([incident("red_card", "home", 0)], 60).minutes[0]).toBeLessThan(0);
  expect(momentumOf([incident("var_check", null, 0)], 60).minutes[0]).toBe(0);
  // What comes later than the clock is not known yet.
  expect(momentumOf([incident("goal", "home", 900)], 60).minutes).toEqual([0, 0]);
});

test("the strongest moment of a wild match fills the height", () => {
  const wild = Array.from({ length: 8 }, (_, n) => incident("goal", "home", 600 + n));
  expect(Math.max(...momentumOf(wild, 700).minutes)).toBe(1);
});
