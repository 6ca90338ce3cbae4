import { expect, test } from "vitest";
import type { RoundFacts } from "../../shared/calls.ts";
import { fiveSeatsBlackjack } from "../game.ts";
import { areDecisionsOpen, laidCards } from "./script.ts";

const dealtAt = 10_000;

/** A round in which so many seats have their first two cards, and the dealer shows an ace. */
function dealt(seats: number, rest: Partial<RoundFacts> = {}): RoundFacts {
  const taken = Array.from({ length: seats }, (_, index) => ({ seat: index + 1, hands: [{ cards: ["9c", "7d"] }] }));
  const startsAt = dealtAt + fiveSeatsBlackjack.turns.dealMs(seats);
  const play = { view: { dealer: ["As"], seats: taken }, next: { kind: "all", seats: [1] }, starts_at: startsAt };
  return {
    phase: "playing",
    outcome: null,
    dealt_at: dealtAt,
    settles_at: null,
    play,
    ...rest,
  } as unknown as RoundFacts;
}

test("nobody is asked for a decision before the first cards lie on the table, whatever the number of seats", () => {
  for (let seats = 1; seats <= 5; seats += 1) {
    const round = dealt(seats);
    const cards = laidCards(round);
    expect(cards).toHaveLength(2 * seats + 2);
    const lastLiesAt = Math.max(...cards.map(({ dealtAt: at }) => at));
    expect(areDecisionsOpen(round, lastLiesAt)).toBe(false);
  }
});

test("decisions are open for the whole of their time, and only while the hands are played", () => {
  const round = dealt(3);
  const startsAt = round.play?.starts_at ?? expect.fail("no turn");
  expect(areDecisionsOpen(round, startsAt - 1)).toBe(false);
  expect(areDecisionsOpen(round, startsAt)).toBe(true);
  expect(areDecisionsOpen({ ...round, phase: "dealing" }, startsAt)).toBe(false);
  expect(areDecisionsOpen({ ...round, play: null }, startsAt)).toBe(false);
});
