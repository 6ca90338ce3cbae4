import { textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { RewardKind } from "../shared/contract.ts";
import { firstTerms, type RewardTerms } from "../shared/terms.ts";

/** Every SQL statement of levels and rewards. Days are days since 1970, UTC. */

export interface TermsRow {
  readonly number: number;
  readonly fromDay: number;
  readonly terms: RewardTerms;
  readonly reason: string;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  readonly publishedAt: Date | null;
}

const first: TermsRow = {
  number: 0,
  fromDay: 0,
  terms: firstTerms,
  reason: "",
  askedBy: null,
  approvedBy: null,
  publishedAt: null,
};

/** Every version, the oldest first; the first one is part of the code. */
export async function readTerms(on: Queryable): Promise<readonly TermsRow[]> {
  const { rows } = await on.query<TermsRow>(
    `SELECT number, from_day AS "fromDay", terms, reason, asked_by AS "askedBy", approved_by AS "approvedBy", published_at AS "publishedAt"
     FROM vip.terms ORDER BY number`,
  );
  return [first, ...rows];
}

const termsLock = 7_311_517;
/** One publication at a time. */
export async function lockTerms(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [termsLock]);
}

export async function insertTerms(tx: Tx, row: TermsRow): Promise<void> {
  await tx.query(
    `INSERT INTO vip.terms (number, from_day, terms, reason, asked_by, approved_by, published_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.number, row.fromDay, JSON.stringify(row.terms), row.reason, row.askedBy, row.approvedBy, row.publishedAt],
  );
}

/** A level that was reached, 1 to 5. */
export interface ReachedLevel {
  readonly playerId: PlayerId;
  readonly level: number;
  readonly reachedAt: Date;
  readonly reachedDay: number;
  readonly early: boolean;
}

export async function levelsOf(on: Queryable, players: readonly PlayerId[]): Promise<readonly ReachedLevel[]> {
  const { rows } = await on.query<ReachedLevel>(
    `SELECT player_id AS "playerId", level, reached_at AS "reachedAt", reached_day AS "reachedDay", early FROM vip.levels
     WHERE player_id = ANY($1::uuid[]) ORDER BY player_id, level`,
    [players],
  );
  return rows;
}

/** Each player's highest level; players without one are missing. */
export async function highestLevels(
  on: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, number>> {
  // In the order of levels, so that the last one stays.
  return new Map((await levelsOf(on, players)).map(({ playerId, level }) => [playerId, level]));
}

/** False when it was reached before. */
export async function insertLevel(
  tx: Tx,
  { playerId, level, reachedAt, reachedDay, early }: ReachedLevel,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO vip.levels (player_id, level, reached_at, reached_day, early) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [playerId, level, reachedAt, reachedDay, early],
  );
  return rowCount === 1;
}

/** What reaching a level gives in one currency. Losses in millionths of a micro-unit. */
export interface LevelUp {
  readonly level: number;
  readonly currency: Currency;
  /** Theoretical loss of all time when the level was reached, and the part of it from the level before. */
  readonly loss: bigint;
  readonly inside: bigint;
  readonly gift: Micros;
}

export async function insertLevelUps(tx: Tx, player: PlayerId, ups: readonly LevelUp[]): Promise<void> {
  await tx.query(
    `INSERT INTO vip.level_ups (player_id, level, currency, loss, inside, gift)
     SELECT $1, u.level::smallint, u.currency, u.loss::numeric, u.inside::numeric, u.gift::bigint
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS u(level, currency, loss, inside, gift)`,
    [
      player,
      textArray(ups.map(({ level }) => String(level))),
      textArray(ups.map(({ currency }) => currency)),
      textArray(ups.map(({ loss }) => String(loss))),
      textArray(ups.map(({ inside }) => String(inside))),
      textArray(ups.map(({ gift }) => String(gift))),
    ],
  );
}

/** The player's level-ups, ordered by level. */
export async function levelUpsOf(on: Queryable, player: PlayerId): Promise<readonly LevelUp[]> {
  const { rows } = await on.query<Omit<LevelUp, "loss" | "inside"> & { loss: string; inside: string }>(
    `SELECT level, currency, loss::text AS loss, inside::text AS inside, gift FROM vip.level_ups WHERE player_id = $1 ORDER BY level, currency`,
    [player],
  );
  return rows.map(row => ({ ...row, loss: BigInt(row.loss), inside: BigInt(row.inside) }));
}

export interface Collected {
  readonly kind: RewardKind;
  readonly currency: Currency;
  readonly amount: Micros;
}

/** What was collected of each kind and currency. */
export async function collectedBy(on: Queryable, player: PlayerId): Promise<readonly Collected[]> {
  const { rows } = await on.query<Collected>(
    `SELECT kind, currency, sum(amount)::bigint AS amount FROM vip.collections WHERE player_id = $1 GROUP BY kind, currency`,
    [player],
  );
  return rows;
}

export interface Collection extends Collected {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly at: Date;
}

export async function collectionOfKey(on: Queryable, player: PlayerId, key: Uuid): Promise<Collected | undefined> {
  const { rows } = await on.query<Collected>(
    `SELECT kind, currency, amount FROM vip.collections WHERE player_id = $1 AND idempotency_key = $2`,
    [player, key],
  );
  return rows[0];
}

/** False when the key was used meanwhile, in another currency. */
export async function insertCollection(
  tx: Tx,
  { id, player, key, kind, currency, amount, at }: Collection,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO vip.collections (id, player_id, idempotency_key, kind, currency, amount, collected_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (player_id, idempotency_key) DO NOTHING`,
    [id, player, key, kind, currency, amount, at],
  );
  return rowCount === 1;
}

/** A player's collections, newest first. */
export async function collectionsOf(on: Queryable, player: PlayerId) {
  const { rows } = await on.query<{ kind: string; currency: Currency; amount: Micros; at: Date }>(
    `SELECT kind, currency, amount, collected_at AS at FROM vip.collections WHERE player_id = $1 ORDER BY collected_at DESC, id`,
    [player],
  );
  return rows;
}

/** A week whose cashback was collected; `week` is its Monday. */
export interface CollectedWeek {
  readonly currency: Currency;
  readonly week: string;
  readonly amount: Micros;
  readonly withheld: Micros;
}

export async function cashbacksOf(on: Queryable, player: PlayerId): Promise<readonly CollectedWeek[]> {
  const { rows } = await on.query<CollectedWeek>(
    "SELECT currency, week, amount, withheld FROM vip.cashbacks WHERE player_id = $1 ORDER BY week",
    [player],
  );
  return rows;
}

export async function insertCashback(
  tx: Tx,
  player: PlayerId,
  { currency, week, amount, withheld }: CollectedWeek,
  collection: Uuid,
): Promise<void> {
  await tx.query(
    "INSERT INTO vip.cashbacks (player_id, currency, week, amount, withheld, collection) VALUES ($1, $2, $3, $4, $5, $6)",
    [player, currency, week, amount, withheld, collection],
  );
}

export interface Perks {
  readonly hostName: string | null;
  readonly higherLimits: boolean;
}

export async function perksOf(on: Queryable, player: PlayerId): Promise<Perks> {
  const { rows } = await on.query<Perks>(
    `SELECT host_name AS "hostName", higher_limits AS "higherLimits" FROM vip.perks WHERE player_id = $1`,
    [player],
  );
  return rows[0] ?? { hostName: null, higherLimits: false };
}

export async function setHost(tx: Tx, player: PlayerId, host: HostRef | null): Promise<void> {
  await tx.query(
    `INSERT INTO vip.perks (player_id, host_id, host_name) VALUES ($1, $2, $3)
     ON CONFLICT (player_id) DO UPDATE SET host_id = excluded.host_id, host_name = excluded.host_name`,
    [player, host?.id ?? null, host?.name ?? null],
  );
}

/** An operator who answers players by name. */
export interface HostRef {
  readonly id: Uuid;
  readonly name: string;
}

export async function hostsOf(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, HostRef>> {
  const { rows } = await on.query<HostRef & { readonly playerId: PlayerId }>(
    `SELECT player_id AS "playerId", host_id AS id, host_name AS name FROM vip.perks
     WHERE player_id = ANY ($1::uuid[]) AND host_id IS NOT NULL`,
    [uuidArray(players)],
  );
  return new Map(rows.map(({ playerId, id, name }) => [playerId, { id, name }]));
}

/** Players with a host, by its name. */
export async function hostedPlayers(
  on: Queryable,
  limit: number,
): Promise<readonly { readonly playerId: PlayerId; readonly host: HostRef }[]> {
  const { rows } = await on.query<HostRef & { readonly playerId: PlayerId }>(
    `SELECT player_id AS "playerId", host_id AS id, host_name AS name FROM vip.perks
     WHERE host_id IS NOT NULL ORDER BY host_name, player_id LIMIT $1`,
    [limit],
  );
  return rows.map(({ playerId, id, name }) => ({ playerId, host: { id, name } }));
}

export async function allowHigherLimits(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `INSERT INTO vip.perks (player_id, higher_limits) VALUES ($1, true) ON CONFLICT (player_id) DO UPDATE SET higher_limits = true`,
    [player],
  );
}
