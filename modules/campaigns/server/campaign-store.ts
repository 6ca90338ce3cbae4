import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { MessageTexts } from "#modules/notifications/server/index.ts";
import type { OfferChannel } from "#modules/notifications/shared/offers.ts";
import type { Schedule } from "../shared/schedule.ts";
import { settled } from "./moment-store.ts";

/** The statements of campaigns; those of the players in them are in `member-store.ts`. */

export type CampaignState = "draft" | "active" | "paused" | "finished" | "stopped";

/** What each player gets: a targeted bonus, the rounds of a campaign of free spins, a free bet of `perPlayer`, a targeted mission, or nothing but a message. */
export type Gift =
  | { readonly kind: "free_spins" | "bonus" | "mission"; readonly id: Uuid }
  | { readonly kind: "free_bet"; readonly days: number }
  | { readonly kind: "message"; readonly texts: MessageTexts };

export interface NewCampaign {
  readonly id: Uuid;
  readonly name: string;
  readonly segment: Uuid;
  readonly segmentVersion: number;
  readonly rule: unknown;
  readonly gift: Gift;
  /** Of the gift, and so of its players. A message goes to players of all currencies: this one is the report's. */
  readonly currency: Currency;
  /** Zero for a message, as its budget is. */
  readonly perPlayer: Micros;
  readonly budget: Micros;
  /** Thousandths of the players. */
  readonly control: number;
  readonly sample: number;
  readonly schedule: Schedule;
  readonly zone: string;
  readonly endsAt: Date;
  /** How players are notified, each by the channels they allow. */
  readonly announce: readonly OfferChannel[];
}

export interface Campaign extends NewCampaign {
  readonly held: Micros;
  readonly state: CampaignState;
  readonly nextAt: Date | null;
  readonly createdBy: string;
  readonly startedBy: string | null;
  readonly startedAt: Date | null;
}

const columns = `c.id, c.name, c.segment_id AS segment, c.segment_version AS "segmentVersion", c.rule, c.currency,
  CASE WHEN c.bonus_id IS NOT NULL THEN jsonb_build_object('kind', 'bonus', 'id', c.bonus_id)
    WHEN c.free_spins_id IS NOT NULL THEN jsonb_build_object('kind', 'free_spins', 'id', c.free_spins_id)
    WHEN c.mission_id IS NOT NULL THEN jsonb_build_object('kind', 'mission', 'id', c.mission_id)
    WHEN c.texts IS NOT NULL THEN jsonb_build_object('kind', 'message', 'texts', c.texts)
    ELSE jsonb_build_object('kind', 'free_bet', 'days', c.free_bet_days) END AS gift,
  c.per_player AS "perPlayer", c.budget, c.held, c.control, c.sample, c.schedule, c.zone, c.ends_at AS "endsAt", c.announce, c.state,
  c.next_at AS "nextAt", c.created_by AS "createdBy", c.started_by AS "startedBy", c.started_at AS "startedAt"`;

export async function insertCampaign(tx: Tx, campaign: NewCampaign, by: string, at: Date): Promise<void> {
  const { id, name, segment, segmentVersion, rule, gift, currency, perPlayer, budget } = campaign;
  const { control, sample, schedule, zone, endsAt, announce } = campaign;
  await tx.query(
    `INSERT INTO campaigns.campaigns (id, name, segment_id, segment_version, rule, bonus_id, currency, per_player, budget, control, sample, schedule, zone,
       ends_at, announce, free_spins_id, free_bet_days, texts, mission_id, state, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::jsonb, $19, 'draft', $20, $21)`,
    [
      id,
      name,
      segment,
      segmentVersion,
      JSON.stringify(rule),
      gift.kind === "bonus" ? gift.id : null,
      currency,
      perPlayer,
      budget,
      control,
      sample,
      JSON.stringify(schedule),
      zone,
      endsAt,
      JSON.stringify(announce),
      gift.kind === "free_spins" ? gift.id : null,
      gift.kind === "free_bet" ? gift.days : null,
      gift.kind === "message" ? JSON.stringify(gift.texts) : null,
      gift.kind === "mission" ? gift.id : null,
      by,
      at,
    ],
  );
}

export async function readCampaigns(on: Queryable, limit: number): Promise<readonly Campaign[]> {
  const { rows } = await on.query<Campaign>(
    `SELECT ${columns} FROM campaigns.campaigns c ORDER BY c.created_at DESC, c.id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function campaignById(
  on: Queryable,
  id: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<Campaign | undefined> {
  const { rows } = await on.query<Campaign>(`SELECT ${columns} FROM campaigns.campaigns c WHERE c.id = $1 ${lock}`, [
    id,
  ]);
  return rows[0];
}

/** Active campaigns that have something to do: players to choose, or players chosen and not granted yet. */
export async function dueCampaigns(on: Queryable, now: Date): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    `SELECT c.id FROM campaigns.campaigns c WHERE c.state = 'active' AND (c.next_at <= $1 OR c.ends_at <= $1
       OR EXISTS (SELECT FROM campaigns.members m WHERE m.campaign_id = c.id AND m.state = 'due')
       OR EXISTS (SELECT FROM campaigns.moments e WHERE e.campaign_id = c.id AND e.at <= $1::timestamptz - ${settled})) ORDER BY c.id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export async function startRow(
  tx: Tx,
  id: Uuid,
  { by, at, nextAt }: { readonly by: string; readonly at: Date; readonly nextAt: Date | null },
): Promise<void> {
  await tx.query(
    "UPDATE campaigns.campaigns SET state = 'active', started_by = $2, started_at = $3, next_at = $4 WHERE id = $1",
    [id, by, at, nextAt],
  );
}

export async function setState(tx: Tx, id: Uuid, state: CampaignState): Promise<void> {
  await tx.query("UPDATE campaigns.campaigns SET state = $2 WHERE id = $1", [id, state]);
}

export async function setNext(tx: Tx, id: Uuid, nextAt: Date | null): Promise<void> {
  await tx.query("UPDATE campaigns.campaigns SET next_at = $2 WHERE id = $1", [id, nextAt]);
}

/** Holds what players may get. The row is locked by the caller; the budget is a constraint of the table. */
export async function hold(tx: Tx, id: Uuid, amount: bigint): Promise<void> {
  await tx.query("UPDATE campaigns.campaigns SET held = held + $2 WHERE id = $1", [id, amount]);
}
