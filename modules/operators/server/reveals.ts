import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Operator } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { revealLimit } from "../shared/errors.ts";

/** How long a session sees what it has revealed, and the period of the limit: milliseconds. */
const shownMs = 10 * 60_000;
const periodMs = 3_600_000;
const mostReveals = 30;

/** What names a player and is no field of theirs. */
const named = ["pseudonym"] as const;
type NamedBy = (typeof named)[number];

/** What a session may see of a player. */
export interface Revealed {
  readonly fields: readonly string[];
  /** The first of the fields is masked again at this time; null if there are none. */
  readonly until: Date | null;
}

/** Personal data of players that operators see unmasked, in a budget. */
export interface Reveals {
  /**
   * Lets the operator's session see these fields. `isNew` is false if it already may, which costs nothing. Fails with `reveal_limit`.
   * The caller writes the audit entry in this transaction.
   */
  take(tx: Tx, who: Operator, player: PlayerId, fields: readonly string[]): Promise<Revealed & { isNew: boolean }>;
  /** Counts a player who was named to the operator in another way: it shows no field. Fails with `reveal_limit`. */
  count(tx: Tx, who: Operator, player: PlayerId, what: NamedBy): Promise<void>;
  of(db: Queryable, who: Pick<Operator, "session">, player: PlayerId): Promise<Revealed>;
}

const lockSql = "SELECT FROM operators.operators WHERE id = $1 FOR UPDATE";

export function createReveals({ clock, ids }: Pick<Host, "clock" | "ids">): Reveals {
  async function revealedTo(db: Queryable, session: Uuid, player: PlayerId): Promise<Revealed> {
    const { rows } = await db.query<{ fields: string[]; at: Date }>(
      `SELECT fields, at FROM operators.reveals WHERE session_id = $1 AND player_id = $2 AND at > $3 AND NOT fields && $4::text[]
       ORDER BY at`,
      [session, player, new Date(clock.now() - shownMs), [...named]],
    );
    const [first] = rows;
    return {
      fields: [...new Set(rows.flatMap(row => row.fields))],
      until: first ? new Date(first.at.getTime() + shownMs) : null,
    };
  }

  return {
    async take(tx, { id: operator, session }, player, fields) {
      // Counted one after another: concurrent reveals of one operator cannot pass the limit together.
      await tx.query(lockSql, [operator]);
      const before = await revealedTo(tx, session, player);
      if (fields.every(field => before.fields.includes(field))) return { ...before, isNew: false };
      await spend(tx, { operator, session, player, fields });
      return { ...(await revealedTo(tx, session, player)), isNew: true };
    },
    async count(tx, { id: operator, session }, player, what) {
      await tx.query(lockSql, [operator]);
      await spend(tx, { operator, session, player, fields: [what] });
    },
    of: (db, { session }, player) => revealedTo(db, session, player),
  };

  async function spend(
    tx: Tx,
    {
      operator,
      session,
      player,
      fields,
    }: { operator: Uuid; session: Uuid; player: PlayerId; fields: readonly string[] },
  ): Promise<void> {
    await holdBudget(tx, operator);
    await tx.query("INSERT INTO operators.reveals VALUES ($1, $2, $3, $4, $5, $6)", [
      ids.next(),
      operator,
      session,
      player,
      [...fields],
      new Date(clock.now()),
    ]);
  }

  async function holdBudget(tx: Tx, operator: Uuid): Promise<void> {
    const { rows } = await tx.query<{ at: Date }>(
      "SELECT at FROM operators.reveals WHERE operator_id = $1 AND at > $2 ORDER BY at DESC LIMIT $3",
      [operator, new Date(clock.now() - periodMs), mostReveals],
    );
    const oldest = rows[mostReveals - 1];
    if (!oldest) return;
    const retry_after = Math.ceil((oldest.at.getTime() + periodMs - clock.now()) / 1000);
    fail(revealLimit, { data: { retry_after } });
  }
}

/** Older ones neither show nor count; their entries stay in the audit log. */
export async function sweepReveals(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM operators.reveals WHERE at <= $1", [new Date(now.getTime() - periodMs)]);
}
