import type { PayoutSql } from "#modules/bets/shared/payout-check.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { type GameName, type GameRules, gameRules, games } from "#modules/games/index.ts";
import { gamePayouts } from "#modules/games/printed/server.ts";
import { invariantsOf } from "#modules/ledger/server/index.ts";
import { decidedBets } from "#modules/wallet/server/index.ts";

const table = (rows: object) => `'${JSON.stringify(rows)}'::jsonb`;

type Checks = Readonly<Record<`I8 ${string}`, string>>;
const payouts: { readonly [G in GameName]: (sql: PayoutSql, rules: GameRules[G]) => Checks } = gamePayouts;

/**
 * What bets paid, computed a second time, in SQL and from the published rules and tables, so that a mistake in a game's
 * own code shows. That draws follow from the seeds is checked by the independent verifiers, which the tests run over
 * every kind of round.
 */
export const payoutInvariantsUnder = (rules: GameRules) =>
  invariantsOf({
    ...checksOfGames(rules),
    "I8 no bet pays more than its win cap": `
    SELECT player_id, key, payout, win_cap FROM ${decidedBets()} b WHERE payout > win_cap`,
  });

/** With the rules that are published. */
export const payoutInvariants = payoutInvariantsUnder(gameRules);

function checksOfGames(rules: GameRules): Checks {
  const checksOf = <G extends GameName>(game: G) => payouts[game](partsOf(game, rules[game]), rules[game]);
  return Object.assign({}, ...games.map(({ name }) => checksOf(name)));
}

function partsOf(game: string, { all }: RuleVersions<Rules>): PayoutSql {
  return {
    decided: decidedBets(game),
    bets: "wallet.all_bets",
    steps: `(SELECT n, s::json -> 'choice' AS chosen, s::json -> 'shown' AS shown
  FROM unnest(b.journal) WITH ORDINALITY AS j(s, n)) step`,
    table,
    versions: columns => `jsonb_to_recordset(${table(all)}) AS rules(version text, ${columns})`,
  };
}
