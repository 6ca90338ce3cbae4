import { expect, test } from "vitest";
import { gameRules } from "#modules/games/index.ts";
import { providerGame, providerGames } from "#modules/ledger/shared/chart.ts";
import { scoredBets } from "./scored-bets.ts";

test("games of providers count in tournaments only if the facts say so, as voids are looked for by that", () => {
  const { counts, countsProviders } = scoredBets(gameRules, () => ({ numerator: 99n, denominator: 100n }));
  const numbers = Array.from(
    { length: providerGames.most - providerGames.least + 1 },
    (_, index) => providerGames.least + index,
  );
  expect(counts("dice")).toBe(true);
  expect(numbers.some(number => counts(providerGame(number)))).toBe(countsProviders);
});
