import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { RoundView } from "#studio/frame/shared/calls.ts";
import { type Autoplay, startAutoplay } from "./autoplay.ts";

const round = (payout: string, change: Partial<RoundView> = {}): RoundView => ({
  mode: "base",
  stake: "1",
  cost: "1",
  payout,
  multiple: { numerator: 0, denominator: 1 },
  capped: false,
  events: [],
  jackpot: null,
  balance: null,
  state: "settled",
  ...change,
});
const begin = (spins: number, lossLimit: number) => startAutoplay({ spins, lossLimit }, 1_000_000n, parseDecimal);

function play(run: Autoplay, rounds: readonly RoundView[]): number {
  let current: Autoplay | undefined = run;
  let played = 0;
  for (const each of rounds) {
    if (!current) break;
    played += 1;
    current = current.after(each);
  }
  return played;
}

const losses = Array.from({ length: 200 }, () => round("0"));

test("autoplay ends after its spins", () => {
  expect(play(begin(25, 100), losses)).toBe(25);
});

test("autoplay ends when it has lost its limit, wins counted", () => {
  expect(play(begin(100, 10), losses)).toBe(10);
  expect(play(begin(100, 10), [round("5"), ...losses])).toBe(15);
});

test.each([
  ["a feature", round("0", { events: [{ type: "feature", name: "free spins", spins: 8 }] })],
  ["a win of 25 bets", round("25")],
])("autoplay ends at %s", (_what, last) => {
  expect(play(begin(100, 100), [round("0"), round("24.99"), last, ...losses])).toBe(3);
});
