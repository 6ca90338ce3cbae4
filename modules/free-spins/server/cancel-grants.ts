import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { campaignClosed } from "../shared/errors.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { pushJob } from "./push-grants.ts";
import {
  type CampaignRow,
  closeCampaign,
  endGrants,
  grantsOfCampaign,
  grantsOfPlayer,
  ownedGrant,
  readCampaign,
  unconfirmedGrants,
  unconfirmedGrantsOf,
} from "./store.ts";

/** The player gives up the rest of a grant: no further round starts, one that has started ends. A finished grant is left unchanged. */
export async function cancelOwnGrant(
  { host, wallet }: FreeSpinsNeeds,
  tx: Tx,
  player: PlayerId,
  campaign: Uuid,
): Promise<void> {
  const at = new Date(host.clock.now());
  const [grant] = await grantsOfPlayer(tx, player, campaign);
  if (!grant) return;
  const ended = await wallet.providerRounds.cancelFreeRounds(tx, [ownedGrant(grant)], at);
  if (ended.length === 0) return;
  await endGrants(tx, ended, at);
  await enqueue(tx, pushJob, {}, { key: pushJob });
}

/**
 * Ends every grant of a player who excludes themself or closes the account. Rounds whose wins are collected end with their bonus, which has
 * their id.
 */
export async function cancelGrantsOf({ host, wallet }: FreeSpinsNeeds, tx: Tx, player: PlayerId): Promise<void> {
  const at = new Date(host.clock.now());
  const unconfirmed = await unconfirmedGrantsOf(tx, player);
  const confirmed = (await grantsOfPlayer(tx, player)).filter(({ campaign }) => campaign.wins === "real");
  const ended = [...unconfirmed, ...(await wallet.providerRounds.cancelFreeRounds(tx, confirmed.map(ownedGrant), at))];
  if (ended.length === 0) return;
  await endGrants(tx, ended, at);
  await enqueue(tx, pushJob, {}, { key: pushJob });
}

/** Ends a campaign and every grant of it that is not used up. Again it is the same. Fails with `not_found`, `campaign_closed`. */
export async function cancelCampaign(
  { host, wallet }: FreeSpinsNeeds,
  tx: Tx,
  id: Uuid,
): Promise<{ readonly campaign: CampaignRow; readonly ended: number }> {
  const at = new Date(host.clock.now());
  const campaign = (await readCampaign(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (campaign.state === "cancelled") fail(campaignClosed, { data: { state: "cancelled" } });
  await closeCampaign(tx, id, at);
  const unconfirmed = await unconfirmedGrants(tx, id);
  const confirmedOnes = (await grantsOfCampaign(tx, id)).filter(grant => grant.confirmed === "granted").map(ownedGrant);
  const ended = [...unconfirmed, ...(await wallet.providerRounds.cancelFreeRounds(tx, confirmedOnes, at))];
  await endGrants(tx, ended, at);
  await enqueue(tx, pushJob, {}, { key: pushJob });
  return { campaign, ended: ended.length };
}
