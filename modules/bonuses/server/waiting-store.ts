import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { roundsOver } from "#modules/free-spins/server/index.ts";
import type { BonusProfile } from "../shared/bonus-profile.ts";
import type { BonusProduct } from "../shared/terms.ts";
import type { EndedBonus } from "./store.ts";

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

/** Ids of the bonuses whose turn it is, one for each of these players. */
export async function inTurn(on: Queryable, players: readonly PlayerId[], now: Date): Promise<ReadonlySet<Uuid>> {
  const { rows } = await on.query<{ id: Uuid }>(
    `SELECT DISTINCT ON (player_id) id FROM bonuses.bonuses WHERE player_id = ANY ($1::uuid[]) AND status = 'waiting' AND funded IS NOT NULL
       AND (held_until IS NULL OR held_until <= $2)
     ORDER BY player_id, created_at, id`,
    [uuidArray(players), now],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Players whose next bonus could start, in the order of their ids. */
export async function playersInTurn(
  on: Queryable,
  now: Date,
  { after, limit }: { readonly after: PlayerId | undefined; readonly limit: number },
): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    `SELECT DISTINCT b.player_id AS player FROM bonuses.bonuses b WHERE b.status = 'waiting' AND b.funded IS NOT NULL
       AND (b.held_until IS NULL OR b.held_until <= $1) AND ($3::uuid IS NULL OR b.player_id > $3)
       AND NOT EXISTS (SELECT FROM bonuses.bonuses a WHERE a.player_id = b.player_id AND a.status = 'active')
     ORDER BY 1 LIMIT $2`,
    [now, limit, after ?? null],
  );
  return rows.map(({ player }) => player);
}

/** Until when a person may decide about each of these bonuses at most; null: no decision is awaited. */
export async function holdUntil(tx: Tx, held: ReadonlyMap<Uuid, Date | null>): Promise<void> {
  if (held.size === 0) return;
  await tx.query(
    `UPDATE bonuses.bonuses b SET held_until = h.until FROM unnest($1::uuid[], $2::timestamptz[]) AS h(id, until)
     WHERE b.id = h.id AND b.status = 'waiting'`,
    [uuidArray([...held.keys()]), [...held.values()]],
  );
}

/** The currency of a bonus that waits for a decision. */
export async function heldCurrency(tx: Tx, player: PlayerId, id: Uuid): Promise<Currency | undefined> {
  const { rows } = await tx.query<{ currency: Currency }>(
    "SELECT currency FROM bonuses.bonuses WHERE player_id = $1 AND id = $2 AND status = 'waiting' AND held_until IS NOT NULL",
    [player, id],
  );
  return rows[0]?.currency;
}

/** The first deposit bonus of a player whose deposit was credited, and that waits for its turn or for a decision. */
export async function waitingForTurn(on: Queryable, player: PlayerId): Promise<WaitingBonus | undefined> {
  const { rows } = await on.query<WaitingBonus>(
    `SELECT ${waitingColumns} FROM bonuses.bonuses
     WHERE player_id = $1 AND status = 'waiting' AND kind = 'deposit' AND funded IS NOT NULL ORDER BY created_at, id LIMIT 1`,
    [player],
  );
  return rows[0];
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

export async function markActive(tx: Tx, id: Uuid, target: Micros, at: Date, until: Date): Promise<void> {
  await tx.query(
    `UPDATE bonuses.bonuses SET status = 'active', wager_target = $2, started_at = $3, expires_at = $4 WHERE id = $1 AND status = 'waiting'`,
    [id, target, at, until],
  );
}

/** Marks bonuses of one campaign as active. */
export async function markAllActive(
  tx: Tx,
  ids: readonly Uuid[],
  { target, at, until }: { readonly target: Micros; readonly at: Date; readonly until: Date },
): Promise<void> {
  await tx.query(
    `UPDATE bonuses.bonuses SET status = 'active', wager_target = $2, started_at = $3, expires_at = $4 WHERE id = ANY ($1::uuid[]) AND status = 'waiting'`,
    [uuidArray(ids), target, at, until],
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

/** Bonuses of a player that wait; of the endless ones only their start is awaited, or their free rounds. */
export async function cancelAllWaiting(
  tx: Tx,
  player: PlayerId,
  at: Date,
  which: "all" | "endless",
): Promise<readonly EndedBonus[]> {
  const { rows } = await tx.query<EndedBonus>(
    freeing(
      `UPDATE bonuses.bonuses SET status = 'cancelled', ended_at = $2 WHERE player_id = $1 AND status = 'waiting'
         AND ($3 OR funded IS NOT NULL OR free_spins IS NOT NULL) ${whole}`,
    ),
    [player, at, which === "all"],
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
