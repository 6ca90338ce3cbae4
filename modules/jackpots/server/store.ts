import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { JackpotKind } from "../shared/rules.ts";

/** Jackpots and their pots; entries and wins are in stores of their own. */

/** The terms of a pot. */
export interface PotTerms {
  readonly games: readonly string[];
  /** Thousandths of the edge of each bet. */
  readonly edgeShare: number;
  readonly seed: Micros;
  /** What the pot never passes, or the stakes in which it is won once on average. */
  readonly bound: Micros;
}

export interface NewJackpot extends PotTerms {
  readonly id: Uuid;
  readonly title: Readonly<Record<Locale, string>>;
  readonly kind: JackpotKind;
  readonly currency: Currency;
}

export type JackpotState = "draft" | "on" | "off";

export interface JackpotRow extends NewJackpot {
  readonly state: JackpotState;
  readonly version: number;
  readonly createdBy: string;
  /** Number of the current pot; 0 before the first. */
  readonly pot: bigint;
  readonly entries: bigint;
  readonly lastHash: Uint8Array;
  readonly reserve: bigint;
  readonly restShare: number;
  readonly restReserve: number;
  /** In the current pot; null before the first. */
  readonly amount: Micros | null;
  /** Terms of the current pot. */
  readonly potGames: readonly string[] | null;
  readonly potEdgeShare: number | null;
  readonly potBound: bigint | null;
}

const columns = `j.id, j.title, j.kind, j.currency, j.state, j.games, j.edge_share AS "edgeShare", j.seed, j.bound, j.version, j.created_by AS "createdBy",
  j.pot, j.entries, j.last_hash AS "lastHash", j.reserve, j.rest_share AS "restShare", j.rest_reserve AS "restReserve",
  p.amount, p.games AS "potGames", p.edge_share AS "potEdgeShare", p.bound AS "potBound"
  FROM jackpots.jackpots j LEFT JOIN jackpots.pots p ON p.jackpot_id = j.id AND p.number = j.pot`;

/** Jackpots that ever began, oldest first. */
export async function begunJackpots(on: Queryable, lock: "" | "FOR UPDATE OF j" = ""): Promise<readonly JackpotRow[]> {
  const { rows } = await on.query<JackpotRow>(
    `SELECT ${columns} WHERE j.state <> 'draft' ORDER BY j.created_at, j.id ${lock}`,
    [],
    `jackpots.begun ${lock}`,
  );
  return rows;
}

export async function allJackpots(on: Queryable): Promise<readonly JackpotRow[]> {
  const { rows } = await on.query<JackpotRow>(`SELECT ${columns} ORDER BY j.created_at DESC, j.id`);
  return rows;
}

export async function jackpotOf(
  on: Queryable,
  id: string,
  lock: "" | "FOR UPDATE OF j" = "",
): Promise<JackpotRow | undefined> {
  const { rows } = await on.query<JackpotRow>(`SELECT ${columns} WHERE j.id = $1 ${lock}`, [id]);
  return rows[0];
}

export async function insertJackpot(
  tx: Tx,
  jackpot: NewJackpot & { readonly lastHash: Uint8Array },
  by: string,
  at: Date,
): Promise<void> {
  const { id, title, kind, currency, games, edgeShare, seed, bound, lastHash } = jackpot;
  await tx.query(
    `INSERT INTO jackpots.jackpots (id, title, kind, currency, games, edge_share, seed, bound, last_hash, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, JSON.stringify(title), kind, currency, games, edgeShare, seed, bound, lastHash, by, at],
  );
}

/** The terms of the next pot. */
export async function writeTerms(tx: Tx, id: string, { games, edgeShare, seed, bound }: PotTerms): Promise<void> {
  await tx.query(
    "UPDATE jackpots.jackpots SET games = $2, edge_share = $3, seed = $4, bound = $5, version = version + 1 WHERE id = $1",
    [id, games, edgeShare, seed, bound],
  );
}

/** Bets placed from now on take part, or do not. */
export async function writeState(tx: Tx, id: string, state: "on" | "off", at: Date): Promise<void> {
  await tx.query("UPDATE jackpots.jackpots SET state = $2, version = version + 1 WHERE id = $1", [id, state]);
  if (state === "on") await tx.query("INSERT INTO jackpots.spans (jackpot_id, began_at) VALUES ($1, $2)", [id, at]);
  else await tx.query("UPDATE jackpots.spans SET ended_at = $2 WHERE jackpot_id = $1 AND ended_at IS NULL", [id, at]);
}

export interface Span {
  readonly jackpotId: string;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
}

export async function spansOf(on: Queryable): Promise<readonly Span[]> {
  const { rows } = await on.query<Span>(
    `SELECT jackpot_id AS "jackpotId", began_at AS "beganAt", ended_at AS "endedAt" FROM jackpots.spans`,
  );
  return rows;
}

export interface BegunPot {
  readonly number: bigint;
  readonly terms: PotTerms;
  readonly fromReserve: bigint;
  readonly fromBank: bigint;
  readonly at: Date;
}

export async function insertPot(tx: Tx, jackpot: string, { number, terms, ...pot }: BegunPot): Promise<void> {
  await tx.query(
    `INSERT INTO jackpots.pots (jackpot_id, number, games, edge_share, bound, from_reserve, from_bank, amount, began_at)
     VALUES ($1, $2, $3, $4, $5, $6::bigint, $7::bigint, $6::bigint + $7::bigint, $8)`,
    [jackpot, number, terms.games, terms.edgeShare, terms.bound, pot.fromReserve, pot.fromBank, pot.at],
  );
}

export async function writeAmount(
  tx: Tx,
  jackpot: string,
  { number, amount, wonAt }: { readonly number: bigint; readonly amount: bigint; readonly wonAt: Date | null },
): Promise<void> {
  await tx.query("UPDATE jackpots.pots SET amount = $3, won_at = $4 WHERE jackpot_id = $1 AND number = $2", [
    jackpot,
    number,
    amount,
    wonAt,
  ]);
}

export type Running = Pick<JackpotRow, "pot" | "entries" | "lastHash" | "reserve" | "restShare" | "restReserve">;

export async function writeRunning(tx: Tx, id: string, running: Running): Promise<void> {
  const { pot, entries, lastHash, reserve, restShare, restReserve } = running;
  await tx.query(
    `UPDATE jackpots.jackpots SET pot = $2, entries = $3, last_hash = $4, reserve = $5, rest_share = $6, rest_reserve = $7 WHERE id = $1`,
    [id, pot, entries, lastHash, reserve, restShare, restReserve],
  );
}

export interface WinRow {
  readonly entryId: Uuid;
  readonly jackpotId: Uuid;
  readonly pot: bigint;
  readonly number: bigint;
  readonly playerId: PlayerId;
  readonly game: number;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly wonAt: Date;
  readonly paidAt: Date | null;
}

export const winColumns = `w.entry_id AS "entryId", w.jackpot_id AS "jackpotId", w.pot, w.number, w.player_id AS "playerId", w.game, w.currency, w.amount,
  w.won_at AS "wonAt", w.paid_at AS "paidAt"`;
