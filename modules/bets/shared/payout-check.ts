import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";

/** Parts of statements that the checks of payouts are written with; the wallet and the audit supply them. */
export interface PayoutSql {
  /** The decided bets of the game, as a row source: choice, outcome, stake, payout, journal, rules_version. */
  readonly decided: string;
  /** All bets, as the wallet stores them. */
  readonly bets: string;
  /** The steps of a round: `n`, and `chosen` and `shown` of its journal `b.journal`, as a row source. */
  readonly steps: string;
  /** A published table, as an expression. */
  table(rows: object): string;
  /** Every published version of the game's rules as rows: `columns` are fields of the rules. A bet under none of them is a difference. */
  versions(columns: string): string;
}

/** Queries by the sentence they check: each returns the rows that differ from it. */
export type PayoutChecks<R extends Rules> = (
  sql: PayoutSql,
  rules: RuleVersions<R>,
) => Readonly<Record<`I8 ${string}`, string>>;
