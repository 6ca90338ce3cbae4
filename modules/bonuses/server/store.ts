import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type RoundsOfBonus, roundsOf, roundsOver } from "#modules/free-spins/server/index.ts";
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
  const rounds = await roundsOfRows(db, rows, reader.now);
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
  const rounds = await roundsOfRows(db, rows, reader.now);
  return rows.map(row => viewOf(row, reader, rounds.get(row.id as Uuid)));
}

const roundsOfRows = (db: Queryable, rows: readonly Row[], now: Date) =>
  roundsOf(
    db,
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

/** A bonus that waits, as the use cases need it. */
export interface WaitingBonus {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly kind: "deposit" | "manual";
  readonly product: BonusProduct;
  readonly profile: BonusProfile;
  readonly cap: Micros | null;
  readonly currency: Currency;
  readonly percent: number | null;
  readonly amount: Micros;
  readonly minDeposit: Micros | null;
  readonly wager: number;
  readonly hours: number;
  readonly maxBet: Micros;
  readonly funded: Micros | null;
  readonly expiresAt: Date | null;
  readonly freeSpins: Uuid | null;
}

const waitingColumns = `id, player_id AS player, kind, product, profile, cap, currency, percent, amount, min_deposit AS "minDeposit", wager, hours,
  max_bet AS "maxBet", funded, expires_at AS "expiresAt", free_spins AS "freeSpins"`;

/** Locked until the transaction ends; lock the wallet first. */
export async function lockWaiting(tx: Tx, player: PlayerId, id: string): Promise<WaitingBonus | undefined> {
  const { rows } = await tx.query<WaitingBonus>(
    `SELECT ${waitingColumns} FROM bonuses.bonuses
     WHERE player_id = $1 AND id = $2 AND status = 'waiting' AND wager IS NOT NULL FOR UPDATE`,
    [player, id],
  );
  return rows[0];
}

/** The player's bonus whose turn it is: its condition is met, it waits for no decision, and it was claimed first. */
export async function nextInTurn(
  on: Queryable,
  player: PlayerId,
  now: Date,
): Promise<{ readonly id: Uuid; readonly currency: Currency } | undefined> {
  const { rows } = await on.query<{ id: Uuid; currency: Currency }>(
    `SELECT id, currency FROM bonuses.bonuses WHERE player_id = $1 AND status = 'waiting' AND funded IS NOT NULL
       AND (held_until IS NULL OR held_until <= $2)
     ORDER BY created_at, id LIMIT 1`,
    [player, now],
  );
  return rows[0];
}

/** Players whose next bonus could start. */
export async function playersInTurn(on: Queryable, now: Date, limit: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    `SELECT DISTINCT b.player_id AS player FROM bonuses.bonuses b WHERE b.status = 'waiting' AND b.funded IS NOT NULL
       AND (b.held_until IS NULL OR b.held_until <= $1)
       AND NOT EXISTS (SELECT FROM bonuses.bonuses a WHERE a.player_id = b.player_id AND a.status = 'active') LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ player }) => player);
}

/** Until when a person may decide about it at most; null: no decision is awaited. */
export async function holdUntil(tx: Tx, id: Uuid, until: Date | null): Promise<void> {
  await tx.query("UPDATE bonuses.bonuses SET held_until = $2 WHERE id = $1 AND status = 'waiting'", [id, until]);
}

/** The currency of a bonus that waits for a decision. */
export async function heldCurrency(tx: Tx, player: PlayerId, id: Uuid): Promise<Currency | undefined> {
  const { rows } = await tx.query<{ currency: Currency }>(
    "SELECT currency FROM bonuses.bonuses WHERE player_id = $1 AND id = $2 AND status = 'waiting' AND held_until IS NOT NULL",
    [player, id],
  );
  return rows[0]?.currency;
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

/** Days (UTC) that a bonus of this player was active on, for each of their bonuses that started since. */
export async function bonusDays(
  on: Queryable,
  player: PlayerId,
  since: Date,
  now: Date,
): Promise<readonly { readonly from: string; readonly to: string }[]> {
  const { rows } = await on.query<{ from: string; to: string }>(
    `SELECT (started_at AT TIME ZONE 'UTC')::date::text AS from, (coalesce(ended_at, $3) AT TIME ZONE 'UTC')::date::text AS to
     FROM bonuses.bonuses WHERE player_id = $1 AND started_at > $2 ORDER BY started_at`,
    [player, since, now],
  );
  return rows;
}

/** What it gives is known; the rest of what it held of its campaign's budget is free again. */
export async function markFunded(
  tx: Tx,
  id: Uuid,
  { amount, receipt, at }: { readonly amount: Micros; readonly receipt: Uuid | null; readonly at: Date },
): Promise<void> {
  await tx.query(
    freeing(
      "UPDATE bonuses.bonuses SET funded = $2, funded_at = $3, funded_by = $4, expires_at = NULL WHERE id = $1 RETURNING id, player_id, campaign_id, CASE WHEN free_spins IS NULL THEN amount - funded ELSE 0 END AS rest",
    ),
    [id, amount, at, receipt],
  );
}

/** Gives back to the budgets of their campaigns what these bonuses will not give: rows of (id, player_id, campaign_id, rest). */
const freeing = (changed: string): string => `
  WITH changed AS (${changed}),
  freed AS (UPDATE bonuses.campaigns c SET held = c.held - f.rest
    FROM (SELECT campaign_id, sum(rest)::bigint AS rest FROM changed WHERE campaign_id IS NOT NULL GROUP BY 1 HAVING sum(rest) > 0) f
    WHERE c.id = f.campaign_id)
  SELECT id, player_id AS player FROM changed`;
/** Rounds were given, whatever they have won: their cost stays held. */
const whole =
  "RETURNING id, player_id, campaign_id, CASE WHEN free_spins IS NULL THEN coalesce(funded, amount) ELSE 0 END AS rest";

/** A bonus that a statement has ended. */
export interface EndedBonus {
  readonly id: Uuid;
  readonly player: PlayerId;
}

export async function markActive(tx: Tx, id: Uuid, target: Micros, at: Date, until: Date): Promise<void> {
  await tx.query(
    `UPDATE bonuses.bonuses SET status = 'active', wager_target = $2, started_at = $3, expires_at = $4 WHERE id = $1 AND status = 'waiting'`,
    [id, target, at, until],
  );
}

/** The bonus of a grant that has ended. */
export async function markEnded(tx: Tx, id: Uuid, end: BonusView["status"], released: Micros, at: Date): Promise<void> {
  await tx.query(
    `UPDATE bonuses.bonuses SET status = $2, released = $3, ended_at = $4 WHERE id = $1 AND status = 'active'`,
    [id, end, released, at],
  );
}

/** A waiting bonus that is declined; undefined when it waits no more. */
export async function cancelWaiting(tx: Tx, player: PlayerId, id: string, at: Date): Promise<EndedBonus | undefined> {
  const { rows } = await tx.query<EndedBonus>(
    freeing(
      `UPDATE bonuses.bonuses SET status = 'cancelled', ended_at = $3 WHERE player_id = $1 AND id = $2 AND status = 'waiting' ${whole}`,
    ),
    [player, id, at],
  );
  return rows[0];
}

/** A waiting bonus whose free rounds have won nothing. */
export async function endWaiting(
  tx: Tx,
  id: Uuid,
  end: "lost" | "expired" | "cancelled",
  at: Date,
): Promise<EndedBonus | undefined> {
  const { rows } = await tx.query<EndedBonus>(
    `UPDATE bonuses.bonuses SET status = $2, ended_at = $3 WHERE id = $1 AND status = 'waiting' RETURNING id, player_id AS player`,
    [id, end, at],
  );
  return rows[0];
}

/** Bonuses whose free rounds are over, and whose money has not been given. */
export async function roundsToCollect(
  on: Queryable,
  now: Date,
  { after, limit }: { readonly after: Uuid | undefined; readonly limit: number },
): Promise<readonly { readonly id: Uuid; readonly player: PlayerId; readonly currency: Currency }[]> {
  const { rows } = await on.query<{ id: Uuid; player: PlayerId; currency: Currency }>(
    `SELECT b.id, b.player_id AS player, b.currency FROM bonuses.bonuses b JOIN ${roundsOver("$1::timestamptz")} o ON o.bonus = b.id
     WHERE b.status = 'waiting' AND b.free_spins IS NOT NULL AND b.funded IS NULL AND ($3::uuid IS NULL OR b.id > $3) ORDER BY b.id LIMIT $2`,
    [now, limit, after ?? null],
  );
  return rows;
}

/** Bonuses whose free rounds can no longer be played, as their time in a welcome pack is up. */
export async function roundsPastTheirTime(
  on: Queryable,
  now: Date,
  limit: number,
): Promise<readonly { readonly id: Uuid; readonly player: PlayerId; readonly currency: Currency }[]> {
  const { rows } = await on.query<{ id: Uuid; player: PlayerId; currency: Currency }>(
    `SELECT id, player_id AS player, currency FROM bonuses.bonuses
     WHERE status = 'waiting' AND free_spins IS NOT NULL AND funded IS NULL AND expires_at <= $1 AND rounds_ended_at IS NULL
     ORDER BY expires_at LIMIT $2`,
    [now, limit],
  );
  return rows;
}

export async function noteRoundsEnded(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query("UPDATE bonuses.bonuses SET rounds_ended_at = $2 WHERE id = $1", [id, at]);
}

/** Steps of packs that wait for a deposit, or whose rounds are being played: their time stops during a break, and goes on when it ends. */
export async function pauseSteps(tx: Tx, player: PlayerId, until: Date, now: Date): Promise<void> {
  await tx.query(
    `UPDATE bonuses.bonuses b SET paused_until = greatest($2, coalesce(b.paused_until, $2)),
       expires_at = b.expires_at + greatest(interval '0', $2 - greatest($3, coalesce(b.paused_until, $3)))
     FROM bonuses.campaigns c WHERE c.id = b.campaign_id AND c.pack_id IS NOT NULL AND b.player_id = $1 AND b.status = 'waiting'
       AND b.funded IS NULL AND b.expires_at > $3`,
    [player, until, now],
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

/** A bonus whose turn it never was. */
export async function forfeitWaiting(tx: Tx, id: Uuid, at: Date): Promise<readonly EndedBonus[]> {
  const { rows } = await tx.query<EndedBonus>(
    freeing(
      `UPDATE bonuses.bonuses SET status = 'forfeited', ended_at = $2 WHERE id = $1 AND status = 'waiting' ${whole}`,
    ),
    [id, at],
  );
  return rows;
}

/** Why operators forfeited a bonus; nothing where it was completed instead. */
export async function noteForfeited(tx: Tx, id: Uuid, cause: ForfeitCause): Promise<void> {
  await tx.query("UPDATE bonuses.bonuses SET forfeited_for = $2 WHERE id = $1 AND status = 'forfeited'", [id, cause]);
}

/** All bonuses of a player that wait, when they exclude themself. */
export async function cancelAllWaiting(tx: Tx, player: PlayerId, at: Date): Promise<readonly EndedBonus[]> {
  const { rows } = await tx.query<EndedBonus>(
    freeing(
      `UPDATE bonuses.bonuses SET status = 'cancelled', ended_at = $2 WHERE player_id = $1 AND status = 'waiting' ${whole}`,
    ),
    [player, at],
  );
  return rows;
}

/** Waiting bonuses whose window has passed. */
export async function expireWaiting(tx: Tx, now: Date): Promise<readonly EndedBonus[]> {
  const { rows } = await tx.query<EndedBonus>(
    freeing(
      `UPDATE bonuses.bonuses SET status = 'expired', ended_at = $1 WHERE status = 'waiting' AND funded IS NULL AND free_spins IS NULL AND expires_at <= $1 ${whole}`,
    ),
    [now],
  );
  return rows;
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
