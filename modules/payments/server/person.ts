import type { Queryable, Tx } from "#kit/db/db.ts";
import type { ClosingObstacle } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { answersOf } from "./payouts/questions.ts";

/** Every deposit and payout of a player, and their instruments. Amounts in micro-units. */
export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const { rows } = await db.query<{ known: Json }>(
    `SELECT to_jsonb(i) - 'answer' AS known FROM payments.invoices i WHERE player_id = $1 ORDER BY created_at, id`,
    [player],
  );
  const payouts = await db.query<{ known: Json }>(
    `SELECT to_jsonb(p) - 'answer' || jsonb_build_object('to', i.label) AS known
     FROM payments.payouts p JOIN payments.instruments i ON i.id = p.instrument_id
     WHERE p.player_id = $1 ORDER BY p.created_at, p.id`,
    [player],
  );
  const returns = await db.query<{ known: Json }>(
    "SELECT to_jsonb(r) AS known FROM payments.returns r WHERE player_id = $1 ORDER BY created_at, id",
    [player],
  );
  const refunds = await db.query<{ known: Json }>(
    "SELECT to_jsonb(f) - 'request_id' AS known FROM payments.refunds f WHERE player_id = $1 ORDER BY created_at, id",
    [player],
  );
  const addresses = await db.query<{ known: Json }>(
    "SELECT to_jsonb(a) - 'token' AS known FROM payments.saved_addresses a WHERE player_id = $1 ORDER BY added_at, id",
    [player],
  );
  const allowList = await db.query<{ known: Json }>(
    "SELECT to_jsonb(l) AS known FROM payments.allow_lists l WHERE player_id = $1",
    [player],
  );
  const questions = await answersOf(db, player);
  return {
    payout_questions: questions.map(({ payout, topic, askedAt, answer }) => ({
      payout,
      topic,
      asked_at: askedAt.toISOString(),
      answer,
    })),
    saved_addresses: addresses.rows.map(row => row.known),
    allow_list: allowList.rows[0]?.known ?? null,
    amounts_in: "micro-units: a millionth of the currency's major unit",
    invoices: rows.map(row => row.known),
    payouts: payouts.rows.map(row => row.known),
    returns: returns.rows.map(row => row.known),
    refunds: refunds.rows.map(row => row.known),
  };
}

/** An invoice that can still be paid, or a payout or refund in progress: if its provider declines it, the money comes back. */
export async function closingObstacles(tx: Tx, player: PlayerId, now: Date): Promise<readonly ClosingObstacle[]> {
  const { rowCount } = await tx.query(
    "SELECT 1 FROM payments.invoices WHERE player_id = $1 AND ended_at IS NULL AND expires_at > $2 LIMIT 1",
    [player, now],
  );
  const payouts = await tx.query(
    `SELECT 1 FROM payments.payouts WHERE player_id = $1 AND ended_at IS NULL
     UNION ALL SELECT 1 FROM payments.refunds WHERE player_id = $1 AND ended_at IS NULL LIMIT 1`,
    [player],
  );
  return [
    ...(rowCount > 0 ? (["open_deposits"] as const) : []),
    ...(payouts.rowCount > 0 ? (["open_payouts"] as const) : []),
  ];
}

/** Cards and addresses that money was paid to or from; the payments stay. */
export async function redactInstruments(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("UPDATE payments.instruments SET token = id::text, label = '' WHERE player_id = $1", [player]);
}
