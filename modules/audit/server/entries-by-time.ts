import type { Queryable } from "#kit/db/db.ts";

/** An entry without what was before and after. */
export interface EntryOfTime {
  readonly at: Date;
  /** In the order of events of the same moment. */
  readonly key: string;
  readonly action: string;
  readonly subject: string;
  readonly operator: string;
  readonly role: string;
  readonly reason: string | null;
}

/** Entries with one of these actions in a span, in order, after a place in it. */
export async function entriesByTime(
  on: Queryable,
  {
    begins,
    ends,
    actions,
    after,
    limit,
  }: {
    readonly begins: Date;
    readonly ends: Date;
    readonly actions: readonly string[];
    readonly after: { readonly at: Date; readonly key: string };
    readonly limit: number;
  },
): Promise<readonly EntryOfTime[]> {
  const key = `('audit ' || lpad(number::text, 20, '0')) COLLATE "C"`;
  const { rows } = await on.query<EntryOfTime>(
    `SELECT at, ${key} AS key, action, subject, operator_name AS operator, role, reason FROM audit.entries
     WHERE at >= $1 AND at >= $3 AND at < $2 AND action = ANY($5::text[]) AND (at, ${key}) > ($3, $4) ORDER BY at, number LIMIT $6`,
    [begins, ends, after.at, after.key, actions, limit],
  );
  return rows;
}
