import type { Queryable, Tx } from "#kit/db/db.ts";
import { timelineOf } from "#kit/db/timeline.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { BreakKind } from "../shared/breaks.ts";
import type { LimitKind, SetLimit } from "../shared/daily-limits.ts";

interface LimitChangeRow {
  readonly player: PlayerId;
  readonly kind: LimitKind | BreakKind | "play_time";
  readonly at: Date;
  readonly limit?: SetLimit | null;
  readonly until?: Date | null;
}

/** The history of a player's limits; the limits themselves are in the other tables. */
export async function recordLimitChange(tx: Tx, { player, kind, at, limit, until }: LimitChangeRow): Promise<void> {
  await tx.query(
    "INSERT INTO limits.changes (player_id, at, kind, amount, currency, until) VALUES ($1, $2, $3, $4, $5, $6)",
    [player, at, kind, limit?.amount ?? null, limit?.currency ?? null, until ?? null],
  );
}

interface ChangeRow {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: LimitChangeRow["kind"];
  readonly amount: Micros | null;
  readonly currency: Currency | null;
  readonly until: Date | null;
}

/** A limit without an amount was removed. */
export const limitTimeline = timelineOf<ChangeRow>(
  "limits",
  "number",
  `SELECT number AS id, at, kind, amount, currency, until FROM limits.changes
   WHERE player_id = $1 AND (at, number) < ($2, $3::bigint) ORDER BY at DESC, number DESC LIMIT $4`,
  ({ kind, amount, currency, until }) => ({ event: kind, amount, currency, until }),
);

/** A player's breaks in their order. One that was extended is one break. */
export async function breaksOf(
  on: Queryable,
  player: PlayerId,
): Promise<readonly { readonly from: Date; readonly until: Date }[]> {
  const { rows } = await on.query<{ from: Date; until: Date }>(
    `SELECT at AS "from", until FROM limits.changes WHERE player_id = $1 AND kind IN ('time_out', 'self_exclusion') ORDER BY at, number`,
    [player],
  );
  const breaks: { from: Date; until: Date }[] = [];
  for (const each of rows) {
    const last = breaks.at(-1);
    if (last && each.from < last.until) last.until = each.until;
    else breaks.push(each);
  }
  return breaks;
}

/** How many daily limits a player has set or lowered from a day (UTC) on. */
export async function limitsSetSince(on: Queryable, player: PlayerId, from: string): Promise<number> {
  const { rows } = await on.query<{ limits: number }>(
    `SELECT count(*)::int AS limits FROM limits.changes WHERE player_id = $1 AND at >= $2::date::timestamp AT TIME ZONE 'UTC' AND amount IS NOT NULL AND until IS NULL`,
    [player, from],
  );
  return rows[0]?.limits ?? 0;
}
