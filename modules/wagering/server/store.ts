import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import {
  type ActiveGrant,
  type GrantEnd,
  type GrantState,
  type GrantTerms,
  grantEnds,
  maskOf,
} from "../shared/grant.ts";
import { wagerSql } from "./wager-sql.ts";

/** Every SQL statement of grants that is not a fragment of the wallet's. The wallet's row is locked by the caller. */

/** The row of the wallet has the columns of the active grant. */
const wallets = "wallet.wallets";

const states: readonly GrantState[] = ["active", ...grantEnds];
const numberOf = (state: GrantState): number => states.indexOf(state) + 1;

/** The active grant of a locked wallet. */
export async function readActive(
  tx: Queryable,
  player: PlayerId,
  currency: Currency,
): Promise<ActiveGrant | undefined> {
  const { rows } = await tx.query<ActiveGrant>(
    `SELECT w.grant_no AS number, g.id, g.account, w.wager_left AS left, w.wager_max_bet AS "maxBet", w.wager_until AS until,
       w.wager_open AS open, w.wager_games AS games, g.cap
     FROM ${wallets} w JOIN wagering.grants g ON g.player_id = w.player_id AND g.grant_no = w.grant_no
     WHERE w.player_id = $1 AND w.currency = $2`,
    [player, currency],
    "wagering.active",
  );
  return rows[0];
}

/** Begins a grant; false when the player is already wagering another one, in any currency. */
export async function insertGrant(tx: Tx, terms: GrantTerms, at: Date): Promise<boolean> {
  const games = maskOf(terms);
  const { rows } = await tx.query<{ number: number }>(
    `INSERT INTO wagering.grants (player_id, grant_no, id, currency, account, given, target, max_bet, games, until, started_at, cap)
     SELECT $1, coalesce(max(grant_no), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM wagering.grants WHERE player_id = $1
     ON CONFLICT DO NOTHING RETURNING grant_no AS number`,
    [
      terms.player,
      terms.id,
      terms.currency,
      terms.account,
      terms.amount,
      terms.target,
      terms.maxBet,
      games,
      terms.until,
      at,
      terms.cap ?? null,
    ],
  );
  const number = rows[0]?.number;
  if (number === undefined) return false;
  await tx.query(
    `UPDATE ${wallets} SET grant_no = $3, wager_left = $4, wager_max_bet = $5, wager_until = $6, wager_open = 0, wager_games = $7
     WHERE player_id = $1 AND currency = $2`,
    [terms.player, terms.currency, number, terms.target, terms.maxBet, terms.until, games],
  );
  return true;
}

/** Inserts grants of several players, each once; returns those whose grants began. */
export async function insertGrants(tx: Tx, all: readonly GrantTerms[], at: Date): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await tx.query<{ player: PlayerId }>(
    `WITH input AS MATERIALIZED (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int2[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[], $10::int8[])
         AS i(player_id, id, currency, account, given, target, max_bet, games, until_ms, cap)
     ),
     begun AS (
       INSERT INTO wagering.grants AS g (player_id, grant_no, id, currency, account, given, target, max_bet, games, until, started_at, cap)
       SELECT i.player_id, (SELECT coalesce(max(n.grant_no), 0) + 1 FROM wagering.grants n WHERE n.player_id = i.player_id), i.id, i.currency,
         i.account, i.given, i.target, i.max_bet, i.games, to_timestamp(i.until_ms / 1000.0), $11, i.cap
       FROM input i ORDER BY i.player_id
       ON CONFLICT DO NOTHING RETURNING g.*
     )
     UPDATE ${wallets} w SET grant_no = g.grant_no, wager_left = g.target, wager_max_bet = g.max_bet, wager_until = g.until, wager_open = 0,
       wager_games = g.games
     FROM begun g WHERE w.player_id = g.player_id AND w.currency = g.currency RETURNING w.player_id AS player`,
    [
      uuidArray(all.map(({ player }) => player)),
      uuidArray(all.map(({ id }) => id)),
      textArray(all.map(({ currency }) => currency)),
      int2Array(all.map(({ account }) => account)),
      int8Array(all.map(({ amount }) => amount)),
      int8Array(all.map(({ target }) => target)),
      int8Array(all.map(({ maxBet }) => maxBet)),
      int8Array(all.map(maskOf)),
      int8Array(all.map(({ until }) => BigInt(until.getTime()))),
      int8Array(all.map(({ cap }) => cap ?? null)),
      at,
    ],
    // Without a name: planned each time. A plan of a time with few wallets would go on to read them all.
  );
  return new Set(rows.map(({ player }) => player));
}

export interface EndedGrant {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly end: GrantEnd;
  /** Bonus money that became real, or went back. */
  readonly amount: Micros;
}

/** Marks the grant as ended and clears the wallet's columns. Its money has moved; `seq` is the number of the wallet's last transfer. */
export async function finishGrant(
  tx: Tx,
  grant: { readonly player: PlayerId; readonly currency: Currency; readonly number: number; readonly left: Micros },
  ended: {
    readonly end: GrantEnd;
    readonly released: Micros;
    readonly returned: Micros;
    readonly at: Date;
    readonly seq: bigint;
  },
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE wagering.grants SET state = $3::smallint, ended_at = $4, ended_seq = $5, counted = target - $6,
       released = $7, returned = $8
     WHERE player_id = $1 AND grant_no = $2 AND state = 1`,
    [grant.player, grant.number, numberOf(ended.end), ended.at, ended.seq, grant.left, ended.released, ended.returned],
  );
  invariant(rowCount === 1, "a grant ends once");
  await tx.query(
    `UPDATE ${wallets} SET grant_no = NULL, wager_left = NULL, wager_max_bet = NULL, wager_until = NULL, wager_open = NULL,
       wager_games = NULL WHERE player_id = $1 AND currency = $2`,
    [grant.player, grant.currency],
  );
}

export interface StoredGrant {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly number: number;
  readonly currency: Currency;
  readonly account: number;
  readonly given: Micros;
  readonly target: Micros;
  readonly counted: Micros;
  readonly maxBet: Micros;
  readonly cap: Micros | null;
  readonly until: Date;
  readonly state: GrantState;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly released: Micros;
  readonly returned: Micros;
}

type GrantRow = Omit<StoredGrant, "state"> & { readonly state: number };

const columns = `g.id, g.player_id AS player, g.grant_no AS number, g.currency, g.account, g.given, g.target,
  CASE WHEN g.state = 1 THEN g.target - w.wager_left ELSE g.counted END AS counted, g.max_bet AS "maxBet",
  CASE WHEN g.state = 1 THEN w.wager_until ELSE g.until END AS until, g.state, g.started_at AS "startedAt", g.ended_at AS "endedAt",
  g.released, g.returned, g.cap`;
const tables = `wagering.grants g JOIN ${wallets} w ON w.player_id = g.player_id AND w.currency = g.currency`;

const grantOf = (row: GrantRow): StoredGrant => ({ ...row, state: required(states[row.state - 1], "a known state") });

export async function readGrant(on: Queryable, id: Uuid): Promise<StoredGrant | undefined> {
  const { rows } = await on.query<GrantRow>(`SELECT ${columns} FROM ${tables} WHERE g.id = $1`, [id]);
  return rows[0] && grantOf(rows[0]);
}

/** A player's grants, newest first. */
export async function readGrants(on: Queryable, player: PlayerId): Promise<readonly StoredGrant[]> {
  const { rows } = await on.query<GrantRow>(
    `SELECT ${columns} FROM ${tables} WHERE g.player_id = $1 ORDER BY g.grant_no DESC`,
    [player],
  );
  return rows.map(grantOf);
}

/** Wallets whose grant is over and has not ended: completed, or past its time or used up with nothing open. */
export async function readDueGrants(
  on: Queryable,
  now: Date,
  limit: number,
): Promise<readonly { readonly player: PlayerId; readonly currency: Currency }[]> {
  const { rows } = await on.query<{ player: PlayerId; currency: Currency }>(
    `SELECT w.player_id AS player, w.currency FROM wagering.grants g
     JOIN ${wallets} w ON w.player_id = g.player_id AND w.currency = g.currency
     WHERE g.state = 1 AND ${wagerSql.due("$1::timestamptz")} ORDER BY w.player_id LIMIT $2`,
    [now, limit],
  );
  return rows;
}

/** Extends a player's bonuses by the length of a break; an extended break adds only the additional time. */
export async function pauseGrants(tx: Tx, player: PlayerId, until: Date, now: Date): Promise<void> {
  const { rows } = await tx.query<{ currency: Currency; paused: Date | null; number: number }>(
    `SELECT w.currency, g.paused_until AS paused, g.grant_no AS number FROM ${wallets} w
     JOIN wagering.grants g ON g.player_id = w.player_id AND g.grant_no = w.grant_no WHERE w.player_id = $1 FOR UPDATE OF w`,
    [player],
  );
  for (const { currency, paused, number } of rows) {
    const from = Math.max(now.getTime(), paused?.getTime() ?? 0);
    const added = Math.max(0, until.getTime() - from);
    await tx.query(
      `UPDATE ${wallets} SET wager_until = wager_until + $3::bigint * interval '1 millisecond'
       WHERE player_id = $1 AND currency = $2 AND wager_until > $4`,
      [player, currency, added, now],
    );
    await tx.query("UPDATE wagering.grants SET paused_until = $3 WHERE player_id = $1 AND grant_no = $2", [
      player,
      number,
      until,
    ]);
  }
}
