import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { mayBeOffered } from "#modules/limits/server/index.ts";
import {
  type Campaign,
  freeBudget,
  holdBudget,
  insertCampaign,
  insertClaim,
  offeredAt,
  setCampaignState,
} from "./campaign-store.ts";
import type { BonusNeeds } from "./needs.ts";

/** Steps of welcome packs: deposit bonuses and free rounds of campaigns that only a pack gives. */

/** The campaign of a step, which is open at once: its pack was approved as a whole. */
export async function openStep(
  tx: Tx,
  campaign: Campaign & { readonly pack: Uuid },
  by: string,
  at: Date,
): Promise<void> {
  await insertCampaign(tx, campaign, by, at);
  await setCampaignState(tx, campaign.id, "active", by);
}

/** None of these steps is given from the commit; those that players have stay. */
export async function stopSteps(tx: Tx, campaigns: readonly Uuid[], by: string): Promise<void> {
  for (const id of campaigns) await setCampaignState(tx, id, "paused", by);
}

export interface OfferedStep {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly campaign: Uuid;
  /** Until when it waits for its deposit, or its rounds can be played. */
  readonly until: Date;
}

/** `blocked`: not now; `stopped`: no player gets another step of the pack; `skipped`: its free rounds cannot be given to this player. */
export type StepRefusal = "blocked" | "stopped" | "skipped";

/**
 * - → waiting: the step waits for a deposit of its player, or for the end of the rounds that they get. Not during a break or a block of offers, and
 * not from a stopped pack.
 */
export async function offerStep(
  { host, freeRounds }: BonusNeeds,
  tx: Tx,
  { player, currency, campaign, until }: OfferedStep,
): Promise<Uuid | StepRefusal> {
  const now = new Date(host.clock.now());
  if (!(await mayBeOffered(tx, player, now))) return "blocked";
  const held = await holdBudget(tx, { campaign, by: "pack" }, currency, offeredAt(host));
  if (!held) return "stopped";
  const id = host.ids.next();
  if (
    held.freeSpins &&
    !(await freeRounds.grant(tx, { bonus: id, player, campaign: held.freeSpins, holder: campaign }))
  ) {
    await freeBudget(tx, held);
    return "skipped";
  }
  const isNew = await insertClaim(tx, id, player, held, now, until);
  return isNew ? id : "stopped";
}
