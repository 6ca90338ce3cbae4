import type { Queryable } from "#kit/db/db.ts";

/** What an operator did on a day, in one role. */
export interface AccessOfDay {
  readonly day: string;
  readonly operator: string;
  readonly name: string;
  readonly role: string;
  readonly entries: number;
  /** Entries of each group of actions, in the order in which the groups were asked for. */
  readonly counts: readonly number[];
  /** Different addresses. */
  readonly addresses: number;
}

/** Entries of operators in a span by day of the zone, and how many have one of the actions of each group. */
export async function accessByDay(
  on: Queryable,
  {
    span,
    zone,
    groups,
  }: {
    readonly span: { readonly begins: Date; readonly ends: Date };
    readonly zone: string;
    readonly groups: readonly (readonly string[])[];
  },
): Promise<readonly AccessOfDay[]> {
  const counted = groups.map((_, index) => `count(*) FILTER (WHERE action = ANY($${index + 4}::text[]))`);
  const { rows } = await on.query<AccessOfDay>(
    `SELECT (at AT TIME ZONE $3)::date::text AS day, operator_id AS operator, max(operator_name) AS name, role,
       count(*)::int AS entries, ARRAY[${counted.join(", ")}]::int[] AS counts, count(DISTINCT address)::int AS addresses
     FROM audit.entries WHERE at >= $1 AND at < $2 AND operator_id IS NOT NULL GROUP BY 1, 2, 4 ORDER BY 1, 2, 4`,
    [span.begins, span.ends, zone, ...groups],
  );
  return rows;
}
