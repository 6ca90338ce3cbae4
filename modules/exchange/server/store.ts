import { Failure } from "#kit/contract/error-code.ts";
import { idempotencyConflict } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement of exchange. */

export interface Quote {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly fromCurrency: Currency;
  readonly toCurrency: Currency;
  readonly sold: Micros;
  readonly received: Micros;
  readonly spread: Micros;
  readonly remainder: Micros;
  readonly rate: string;
  readonly rateAt: Date;
  readonly quotedAt: Date;
  readonly expiresAt: Date;
}

/** The use of a quote. */
export interface Use {
  readonly idempotencyKey: Uuid | null;
  readonly exchangedAt: Date | null;
  readonly answer: string | null;
}

const columns = `id, player_id AS "playerId", from_currency AS "fromCurrency", to_currency AS "toCurrency", sold, received,
  spread, remainder, rate, rate_at AS "rateAt", quoted_at AS "quotedAt", expires_at AS "expiresAt",
  idempotency_key AS "idempotencyKey", exchanged_at AS "exchangedAt", answer`;

/** Replaces the player's open quote. Quotes of one player are serialized; one that is being used is waited for. */
export async function replaceQuote(tx: Tx, quote: Quote): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('exchange.quotes:' || $1, 0))", [quote.playerId]);
  await tx.query(
    "UPDATE exchange.quotes SET expires_at = $2 WHERE player_id = $1 AND exchanged_at IS NULL AND expires_at > $2",
    [quote.playerId, quote.quotedAt],
  );
  await tx.query(
    `INSERT INTO exchange.quotes (id, player_id, from_currency, to_currency, sold, received, spread, remainder, rate, rate_at,
       quoted_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      quote.id,
      quote.playerId,
      quote.fromCurrency,
      quote.toCurrency,
      quote.sold,
      quote.received,
      quote.spread,
      quote.remainder,
      quote.rate,
      quote.rateAt,
      quote.quotedAt,
      quote.expiresAt,
    ],
  );
}

/** The player's own quote, if it has not been used yet. */
export async function unusedQuote(on: Queryable, player: PlayerId, id: Uuid): Promise<Quote | undefined> {
  const { rows } = await on.query<Quote>(
    `SELECT ${columns} FROM exchange.quotes WHERE id = $1 AND player_id = $2 AND exchanged_at IS NULL`,
    [id, player],
  );
  return rows[0];
}

/** The player's own quote, locked until `tx` ends: concurrent uses are serialized. */
export async function lockQuote(tx: Tx, player: PlayerId, id: Uuid): Promise<(Quote & Use) | undefined> {
  const { rows } = await tx.query<Quote & Use>(
    `SELECT ${columns} FROM exchange.quotes WHERE id = $1 AND player_id = $2 FOR UPDATE`,
    [id, player],
  );
  return rows[0];
}

export async function quoteOfKey(on: Queryable, player: PlayerId, key: Uuid): Promise<Uuid | undefined> {
  const { rows } = await on.query<{ id: Uuid }>(
    "SELECT id FROM exchange.quotes WHERE player_id = $1 AND idempotency_key = $2",
    [player, key],
  );
  return rows[0]?.id;
}

/** Fails with `idempotency_conflict` when the key was used for another exchange meanwhile. */
export async function noteUse(tx: Tx, id: Uuid, use: { key: Uuid; at: Date; answer: string }): Promise<void> {
  const values = [id, use.key, use.at, use.answer];
  await tx
    .query("UPDATE exchange.quotes SET idempotency_key = $2, exchanged_at = $3, answer = $4 WHERE id = $1", values)
    .catch((error: unknown) => {
      throw isUniqueViolation(error, "quotes_by_key") ? new Failure(idempotencyConflict) : error;
    });
}

/** The amount of a currency sold on the day of `now` (UTC). Called while the wallet of that currency is locked. */
export async function soldToday(tx: Tx, player: PlayerId, currency: Currency, now: Date): Promise<Micros> {
  const { rows } = await tx.query<{ sum: bigint }>(
    `SELECT coalesce(sum(sold), 0)::bigint AS sum FROM exchange.quotes
     WHERE player_id = $1 AND idempotency_key IS NOT NULL AND from_currency = $2
       AND exchanged_at >= date_trunc('day', $3::timestamptz, 'UTC')`,
    [player, currency, now],
  );
  return micros(rows[0]?.sum ?? 0n);
}

/** Deletes unused quotes. */
export async function forgetUnused(on: Queryable, before: Date): Promise<void> {
  await on.query("DELETE FROM exchange.quotes WHERE exchanged_at IS NULL AND expires_at < $1", [before]);
}

export async function exchangesOf(on: Queryable, player: PlayerId): Promise<Json> {
  const { rows } = await on.query<{ known: Json }>(
    `SELECT to_jsonb(q) - 'answer' AS known FROM exchange.quotes q WHERE player_id = $1 ORDER BY quoted_at`,
    [player],
  );
  return rows.map(row => row.known);
}
