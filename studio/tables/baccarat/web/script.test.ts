import { expect, test } from "vitest";
import type { RoundFacts } from "../../shared/calls.ts";
import { script, squeezedCard } from "./script.ts";

const dealt = (player: readonly string[], banker: readonly string[], rest: Partial<RoundFacts> = {}) =>
  ({
    number: 7,
    phase: "dealing",
    outcome: { player, banker },
    dealt_at: 10_000,
    settles_at: 17_000,
    ...rest,
  }) as unknown as RoundFacts;
const onPlayer = [{ spot: "player" }];
const card = (round: RoundFacts, bets: readonly { spot: string }[] = onPlayer) => {
  const found = squeezedCard(round, bets);
  return found && [found.dealt.hand, found.dealt.card];
};

test("a player who bets on a hand turns the last card: the banker's third, the player's, or the banker's second", () => {
  expect(card(dealt(["2c", "3d", "4h"], ["2s", "2h", "9c"]))).toEqual(["banker", "9c"]);
  expect(card(dealt(["2c", "3d", "4h"], ["4s", "3h"]), [{ spot: "banker" }])).toEqual(["player", "4h"]);
  expect(card(dealt(["4c", "5d"], ["4s", "3h"]))).toEqual(["banker", "3h"]);
});

test("who watches, or bets on pairs and ties alone, has no card to turn", () => {
  const round = dealt(["4c", "5d"], ["4s", "3h"]);
  expect(card(round, [])).toBeUndefined();
  expect(card(round, [{ spot: "tie" }, { spot: "player-pair" }])).toBeUndefined();
});

test("the card lies on the table before it can be turned, and turns automatically before the result is announced", () => {
  for (const [player, banker] of [
    [
      ["2c", "3d", "4h"],
      ["2s", "2h", "9c"],
    ],
    [
      ["4c", "5d"],
      ["4s", "3h"],
    ],
  ] as const) {
    const round = dealt(player, banker);
    const { fromMs, untilMs, dealt: last } = squeezedCard(round, onPlayer) ?? expect.fail("no card");
    expect(fromMs).toBeGreaterThan(last.dealtMs);
    expect(untilMs).toBe(6_500);
    expect(untilMs - fromMs).toBeGreaterThan(1_500);
    expect(Math.max(...script(round).map(({ turnedMs }) => turnedMs))).toBeLessThan(untilMs);
  }
  expect(card(dealt(["4c", "5d"], ["4s", "3h"], { phase: "settled" }))).toBeUndefined();
});
