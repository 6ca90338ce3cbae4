import type { Queryable, Tx } from "#kit/db/db.ts";

/** What the check of the books found: an invariant that broke or is whole again, and a time in which nothing checked. */
export interface WatchEvent {
  readonly at: Date;
  /** In the order of events of the same moment. */
  readonly key: string;
  readonly event: "books.broken" | "books.whole" | "books.unchecked" | "books.checked";
  readonly name: string;
}

/** Keeps which invariants a check found broken; those that were, and are not, are whole again. */
export async function keepBreaches(tx: Tx, names: readonly string[], now: Date): Promise<void> {
  await tx.query("UPDATE office.watch_events SET ended_at = $2 WHERE ended_at IS NULL AND name <> ALL($1::text[])", [
    names,
    now,
  ]);
  await tx.query(
    `INSERT INTO office.watch_events (kind, name, began_at) SELECT 'broken', name, $2 FROM unnest($1::text[]) AS name
     ON CONFLICT (name) WHERE ended_at IS NULL DO NOTHING`,
    [names, now],
  );
}

/** Keeps a time in which nothing checked the books. */
export async function keepGap(tx: Tx, from: Date, to: Date): Promise<void> {
  await tx.query("INSERT INTO office.watch_events (kind, name, began_at, ended_at) VALUES ('unchecked', '', $1, $2)", [
    from,
    to,
  ]);
}

/** What began or ended in a span, in order, after a place in it. */
export async function watchEvents(
  on: Queryable,
  {
    begins,
    ends,
    after,
    limit,
  }: {
    readonly begins: Date;
    readonly ends: Date;
    readonly after: { readonly at: Date; readonly key: string };
    readonly limit: number;
  },
): Promise<readonly WatchEvent[]> {
  const of = (time: string, step: string, broken: string, unchecked: string) =>
    `SELECT ${time} AS at, ('watch ' || lpad(id::text, 20, '0') || ' ${step}') COLLATE "C" AS key,
       CASE kind WHEN 'broken' THEN '${broken}' ELSE '${unchecked}' END AS event, name
     FROM office.watch_events WHERE ${time} >= $1 AND ${time} < $2`;
  const { rows } = await on.query<WatchEvent>(
    `SELECT * FROM (${of("began_at", "began", "books.broken", "books.unchecked")}
       UNION ALL ${of("ended_at", "ended", "books.whole", "books.checked")}) e
     WHERE (at, key) > ($3, $4) ORDER BY at, key LIMIT $5`,
    [begins, ends, after.at, after.key, limit],
  );
  return rows;
}
