import type { Queryable } from "#kit/db/db.ts";
import { invariant } from "#kit/std/invariant.ts";

/** A violation: the rule it breaks, and the row that shows it. */
export interface Difference {
  readonly rule: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A rule that always holds for the books, and the query that finds its violations. */
export interface Invariant {
  /** `I1` to `I25`, and of bonus money `B1` to `B8`: docs/money explains each number. Several checks may share one number. */
  readonly id: string;
  /** Readable and unique. */
  readonly name: string;
  /** The rows that break it, at most twenty; none when it holds. Read-only. */
  run(on: Queryable): Promise<readonly Difference[]>;
}

const shownRows = 20;

/** Builds checks from queries that each return the rows breaking a rule. A rule is named `I3 what holds`. */
export function invariantsOf(queries: Readonly<Record<string, string>>): readonly Invariant[] {
  return Object.entries(queries).map(([rule, query]) => {
    const [, id, name] = /^([IB][0-9]{1,2}) (.+)$/s.exec(rule) ?? [];
    invariant(id && name, `a rule without a number: ${rule}`);
    const run = async (on: Queryable) => {
      // The limit is applied outside the query: otherwise, to find the first twenty rows soon, the planner compares each bet of a player
      // with each of their movements.
      const { rows } = await on.query(`WITH broken AS MATERIALIZED (${query}) SELECT * FROM broken LIMIT ${shownRows}`);
      return rows.map(row => ({ rule, row }));
    };
    return { id, name, run };
  });
}

/** All violations of these rules; empty when all of them hold. */
export async function differencesOf(on: Queryable, list: readonly Invariant[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const one of list) found.push(...(await one.run(on)));
  return found;
}
