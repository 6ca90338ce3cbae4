import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type AsOf, type Explained, explainRow } from "#modules/conditions/server/index.ts";
import { holds } from "#modules/conditions/shared/interpret-rule.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { noRates, pricesOfPastDays } from "#modules/rates/server/index.ts";
import { resultOf, type Tested, type TestResult } from "../shared/rules.ts";
import { factsOfCase } from "./facts.ts";
import type { RiskNeeds } from "./needs.ts";
import { type DecidedCase, decidedCases } from "./rule-store.ts";
import { asOfNow } from "./run-rules.ts";

const samples = 20;
const dayMs = 86_400_000;
const mostDecided = 500;
/** Met on a day; more are only counted as so many. */
const mostOfDay = 10_000;

type TryNeeds = Pick<RiskNeeds, "host" | "conditions">;

export interface RulePreview {
  readonly matched: number;
  readonly samples: readonly (Explained & { readonly player: PlayerId })[];
  readonly asOf: AsOf;
}

/** Whom a rule matches now, with the reasons for some of them. Fails with `rates_unavailable` where it compares money and there are no rates. */
export async function previewRule(needs: TryNeeds, on: Queryable, rule: Rule): Promise<RulePreview> {
  const { conditions } = needs;
  const asOf = await pricedNow(needs, on, rule);
  const { rows, condition, values } = conditions.sqlOf(rule, asOf);
  const found = await on.query<{ matched: number; sample: readonly PlayerId[] | null }>(
    `SELECT count(*)::int AS matched, (array_agg(player_id ORDER BY player_id DESC))[1:${samples}] AS sample
     FROM (${rows}) f WHERE ${condition} AND NOT account_closed`,
    values,
  );
  const { matched, sample } = required(found.rows[0], "counts are one row");
  const facts = await conditions.rowsOf(on, sample ?? [], asOf);
  return {
    matched,
    asOf,
    samples: [...facts].map(([player, row]) => ({ player, ...explainRow(conditions, rule, row, asOf.prices) })),
  };
}

async function pricedNow(needs: TryNeeds, on: Queryable, rule: Rule): Promise<AsOf> {
  const asOf = await asOfNow(needs, on);
  return asOf.prices || !needs.conditions.needsPrices(rule) ? asOf : noRates();
}

export interface BackTest {
  readonly result: TestResult;
  /** Each past day, the last first: whom the rule matched at its end, and how many of them it had not matched the day before. */
  readonly days: readonly { readonly day: Date; readonly matched: number; readonly isNew: number }[];
  /** Facts that are compared as they are now, because their history is not kept. */
  readonly current: readonly string[];
}

/** What a rule would have done on each of these past days, and on the cases that people decided in them. */
export async function backTest(needs: TryNeeds, on: Queryable, rule: Rule, days: number): Promise<BackTest> {
  const now = await pricedNow(needs, on, rule);
  const ends = Array.from({ length: days + 1 }, (_, n) => new Date(now.now.getTime() - n * dayMs));
  const prices = await pricesOfPastDays(on, [...new Set(ends.map(dayOf))]);
  const at = (moment: Date): AsOf => ({ now: moment, prices: prices.get(dayOf(moment)) ?? now.prices });
  const matched: ReadonlySet<PlayerId>[] = [];
  for (const end of ends) matched.push(await matchedAt(needs, on, rule, at(end)));
  const tested: Tested[] = [];
  for (const each of await decidedCases(on, required(ends.at(-1), "a first day"), mostDecided))
    tested.push({ isFraud: each.isFraud, isMatched: await matchesCase(needs, on, rule, each, at(each.openedAt)) });
  return {
    result: resultOf(tested),
    days: ends.slice(0, days).map((day, n) => ({
      day,
      matched: matched[n]?.size ?? 0,
      isNew: [...(matched[n] ?? [])].filter(player => !matched[n + 1]?.has(player)).length,
    })),
    current: needs.conditions.currentIn(rule),
  };
}

async function matchedAt(
  { conditions }: TryNeeds,
  on: Queryable,
  rule: Rule,
  asOf: AsOf,
): Promise<ReadonlySet<PlayerId>> {
  const { rows, condition, values } = conditions.sqlOf(rule, asOf);
  const found = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM (${rows}) f WHERE ${condition} LIMIT ${mostOfDay}`,
    values,
  );
  return new Set(found.rows.map(({ playerId }) => playerId));
}

/** With the facts of the moment at which the case was opened; score and signals are those that the case keeps. */
async function matchesCase(
  { conditions }: TryNeeds,
  on: Queryable,
  rule: Rule,
  known: DecidedCase,
  asOf: AsOf,
): Promise<boolean> {
  const row = await conditions.rowOf(on, rule, known.playerId, asOf);
  return row !== undefined && holds(rule, { ...row, ...factsOfCase(known) }, asOf.prices);
}
