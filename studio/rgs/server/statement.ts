import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { StudioHost } from "./studio-host.ts";

export interface StatementLine {
  readonly tx: string;
  readonly kind: "bet" | "win" | "rollback";
  readonly round: string;
  readonly game: string;
  readonly player: string;
  readonly currency: string;
  readonly amount: string;
  readonly jackpot?: string;
  readonly ref?: string;
  readonly state: "ok" | "rolled_back" | "refused" | "pending";
  readonly at: string;
}

const pageSize = 500;

export interface StatementRange {
  readonly from: Date;
  readonly to: Date;
  /** The cursor, from the last line that was read: microseconds since 1970, and its tx. */
  readonly micros: string | null;
  readonly tx: string | null;
  readonly limit: number;
}

/** Txs in order of (at, id), after the cursor of the range. */
export type StatementSource = (casino: number, range: StatementRange) => Promise<readonly StatementRow[]>;

/** The statement of slots. */
export function slotStatement({ db }: StudioHost): StatementSource {
  return async (casino, { from, to, micros, tx, limit }) => {
    const { rows } = await db.query<StatementRow>(
      `SELECT t.id, t.kind, t.round, r.game, r.player, r.currency, t.amount, r.jackpot, t.ref, t.state,
         coalesce(t.answered_at, t.created_at) AS at,
         (extract(epoch FROM coalesce(t.answered_at, t.created_at)) * 1000000)::int8 AS micros
       FROM rgs.txs t JOIN rgs.rounds r ON r.id = t.round
       WHERE t.casino = $1 AND coalesce(t.answered_at, t.created_at) >= $2 AND coalesce(t.answered_at, t.created_at) < $3
         AND ($4::text IS NULL OR (coalesce(t.answered_at, t.created_at), t.id)
           > (to_timestamp($4::numeric / 1000000), $5::uuid))
       ORDER BY coalesce(t.answered_at, t.created_at), t.id LIMIT $6`,
      [casino, from, to, micros, tx, limit],
    );
    return rows;
  };
}

/** Lines whose state became what it is from `from` on and before `to`, by (at, tx). The cursor is the last line's. */
export async function statement(
  sources: readonly StatementSource[],
  casino: number,
  range: { readonly from: string; readonly to: string; readonly cursor?: string | undefined },
): Promise<{ readonly lines: readonly StatementLine[]; readonly next: string | null }> {
  const [micros = null, tx = null] = range.cursor?.split("_") ?? [];
  const asked = { from: new Date(range.from), to: new Date(range.to), micros, tx, limit: pageSize };
  const found = (await Promise.all(sources.map(source => source(casino, asked)))).flat();
  const rows = found.sort(byTime).slice(0, pageSize);
  const last = rows.length < pageSize ? undefined : required(rows.at(-1), "a full page");
  return { lines: rows.map(lineOf), next: last ? `${last.micros}_${last.id}` : null };
}

function byTime(a: StatementRow, b: StatementRow): number {
  if (a.micros !== b.micros) return a.micros < b.micros ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function lineOf(row: StatementRow): StatementLine {
  return {
    tx: row.id,
    kind: row.kind,
    round: row.round,
    game: row.game,
    player: row.player,
    currency: row.currency,
    amount: row.kind === "rollback" ? "0" : formatAmount(row.amount),
    ...(row.kind === "win" && row.jackpot !== null && { jackpot: row.jackpot }),
    ...(row.ref !== null && { ref: row.ref }),
    state: row.state === "sent" || row.state === "unknown" ? "pending" : row.state,
    at: row.at.toISOString(),
  };
}

export interface StatementRow {
  readonly id: string;
  readonly kind: StatementLine["kind"];
  readonly round: string;
  readonly game: string;
  readonly player: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly jackpot: string | null;
  readonly ref: string | null;
  readonly state: "sent" | "unknown" | "ok" | "refused" | "rolled_back";
  readonly at: Date;
  readonly micros: bigint;
}
