import { Failure } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { giveFreeBet } from "#modules/bonuses/server/index.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { type Campaign, campaignById, hold } from "./campaign-store.ts";
import { allowsRule } from "./draft-campaign.ts";
import { lockDue, markGranted, markRefused } from "./member-store.ts";
import type { CampaignNeeds } from "./needs.ts";

/**
 * GRANTED: a chosen player gets the gift, unless something has come up since: the guard is checked again in the transaction that grants. False
 * when it was not this process's to do.
 */
export async function grantBonus(needs: CampaignNeeds, id: Uuid, player: PlayerId): Promise<boolean> {
  try {
    const outcome = await needs.host.db.tx(tx => grant(needs, tx, id, player));
    if (outcome.why === undefined) return outcome.isOurs;
    await refuse(needs, id, player, outcome.why);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await refuse(needs, id, player, "unavailable");
  }
  return true;
}

interface Outcome {
  readonly isOurs: boolean;
  readonly why?: string;
}

async function grant(needs: CampaignNeeds, tx: Tx, id: Uuid, player: PlayerId): Promise<Outcome> {
  const { host, offers } = needs;
  if (!(await lockDue(tx, id, player))) return { isOurs: false };
  const campaign = required(await campaignById(tx, id), "a campaign vanished");
  const why = await blockedBy(needs, tx, player, { fact: "currency", in: [campaign.currency] });
  if (why !== undefined) return { isOurs: true, why };
  // It was drafted under the rules of another licence.
  if (!allowsRule(needs, needs.conditions.parse(campaign.rule))) return { isOurs: true, why: "unavailable" };
  const given = await give(needs, tx, campaign, player);
  const { announce: channels, perPlayer: amount, currency, endsAt } = campaign;
  await offers.queue(tx, { player, campaign: id, channels, amount, currency, endsAt });
  host.failpoints.hit("campaigns.granted");
  await markGranted(tx, id, player, given, new Date(host.clock.now()));
  return { isOurs: true };
}

/** The id of what was given. Fails where its own terms or budget do not allow it. */
async function give(needs: CampaignNeeds, tx: Tx, campaign: Campaign, player: PlayerId): Promise<Uuid> {
  const { gift, currency, perPlayer: amount } = campaign;
  if (gift.kind === "free_bet") return (await giveFreeBet(needs, tx, { player, currency, amount, days: gift.days })).id;
  return gift.kind === "bonus"
    ? needs.bonuses.give(tx, { player, currency }, gift.id)
    : needs.freeSpins.forCampaigns.give(tx, gift.id, player);
}

/** The fact that keeps a player out now. */
async function blockedBy(
  { conditions, host }: CampaignNeeds,
  tx: Tx,
  player: PlayerId,
  currency: Rule & { readonly in: readonly string[] },
): Promise<string | undefined> {
  const row = await conditions.rowOf(tx, currency, player, { now: new Date(host.clock.now()), prices: undefined });
  if (!row) return "account_closed";
  const guard = conditions.guards.find(({ name }) => row[name] === true);
  return guard?.name ?? (currency.in.includes(String(row.currency)) ? undefined : "currency");
}

/** due → refused: what was held for the player is free again. */
async function refuse({ host }: CampaignNeeds, id: Uuid, player: PlayerId, why: string): Promise<void> {
  await host.db.tx(async tx => {
    const campaign = required(await campaignById(tx, id, "FOR UPDATE"), "a campaign vanished");
    if (await markRefused(tx, id, player, why, new Date(host.clock.now()))) await hold(tx, id, -campaign.perPlayer);
  });
}
