import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { mayBeOffered } from "#modules/limits/server/index.ts";
import { totalStake, type Wins } from "../shared/campaign.ts";
import { campaignClosed, campaignOverCap } from "../shared/errors.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { pushJob } from "./push-grants.ts";
import { roomFor } from "./reserve-rounds.ts";
import { type CampaignRow, grantedBefore, insertGrants, readCampaign, reservedFor, setReserved } from "./store.ts";

export const skipReasons = ["unknown", "granted_before", "blocked", "currency"] as const;
export interface Skipped {
  readonly player: string;
  readonly why: (typeof skipReasons)[number];
}

/**
 * Grants a campaign's rounds to players, each once: a repeat skips those who have them. Who has closed the account, takes a break or plays
 * in another currency is skipped too. Rounds whose wins are collected are given by bonuses. Fails with `not_found`, `campaign_closed`, and `campaign_over_cap`, in which case nobody gets any.
 */
export async function grantPlayers(
  needs: FreeSpinsNeeds,
  tx: Tx,
  id: Uuid,
  asked: readonly PlayerId[],
  by: string,
): Promise<{ readonly granted: readonly PlayerId[]; readonly skipped: readonly Skipped[] }> {
  const { host } = needs;
  const campaign = (await readCampaign(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (campaign.expiresAt.getTime() <= host.clock.now()) fail(campaignClosed, { data: { state: "expired" } });
  if (campaign.state !== "open") fail(campaignClosed, { data: { state: campaign.state } });
  if (campaign.wins === "bonus") fail(campaignClosed, { data: { state: "by_bonus" } });
  const players = [...new Set(asked)];
  const skipped = await skippedOf(needs, tx, campaign, players);
  const out = new Set<string>(skipped.map(({ player }) => player));
  const granted = players.filter(player => !out.has(player));
  const value = totalStake(campaign.bet, campaign.count * granted.length);
  const left = micros(campaign.costCap - campaign.granted - campaign.reserved);
  if (value > left) fail(campaignOverCap, { data: { left: formatAmount(left) } });
  if (granted.length > 0) {
    for (const player of granted) await needs.wallet.open(tx, player, campaign.currency);
    const grants = granted.map(player => ({ id: host.ids.next(), player }));
    await insertGrants(tx, id, grants, { value, by, at: new Date(host.clock.now()) });
    await enqueue(tx, pushJob, {}, { key: pushJob });
  }
  return { granted, skipped };
}

interface OneGrant {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly campaign: Uuid;
  readonly wins: Wins;
  /** The module that gives it. */
  readonly by: string;
  /** For whom rounds may be reserved: the bonus campaign of a welcome pack's step. */
  readonly holder?: Uuid | undefined;
}

/** Grants a campaign's rounds to one player, for a module above. False where the campaign cannot give them to this player. */
export async function grantOne(
  needs: FreeSpinsNeeds,
  tx: Tx,
  { id, player, campaign: of, wins, by, holder }: OneGrant,
): Promise<boolean> {
  const at = new Date(needs.host.clock.now());
  const campaign = await readCampaign(tx, of, "FOR UPDATE");
  if (campaign?.wins !== wins || campaign.state !== "open" || campaign.expiresAt <= at) return false;
  const value = totalStake(campaign.bet, campaign.count);
  const held = holder ? await reservedFor(tx, of, holder) : micros(0n);
  if (value > roomFor(campaign, held) || (!holder && campaign.reserved > 0n)) return false;
  if ((await skippedOf(needs, tx, campaign, [player])).length > 0) return false;
  await needs.wallet.open(tx, player, campaign.currency);
  if (holder && held > 0n) {
    const rest = micros(held > value ? held - value : 0n);
    await setReserved(tx, { campaign: of, holder }, held, rest);
  }
  await insertGrants(tx, of, [{ id, player }], { value, by, at });
  await enqueue(tx, pushJob, {}, { key: pushJob });
  return true;
}

/** Why each of these players gets none. */
export async function skippedOf(
  { people, host }: FreeSpinsNeeds,
  tx: Tx,
  campaign: CampaignRow,
  players: readonly PlayerId[],
): Promise<readonly Skipped[]> {
  const found = await people.of(players, tx);
  const before = await grantedBefore(tx, campaign.id, players);
  const now = new Date(host.clock.now());
  const skipped: Skipped[] = [];
  for (const player of players) {
    const person = found.get(player);
    if (!person || person.closedAt) skipped.push({ player, why: "unknown" });
    else if (before.has(player)) skipped.push({ player, why: "granted_before" });
    else if (person.currency !== campaign.currency) skipped.push({ player, why: "currency" });
    else if (!(await mayBeOffered(tx, player, now))) skipped.push({ player, why: "blocked" });
  }
  return skipped;
}
