import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { groupBy } from "#kit/std/group-by.ts";
import { type RoundsOfBonus, roundsOf } from "#modules/free-spins/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import type { BonusProfile } from "../shared/bonus-profile.ts";
import type { BonusView } from "../shared/contract.ts";
import type { ForfeitCause } from "../shared/forfeit-causes.ts";
import { averageCostPercent, type BonusProduct, gamesOf, leastOddsOf, targetOf } from "../shared/terms.ts";
import { roundsView } from "./round-views.ts";

/** The statements of players' bonuses. */

interface Row extends Pick<BonusView, "id" | "name" | "kind" | "region" | "status" | "percent" | "wager" | "currency"> {
  readonly product: BonusProduct;
  readonly profile: BonusProfile;
  readonly cap: Micros | null;
  readonly amount: Micros;
  readonly funded: Micros | null;
  readonly wagered: Micros;
  readonly wagerTarget: Micros;
  readonly minDeposit: Micros | null;
  readonly maxBet: Micros | null;
  readonly balance: Micros;
  readonly openBets: number;
  readonly released: Micros;
  readonly forfeitedFor: ForfeitCause | null;
  readonly expiresAt: Date | null;
  readonly heldUntil: Date | null;
  readonly freeSpins: Uuid | null;
}

export interface Reader {
  readonly player: PlayerId;
  readonly locale: Locale;
  readonly now: Date;
}

/**
 * A waiting one past its time counts as over, also before a job has marked it, unless it has rounds to collect; an active one ends with its last open bet. What an active one has
 * wagered is in the row of its wallet, of an ended one in its grant.
 */
const columns = `b.id, b.name ->> $2 AS name, b.kind, b.region, b.product, b.profile, b.cap, b.free_spins AS "freeSpins", b.currency, b.percent, coalesce(b.funded, b.amount) AS amount, b.funded,
  coalesce(g.target - w.wager_left, g.counted, b.wagered) AS wagered, coalesce(g.target, b.wager_target) AS "wagerTarget",
  b.min_deposit AS "minDeposit", b.max_bet AS "maxBet", b.wager, coalesce(CASE WHEN w.grant_no IS NOT NULL THEN w.bonus END, 0) AS balance,
  coalesce(w.wager_open, 0) AS "openBets", b.released, b.forfeited_for AS "forfeitedFor", coalesce(w.wager_until, b.expires_at) AS "expiresAt",
  CASE WHEN b.status = 'waiting' AND b.held_until > $3 THEN b.held_until END AS "heldUntil",
  CASE WHEN b.status = 'waiting' AND b.free_spins IS NULL AND b.expires_at <= $3 THEN 'expired' WHEN w.wager_left = 0 THEN 'wagered' ELSE b.status END AS status`;

const tables = `bonuses.bonuses b LEFT JOIN ${wagerSql.grantTable} g ON g.id = b.id
  LEFT JOIN ${wagerSql.wallets} w ON w.player_id = g.player_id AND w.currency = g.currency AND w.grant_no = g.grant_no`;

/** The waiting registration or deposit bonus that expires first. */
export async function waitingBonus(db: Queryable, reader: Reader): Promise<BonusView | null> {
  const [first] = await read(
    db,
    `SELECT ${columns} FROM ${tables}
     WHERE b.player_id = $1 AND b.status = 'waiting' AND b.kind IN ('registration', 'deposit') AND b.funded IS NULL
       AND (b.expires_at IS NULL OR b.expires_at > $3)
     ORDER BY b.expires_at NULLS LAST, b.created_at LIMIT 1`,
    reader,
  );
  return first ?? null;
}

/** The waiting bonus granted by an operator that expires first. */
export async function grantedBonus(db: Queryable, player: PlayerId, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM bonuses.bonuses
     WHERE player_id = $1 AND status = 'waiting' AND kind = 'manual' AND (expires_at IS NULL OR expires_at > $2)
     ORDER BY expires_at NULLS LAST, created_at LIMIT 1`,
    [player, now],
  );
  return rows[0]?.id ?? null;
}

/** The bonus that a player wagers in this currency. */
export async function activeBonus(
  db: Queryable,
  player: PlayerId,
  currency: Currency,
  locale: Locale,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const { rows } = await db.query<{ id: string; name: string }>(
    "SELECT id, name ->> $3 AS name FROM bonuses.bonuses WHERE player_id = $1 AND currency = $2 AND status = 'active'",
    [player, currency, locale],
    "bonuses.active",
  );
  return rows[0] ?? null;
}

export interface OpenWagering {
  readonly id: Uuid;
  readonly currency: Currency;
  readonly left: Micros;
  /** Bonus money that giving it up takes. */
  readonly bonus: Micros;
}

/** The active bonus of a player while something is left to wager; its wallet is locked until the transaction ends. */
export async function openWagering(tx: Tx, player: PlayerId): Promise<OpenWagering | undefined> {
  const { rows } = await tx.query<OpenWagering>(
    `SELECT b.id, w.currency, w.wager_left AS left, w.bonus FROM ${wagerSql.wallets} w
     JOIN ${wagerSql.grantTable} g ON g.player_id = w.player_id AND g.grant_no = w.grant_no
     JOIN bonuses.bonuses b ON b.id = g.id
     WHERE w.player_id = $1 AND w.grant_no IS NOT NULL FOR UPDATE OF w`,
    [player],
  );
  return rows[0];
}

export async function bonusOf(db: Queryable, reader: Reader, id: string): Promise<BonusView | null> {
  const [found] = await read(db, `SELECT ${columns} FROM ${tables} WHERE b.player_id = $1 AND b.id = $4`, reader, id);
  return found ?? null;
}

/** The player's bonuses of these campaigns, by campaign. */
export async function bonusesIn(
  db: Queryable,
  reader: Reader,
  campaigns: readonly Uuid[],
): Promise<ReadonlyMap<string, BonusView & { readonly endedAt: Date | null }>> {
  const { rows } = await db.query<Row & { readonly campaign: string; readonly endedAt: Date | null }>(
    `SELECT ${columns}, b.campaign_id AS campaign, b.ended_at AS "endedAt" FROM ${tables} WHERE b.player_id = $1 AND b.campaign_id = ANY ($4::uuid[])`,
    [reader.player, reader.locale, reader.now, campaigns],
  );
  const rounds = await roundsOfRows(db, rows, reader);
  return new Map(
    rows.map(row => [row.campaign, { ...viewOf(row, reader, rounds.get(row.id as Uuid)), endedAt: row.endedAt }]),
  );
}

export async function bonusesOf(db: Queryable, reader: Reader): Promise<BonusView[]> {
  const all = await read(
    db,
    `SELECT ${columns} FROM ${tables} WHERE b.player_id = $1
     ORDER BY array_position(ARRAY['active', 'waiting'], b.status) NULLS LAST, b.created_at DESC LIMIT 100`,
    reader,
  );
  const open = all.filter(({ status }) => isOpen(status));
  return [...open, ...all.filter(({ status }) => !isOpen(status)).slice(0, 20)];
}

const isOpen = (status: BonusView["status"]) => status === "active" || status === "waiting" || status === "wagered";

async function read(db: Queryable, sql: string, reader: Reader, id?: string): Promise<BonusView[]> {
  const values = [reader.player, reader.locale, reader.now, ...(id === undefined ? [] : [id])];
  const { rows } = await db.query<Row>(sql, values);
  const rounds = await roundsOfRows(db, rows, reader);
  return rows.map(row => viewOf(row, reader, rounds.get(row.id as Uuid)));
}

const roundsOfRows = (db: Queryable, rows: readonly Row[], { player, now }: Reader) =>
  roundsOf(
    db,
    player,
    rows.filter(({ freeSpins }) => freeSpins !== null).map(row => row.id as Uuid),
    now,
  );

/** The rounds of a step of a pack can be played until its time is up, which is no later than that of their campaign. */
const playableUntil = ({ expiresAt, funded }: Row, rounds: RoundsOfBonus): RoundsOfBonus =>
  expiresAt && funded === null && expiresAt < rounds.expiresAt ? { ...rounds, expiresAt } : rounds;

/** Until the rounds of a bonus are over, its amount is what they have won so far. */
function amountsOf(row: Row, rounds: RoundsOfBonus | undefined): Pick<Row, "amount" | "wagerTarget"> {
  if (!rounds || row.funded !== null) return row;
  return { amount: rounds.won, wagerTarget: targetOf(rounds.won, row.wager ?? 0) };
}

function viewOf(row: Row, { now, locale }: Reader, rounds?: RoundsOfBonus): BonusView {
  const { id, name, kind, region, status, currency, percent, wager } = row;
  const { amount, wagerTarget } = amountsOf(row, rounds);
  return {
    id,
    name,
    kind,
    region,
    status,
    currency,
    percent,
    wager,
    amount: formatAmount(amount),
    is_funded: row.funded !== null || status !== "waiting",
    wagered: formatAmount(row.wagered),
    wager_target: formatAmount(wagerTarget),
    balance: formatAmount(row.balance),
    open_bets: row.openBets,
    released: formatAmount(row.released),
    forfeited_for: row.forfeitedFor,
    rounds: rounds ? roundsView(playableUntil(row, rounds), locale) : null,
    review_until: row.heldUntil?.toISOString() ?? null,
    min_deposit: row.minDeposit === null ? null : formatAmount(row.minDeposit),
    max_bet: row.maxBet === null ? null : formatAmount(row.maxBet),
    cap: row.cap === null ? null : formatAmount(row.cap),
    average_cost: wager === null ? null : averageCostPercent(wager),
    games: wager === null ? [] : [...gamesOf(row.product, row)],
    least_odds: wager === null ? null : leastOddsOf(row.product),
    expires_in: row.expiresAt && Math.max(0, Math.ceil((row.expiresAt.getTime() - now.getTime()) / 1000)),
  };
}

/**
 * Which of the others have claimed the same campaign as this bonus; without a bonus, any campaign that the player has claimed. A claim that was
 * given up before it started does not count.
 */
export async function claimedToo(
  on: Queryable,
  {
    player,
    bonus,
    others,
  }: { readonly player: PlayerId; readonly bonus: Uuid | null; readonly others: readonly PlayerId[] },
): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    `SELECT DISTINCT o.player_id AS player FROM bonuses.bonuses b JOIN bonuses.bonuses o ON o.campaign_id = b.campaign_id
     WHERE b.player_id = $1 AND ($2::uuid IS NULL OR b.id = $2) AND o.player_id = ANY ($3::uuid[])
       AND b.funded IS NOT NULL AND o.funded IS NOT NULL`,
    [player, bonus, others],
  );
  return rows.map(row => row.player);
}

/** The first and the last day (UTC) of a bonus. */
export interface BonusDays {
  readonly from: string;
  readonly to: string;
}

/** The days that bonuses of these players were active on, for each that started since; players without one are missing. */
export async function bonusDays(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
  now: Date,
): Promise<ReadonlyMap<PlayerId, readonly BonusDays[]>> {
  const { rows } = await on.query<BonusDays & { readonly playerId: PlayerId }>(
    `SELECT player_id AS "playerId", (started_at AT TIME ZONE 'UTC')::date::text AS from, (coalesce(ended_at, $3) AT TIME ZONE 'UTC')::date::text AS to
     FROM bonuses.bonuses WHERE player_id = ANY ($1::uuid[]) AND started_at > $2`,
    [uuidArray(players), since, now],
  );
  return groupBy(rows, ({ playerId }) => playerId);
}

/** A bonus that a statement has ended. */
export interface EndedBonus {
  readonly id: Uuid;
  readonly player: PlayerId;
}

/** The bonus of a grant that has ended. */
export async function markEnded(tx: Tx, id: Uuid, end: BonusView["status"], released: Micros, at: Date): Promise<void> {
  await tx.query(
    `UPDATE bonuses.bonuses SET status = $2, released = $3, ended_at = $4 WHERE id = $1 AND status = 'active'`,
    [id, end, released, at],
  );
}

/** The bonus that this payment funded. */
export async function bonusOfPayment(
  tx: Tx,
  player: PlayerId,
  receipt: Uuid,
): Promise<{ readonly id: Uuid; readonly currency: Currency } | undefined> {
  const { rows } = await tx.query<{ id: Uuid; currency: Currency }>(
    "SELECT id, currency FROM bonuses.bonuses WHERE player_id = $1 AND funded_by = $2",
    [player, receipt],
  );
  return rows[0];
}

/** Why operators forfeited a bonus; nothing where it was completed instead. */
export async function noteForfeited(tx: Tx, id: Uuid, cause: ForfeitCause): Promise<void> {
  await tx.query("UPDATE bonuses.bonuses SET forfeited_for = $2 WHERE id = $1 AND status = 'forfeited'", [id, cause]);
}

/** Whether operators forfeited the bonus for what its player did, and not for a mistake of ours. */
export async function isAbused(on: Queryable, id: Uuid): Promise<boolean> {
  const { rowCount } = await on.query(
    "SELECT FROM bonuses.bonuses WHERE id = $1 AND forfeited_for IN ('linked_accounts', 'terms')",
    [id],
  );
  return rowCount > 0;
}

/** Bonuses whose grant has ended while nothing listened, such as in a process without this module. */
export async function followEndedGrants(
  tx: Tx,
): Promise<readonly (EndedBonus & { readonly end: BonusView["status"] })[]> {
  const { rows } = await tx.query<EndedBonus & { readonly end: BonusView["status"] }>(
    `UPDATE bonuses.bonuses b SET status = (ARRAY['completed', 'lost', 'expired', 'cancelled', 'forfeited'])[g.state - 1],
       released = g.released, ended_at = g.ended_at
     FROM ${wagerSql.grantTable} g WHERE g.id = b.id AND b.status = 'active' AND g.state > 1
     RETURNING b.id, b.player_id AS player, b.status AS end`,
  );
  return rows;
}
