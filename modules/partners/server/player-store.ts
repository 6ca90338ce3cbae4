import { int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** SQL of referrals: clicks, players, their money, CPA. A `day` is counted in days since 1 January 1970 (UTC). */

export type Exclusion = "self" | "device" | "instrument";

export interface ReferredPlayer {
  readonly playerId: PlayerId;
  readonly stag: string;
  readonly adplace: string | null;
  readonly registeredAt: Date;
  readonly excluded: Exclusion | null;
  readonly excludedAt: Date | null;
}

export async function insertPlayer(
  tx: Tx,
  row: {
    readonly player: PlayerId;
    readonly partner: Uuid;
    readonly stag: string;
    readonly adplace: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO partners.players (player_id, partner_id, stag, adplace, registered_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [row.player, row.partner, row.stag, row.adplace, row.at],
  );
}

export async function playersOf(on: Queryable, partner: Uuid): Promise<readonly ReferredPlayer[]> {
  const { rows } = await on.query<ReferredPlayer>(
    `SELECT player_id AS "playerId", stag, adplace, registered_at AS "registeredAt", excluded, excluded_at AS "excludedAt"
     FROM partners.players WHERE partner_id = $1 ORDER BY player_id`,
    [partner],
  );
  return rows;
}

/** Why the partners who brought these players get nothing for them; players without a reason, or who were not referred, are missing. */
export async function exclusionsOf(
  on: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, Exclusion>> {
  const { rows } = await on.query<{ playerId: PlayerId; excluded: Exclusion }>(
    `SELECT player_id AS "playerId", excluded FROM partners.players WHERE player_id = ANY ($1::uuid[]) AND excluded IS NOT NULL`,
    [uuidArray(players)],
  );
  return new Map(rows.map(({ playerId, excluded }) => [playerId, excluded]));
}

/** Every referred player. */
export async function allPlayers(on: Queryable): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM partners.players ORDER BY player_id`,
  );
  return rows.map(({ playerId }) => playerId);
}

/** Does nothing if the player is excluded already. */
export async function excludePlayer(tx: Tx, player: PlayerId, why: Exclusion, at: Date): Promise<void> {
  await tx.query(
    "UPDATE partners.players SET excluded = $2, excluded_at = $3 WHERE player_id = $1 AND excluded IS NULL",
    [player, why, at],
  );
}

export async function countClick(on: Queryable, partner: Uuid, day: number, stag: string): Promise<void> {
  await on.query(
    `INSERT INTO partners.clicks AS c (partner_id, day, stag, clicks) VALUES ($1, $2, $3, 1)
     ON CONFLICT (partner_id, day, stag) DO UPDATE SET clicks = c.clicks + 1`,
    [partner, day, stag],
  );
}

export interface ClickRow {
  readonly day: number;
  readonly stag: string;
  readonly clicks: bigint;
}

export async function clicksOf(
  on: Queryable,
  partner: Uuid,
  from: number,
  before: number,
): Promise<readonly ClickRow[]> {
  const { rows } = await on.query<ClickRow>(
    "SELECT day, stag, clicks FROM partners.clicks WHERE partner_id = $1 AND day >= $2 AND day < $3 ORDER BY day, stag",
    [partner, from, before],
  );
  return rows;
}

/** How far a wallet's transfers are counted: the number of the last one. */
export interface Position {
  readonly owner: PlayerId;
  readonly currency: Currency;
  readonly seq: bigint;
}

export async function positionsOf(on: Queryable, players: readonly PlayerId[]): Promise<readonly Position[]> {
  const { rows } = await on.query<Position>(
    "SELECT player_id AS owner, currency, seq FROM partners.positions WHERE player_id = ANY($1::uuid[])",
    [uuidArray(players)],
  );
  return rows;
}

export async function movePositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  await tx.query(
    `INSERT INTO partners.positions (player_id, currency, seq) SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[])
     ON CONFLICT (player_id, currency) DO UPDATE SET seq = EXCLUDED.seq`,
    [
      uuidArray(positions.map(({ owner }) => owner)),
      textArray(positions.map(({ currency }) => currency)),
      int8Array(positions.map(({ seq }) => seq)),
    ],
  );
}

/** What a player's transfers other than bets moved on a day. */
export interface MoneyDay {
  readonly playerId: PlayerId;
  readonly currency: Currency;
  readonly day: number;
  readonly bonuses: bigint;
  readonly jackpots: bigint;
  readonly payment: bigint;
  readonly recalled: bigint;
  /** Credited deposits, and their sum. */
  readonly deposits: bigint;
  readonly deposited: bigint;
}

const sums = ["bonuses", "jackpots", "payment", "recalled", "deposits", "deposited"] as const;

export async function addMoney(tx: Tx, days: readonly MoneyDay[]): Promise<void> {
  await tx.query(
    `INSERT INTO partners.money_days AS m (player_id, currency, day, ${sums.join(", ")})
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], ${sums.map((_, n) => `$${n + 4}::bigint[]`).join(", ")})
     ON CONFLICT (player_id, currency, day) DO UPDATE SET ${sums.map(name => `${name} = m.${name} + EXCLUDED.${name}`).join(", ")}`,
    [
      uuidArray(days.map(({ playerId }) => playerId)),
      textArray(days.map(({ currency }) => currency)),
      int4Array(days.map(({ day }) => day)),
      ...sums.map(name => int8Array(days.map(day => day[name]))),
    ],
  );
}

const moneyColumns = `player_id AS "playerId", currency, day, ${sums.join(", ")}`;

export async function moneyOf(
  on: Queryable,
  players: readonly PlayerId[],
  from: number,
  before: number,
): Promise<readonly MoneyDay[]> {
  const { rows } = await on.query<MoneyDay>(
    `SELECT ${moneyColumns} FROM partners.money_days WHERE player_id = ANY($1::uuid[]) AND day >= $2 AND day < $3
     ORDER BY player_id, currency, day`,
    [uuidArray(players), from, before],
  );
  return rows;
}

/** The day of each player's first deposit; players without one are missing. */
export async function firstDepositsOf(
  on: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; day: number }>(
    `SELECT player_id AS "playerId", min(day) AS day FROM partners.money_days
     WHERE player_id = ANY($1::uuid[]) AND deposits > 0 GROUP BY player_id`,
    [uuidArray(players)],
  );
  return new Map(rows.map(({ playerId, day }) => [playerId, day]));
}

export interface CpaRow {
  readonly playerId: PlayerId;
  readonly partnerId: Uuid;
  readonly amount: Micros;
  readonly qualifiedAt: Date;
  /** Held until this day is over. */
  readonly dueOn: number;
  readonly state: "held" | "paid" | "refused";
  readonly month: string | null;
}

export async function cpasOf(on: Queryable, partner: Uuid): Promise<readonly CpaRow[]> {
  const { rows } = await on.query<CpaRow>(
    `SELECT player_id AS "playerId", partner_id AS "partnerId", amount, qualified_at AS "qualifiedAt", due_on AS "dueOn", state,
       to_char(month, 'YYYY-MM') AS month
     FROM partners.cpas WHERE partner_id = $1 ORDER BY player_id`,
    [partner],
  );
  return rows;
}

/** Does nothing if the player has a CPA already. */
export async function insertCpa(on: Queryable, row: Omit<CpaRow, "state" | "month">): Promise<void> {
  await on.query(
    `INSERT INTO partners.cpas (player_id, partner_id, amount, qualified_at, due_on) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [row.playerId, row.partnerId, row.amount, row.qualifiedAt, row.dueOn],
  );
}

export async function decideCpa(tx: Tx, player: PlayerId, state: "paid" | "refused", month: string): Promise<void> {
  await tx.query("UPDATE partners.cpas SET state = $2, month = $3::date WHERE player_id = $1 AND state = 'held'", [
    player,
    state,
    `${month}-01`,
  ]);
}
