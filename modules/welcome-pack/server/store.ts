import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { OfferedAt } from "#modules/bonuses/server/index.ts";
import type { BonusProfile } from "#modules/bonuses/shared/bonus-profile.ts";
import { type RoundTerms, roundsReserved, roundTermsOf } from "#modules/free-spins/server/index.ts";

/** The statements of packs and of their versions. */

export interface Step {
  readonly step: number;
  readonly campaign: Uuid;
  /** Percent of a deposit bonus; null for free rounds. */
  readonly percent: number | null;
  /** The most that a deposit brings; of free rounds what their stakes would have cost. */
  readonly maxAmount: Micros;
  readonly minDeposit: Micros | null;
  /** The free rounds that it gives instead. */
  readonly rounds: RoundTerms | null;
  readonly wager: number;
  readonly hours: number;
  readonly windowHours: number;
}

export interface Pack {
  readonly id: Uuid;
  readonly currency: Currency;
  readonly version: number;
  readonly title: Readonly<Record<Locale, string>>;
  readonly state: "draft" | "open" | "closed" | "stopped";
  /** The licence whose rules its terms follow. */
  readonly profile: BonusProfile;
  readonly players: number;
  readonly taken: number;
  readonly endsAt: Date;
  readonly createdBy: string;
  readonly openedBy: string | null;
  readonly steps: readonly Step[];
}

const columns = `p.id, p.currency, p.version, p.public_title AS title, p.state, p.profile, p.players, p.taken, p.ends_at AS "endsAt", p.created_by AS "createdBy",
  p.opened_by AS "openedBy"`;
const stepColumns = `step, campaign_id AS campaign, percent, max_amount AS "maxAmount", min_deposit AS "minDeposit", wager, hours,
  window_hours AS "windowHours", free_spins AS "freeSpins"`;

async function withSteps(on: Queryable, packs: readonly Omit<Pack, "steps">[]): Promise<Pack[]> {
  const { rows } = await on.query<Omit<Step, "rounds"> & { readonly pack: string; readonly freeSpins: Uuid | null }>(
    `SELECT pack_id AS pack, ${stepColumns} FROM welcome_pack.steps WHERE pack_id = ANY ($1::uuid[]) ORDER BY step`,
    [packs.map(({ id }) => id)],
  );
  const rounds = await roundTermsOf(
    on,
    rows.flatMap(({ freeSpins }) => freeSpins ?? []),
  );
  return packs.map(pack => ({
    ...pack,
    steps: rows
      .filter(row => row.pack === pack.id)
      .map(({ pack: _, freeSpins, ...step }) => ({
        ...step,
        rounds: freeSpins === null ? null : required(rounds.get(freeSpins), "a campaign of free spins"),
      })),
  }));
}

export async function readPacks(on: Queryable, limit: number): Promise<Pack[]> {
  const { rows } = await on.query<Omit<Pack, "steps">>(
    `SELECT ${columns} FROM welcome_pack.packs p ORDER BY p.created_at DESC, p.id LIMIT $1`,
    [limit],
  );
  return withSteps(on, rows);
}

/** The pack that a new player of this currency gets now. */
export async function openPack(
  on: Queryable,
  currency: Currency,
  { now, profile }: OfferedAt,
): Promise<Pack | undefined> {
  const { rows } = await on.query<Omit<Pack, "steps">>(
    `SELECT ${columns} FROM welcome_pack.packs p
     WHERE p.currency = $1 AND p.state = 'open' AND p.ends_at > $2 AND p.taken < p.players AND p.profile = $3`,
    [currency, now, profile],
  );
  return (await withSteps(on, rows))[0];
}

export async function packOf(on: Queryable, id: Uuid): Promise<Pack | undefined> {
  const { rows } = await on.query<Omit<Pack, "steps">>(`SELECT ${columns} FROM welcome_pack.packs p WHERE p.id = $1`, [
    id,
  ]);
  return (await withSteps(on, rows))[0];
}

/** Locked until the transaction ends. */
export async function lockPack(tx: Tx, id: string): Promise<Pack | undefined> {
  const { rows } = await tx.query<Omit<Pack, "steps">>(
    `SELECT ${columns} FROM welcome_pack.packs p WHERE p.id = $1 FOR UPDATE`,
    [id],
  );
  return (await withSteps(tx, rows))[0];
}

export type NewPack = Omit<Pack, "version" | "state" | "taken" | "createdBy" | "openedBy">;

/** A draft, with the currency's next version number. */
export async function insertPack(tx: Tx, pack: NewPack, by: string, at: Date): Promise<number> {
  // Two drafts of one currency at once: the second waits, and counts on.
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('welcome-pack ' || $1))", [pack.currency]);
  const { rows } = await tx.query<{ version: number }>(
    `INSERT INTO welcome_pack.packs (id, currency, version, public_title, state, players, ends_at, created_by, created_at, profile)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, 'draft', $4, $5, $6, $7, $8 FROM welcome_pack.packs WHERE currency = $2
     RETURNING version`,
    [pack.id, pack.currency, JSON.stringify(pack.title), pack.players, pack.endsAt, by, at, pack.profile],
  );
  for (const step of pack.steps)
    await tx.query(
      `INSERT INTO welcome_pack.steps (pack_id, step, campaign_id, percent, max_amount, min_deposit, wager, hours, window_hours, free_spins)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        pack.id,
        step.step,
        step.campaign,
        step.percent,
        step.maxAmount,
        step.minDeposit,
        step.wager,
        step.hours,
        step.windowHours,
        step.rounds?.campaign ?? null,
      ],
    );
  return rows[0]?.version ?? 1;
}

/** The version that was open until now, if there is one, is closed. */
export async function closeOpenPack(tx: Tx, currency: Currency): Promise<Uuid | undefined> {
  const { rows } = await tx.query<{ id: Uuid }>(
    "UPDATE welcome_pack.packs SET state = 'closed' WHERE currency = $1 AND state = 'open' RETURNING id",
    [currency],
  );
  return rows[0]?.id;
}

/** The stakes of the rounds that a step may still give: for places that are left, and for players who have not reached it. */
const needed = (now: string) => `CASE WHEN p.state IN ('draft', 'stopped') THEN 0 ELSE s.max_amount * (
    CASE WHEN p.state = 'open' AND p.ends_at > ${now} THEN p.players - p.taken ELSE 0 END
    + (SELECT count(*) FROM welcome_pack.players o WHERE o.pack_id = p.id AND o.state = 'running' AND o.step < s.step)) END`;
const stepsOfPacks = "welcome_pack.steps s JOIN welcome_pack.packs p ON p.id = s.pack_id";

/** Steps of free rounds, in an order that is the same for every pack. */
export async function roundSteps(
  on: Queryable,
  pack: Uuid,
): Promise<readonly { readonly step: number; readonly holder: Uuid; readonly campaign: Uuid }[]> {
  const { rows } = await on.query<{ step: number; holder: Uuid; campaign: Uuid }>(
    `SELECT step, campaign_id AS holder, free_spins AS campaign FROM welcome_pack.steps
     WHERE pack_id = $1 AND free_spins IS NOT NULL ORDER BY free_spins`,
    [pack],
  );
  return rows;
}

export async function roundsNeeded(on: Queryable, holder: Uuid, now: Date): Promise<bigint> {
  const { rows } = await on.query<{ needed: bigint }>(
    `SELECT (${needed("$2::timestamptz")})::bigint AS needed FROM ${stepsOfPacks} WHERE s.campaign_id = $1`,
    [holder, now],
  );
  return rows[0]?.needed ?? 0n;
}

/** Opened packs with a step that has other rounds reserved than it needs. */
export async function packsToReserve(on: Queryable, now: Date): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    `SELECT DISTINCT p.id FROM ${stepsOfPacks}
     LEFT JOIN ${roundsReserved} r ON r.campaign_id = s.free_spins AND r.holder = s.campaign_id
     WHERE s.free_spins IS NOT NULL AND p.state <> 'draft' AND coalesce(r.value, 0) <> (${needed("$1::timestamptz")}) ORDER BY p.id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export async function setPackState(tx: Tx, id: Uuid, state: "open" | "closed" | "stopped", by: string): Promise<void> {
  await tx.query("UPDATE welcome_pack.packs SET state = $2, opened_by = coalesce(opened_by, $3) WHERE id = $1", [
    id,
    state,
    by,
  ]);
}

/** A place in the pack; false when none is left, or new players no longer get it. */
export async function takePlace(tx: Tx, id: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE welcome_pack.packs SET taken = taken + 1 WHERE id = $1 AND state = 'open' AND ends_at > $2 AND taken < players",
    [id, now],
  );
  return rowCount === 1;
}

export async function freePlace(tx: Tx, id: Uuid): Promise<void> {
  await tx.query("UPDATE welcome_pack.packs SET taken = taken - 1 WHERE id = $1 AND taken > 0", [id]);
}

/** How many players' packs are in each state. */
export async function countPlayers(
  on: Queryable,
  packs: readonly Uuid[],
): Promise<readonly { readonly pack: string; readonly state: string; readonly players: number }[]> {
  const { rows } = await on.query<{ pack: string; state: string; players: number }>(
    `SELECT pack_id AS pack, state, count(*)::int AS players FROM welcome_pack.players WHERE pack_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
    [packs],
  );
  return rows;
}

export type PlayerState = "running" | "finished" | "expired" | "stopped" | "excluded";

/** A player's pack. */
export interface PlayerPack {
  readonly player: PlayerId;
  readonly pack: Uuid;
  readonly state: PlayerState;
  readonly step: number;
  readonly bonus: Uuid;
  readonly dueAt: Date | null;
  readonly endedAs: string | null;
}

const playerColumns = `player_id AS player, pack_id AS pack, state, step, bonus_id AS bonus, due_at AS "dueAt", ended_as AS "endedAs"`;

export async function insertPlayer(tx: Tx, of: Pick<PlayerPack, "player" | "pack" | "bonus">, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO welcome_pack.players (player_id, pack_id, state, step, bonus_id, offered_at) VALUES ($1, $2, 'running', 1, $3, $4)`,
    [of.player, of.pack, of.bonus, at],
  );
}

export async function playerPack(on: Queryable, player: PlayerId): Promise<PlayerPack | undefined> {
  const { rows } = await on.query<PlayerPack>(
    `SELECT ${playerColumns} FROM welcome_pack.players WHERE player_id = $1`,
    [player],
  );
  return rows[0];
}

/** The pack of a player whose step has ended, locked until the transaction ends. */
export async function lockDue(tx: Tx, player: PlayerId): Promise<PlayerPack | undefined> {
  const { rows } = await tx.query<PlayerPack>(
    `SELECT ${playerColumns} FROM welcome_pack.players WHERE player_id = $1 AND state = 'running' AND due_at IS NOT NULL FOR UPDATE`,
    [player],
  );
  return rows[0];
}

/** The bonus of the current step has ended; other bonuses of the player change nothing. */
export async function markDue(
  tx: Tx,
  of: { readonly player: PlayerId; readonly bonus: Uuid; readonly end: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE welcome_pack.players SET due_at = $3, ended_as = $4 WHERE player_id = $1 AND bonus_id = $2 AND state = 'running'`,
    [of.player, of.bonus, at, of.end],
  );
  return rowCount === 1;
}

export async function delayDue(tx: Tx, player: PlayerId, until: Date): Promise<void> {
  await tx.query("UPDATE welcome_pack.players SET due_at = $2 WHERE player_id = $1 AND due_at IS NOT NULL", [
    player,
    until,
  ]);
}

export async function moveOn(tx: Tx, of: Pick<PlayerPack, "player" | "step" | "bonus">): Promise<void> {
  await tx.query(
    "UPDATE welcome_pack.players SET step = $2, bonus_id = $3, due_at = NULL, ended_as = NULL WHERE player_id = $1",
    [of.player, of.step, of.bonus],
  );
}

export async function endPlayerPack(tx: Tx, player: PlayerId, state: Exclude<PlayerState, "running">): Promise<void> {
  await tx.query(
    "UPDATE welcome_pack.players SET state = $2, due_at = NULL, ended_as = NULL WHERE player_id = $1 AND state = 'running'",
    [player, state],
  );
}

/** The account is closed: no further step opens. A first step that waits for its deposit frees its place when its time is over. */
export async function stopClosedPack(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `UPDATE welcome_pack.players SET state = 'stopped', due_at = NULL, ended_as = NULL
     WHERE player_id = $1 AND state = 'running' AND (step > 1 OR due_at IS NOT NULL)`,
    [player],
  );
}

/** Players whose next step may open. */
export async function duePlayers(on: Queryable, now: Date, limit: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    "SELECT player_id AS player FROM welcome_pack.players WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
    [now, limit],
  );
  return rows.map(({ player }) => player);
}
