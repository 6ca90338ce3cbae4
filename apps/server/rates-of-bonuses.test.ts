import { expect, test } from "vitest";
import type { Json } from "#kit/std/json.ts";
import { leastGameRate } from "#modules/bonuses/shared/bonus-profile.ts";
import { isWageringGame } from "#modules/bonuses/shared/terms.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";
import type { Game } from "#modules/games/game.ts";
import { games } from "#modules/games/index.ts";
import { kenoRules, risks } from "#modules/games/keno/shared/rules.ts";
import { rowCounts } from "#modules/games/plinko/shared/odds.ts";
import { plinkoRules } from "#modules/games/plinko/shared/rules.ts";
import { wageringBets } from "#modules/games/printed/wagering.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";

/** Every choice that changes what a bet returns. */
const choices: Readonly<Record<string, readonly Json[]>> = {
  keno: risks.flatMap(risk =>
    Array.from({ length: kenoRules.current.most_picks }, (_, last) => ({
      risk,
      picks: Array.from({ length: last + 1 }, (_, index) => index + 1),
    })),
  ),
  cases: casesRules.current.cases.map(({ slug }) => ({ slug, count: 1 })),
  plinko: Object.keys(plinkoRules.current.tables).flatMap(risk => rowCounts.map(rows => ({ risk, rows }))),
};

test("no bet of our games counts less for a bonus than the UK profile counts on", () => {
  const taking = (games as readonly Game[]).filter(({ name }) => isWageringGame(name));
  const rates = taking.flatMap(({ name, rules, returned }) =>
    (choices[name] ?? [{}]).map(choice => rateOf(returned(rules.current, choice))),
  );
  const shown = Object.values(wageringBets).flatMap(bets => bets.map(({ rate }) => rate));
  expect(rates.length).toBeGreaterThan(60);
  expect(Math.min(...rates, ...shown)).toBe(232);
  expect(leastGameRate).toBeLessThanOrEqual(232);
});
