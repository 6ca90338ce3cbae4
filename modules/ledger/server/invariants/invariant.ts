import type { Queryable } from "#kit/db/db.ts";
import { invariant } from "#kit/std/invariant.ts";

/** Something the books should not contain: which rule it breaks, and the row that shows it. */
export interface Difference {
  readonly rule: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Something that is always true of the books, and how to look for what breaks it. */
export interface Invariant {
  /** `I1` to `I21`: docs/money says what each number stands for. Several checks may carry one number. */
  readonly id: string;
  /** In plain words; unique. */
  readonly name: string;
  /** The rows that break it, at most twenty; none when it holds. Only reads. */
  run(on: Queryable): Promise<readonly Difference[]>;
}

const shownRows = 20;

/** Checks out of queries that each give the rows breaking a rule. A rule is named `I3 what holds, in plain words`. */
export function invariantsOf(queries: Readonly<Record<string, string>>): readonly Invariant[] {
  return Object.entries(queries).map(([rule, query]) => {
    const [, id, name] = /^(I[0-9]{1,2}) (.+)$/s.exec(rule) ?? [];
    invariant(id && name, `a rule without a number: ${rule}`);
    const run = async (on: Queryable) => {
      // Held apart from the limit: where the first twenty rows of many were wanted soon, the planner would compare each bet of a player
      // with each of his movements.
      const { rows } = await on.query(`WITH broken AS MATERIALIZED (${query}) SELECT * FROM broken LIMIT ${shownRows}`);
      return rows.map(row => ({ rule, row }));
    };
    return { id, name, run };
  });
}

/** Everything that breaks any of these; an empty answer means that all of them hold. */
export async function differencesOf(on: Queryable, list: readonly Invariant[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const one of list) found.push(...(await one.run(on)));
  return found;
}
