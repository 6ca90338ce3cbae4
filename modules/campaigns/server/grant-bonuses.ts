import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { tryEach } from "#kit/std/try-each.ts";
import { giveFreeBet } from "#modules/bonuses/server/index.ts";
import type { FactRow } from "#modules/conditions/shared/fact.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { missionOver } from "#modules/missions/shared/errors.ts";
import type { Offer } from "#modules/notifications/server/index.ts";
import { type Campaign, campaignById, hold } from "./campaign-store.ts";
import { allowsRule } from "./draft-campaign.ts";
import { lockAllDue, lockDue, markAllGranted, markGranted, markRefused } from "./member-store.ts";
import type { CampaignNeeds } from "./needs.ts";

/** Gifts in one transaction. A pause waits for one, and so do stakes of the players whose wallets it has locked. */
export const giftsAtOnce = 50;

/**
 * GRANTED: chosen players get the gift in one transaction, of a bonus in a few statements for all. If that fails, each gets it alone.
 * @returns how many were this process's to do
 */
export async function grantBonuses(needs: CampaignNeeds, id: Uuid, players: readonly PlayerId[]): Promise<number> {
  const { db, log } = needs.host;
  const outcome = await db
    .tx(tx => grantAll(needs, tx, id, players))
    .catch(error => {
      if (!(error instanceof Failure))
        log.warn({ err: error, campaign: id }, "Failed to grant to several players at once; each is granted alone");
      return undefined;
    });
  if (!outcome) return grantEach(needs, id, players);
  for (const [player, why] of outcome.refused) await refuse(needs, id, player, why);
  return outcome.ours;
}

async function grantEach(needs: CampaignNeeds, id: Uuid, players: readonly PlayerId[]): Promise<number> {
  let ours = 0;
  await tryEach(players, async player => {
    if (await grantBonus(needs, id, player)) ours += 1;
  });
  return ours;
}

async function grantAll(
  needs: CampaignNeeds,
  tx: Tx,
  id: Uuid,
  players: readonly PlayerId[],
): Promise<{ readonly ours: number; readonly refused: ReadonlyMap<PlayerId, string> }> {
  const { host, conditions, offers } = needs;
  const due = await lockAllDue(tx, id, players);
  if (due.length === 0) return { ours: 0, refused: new Map() };
  const campaign = required(await campaignById(tx, id), "the campaign exists");
  const now = new Date(host.clock.now());
  const rows = await conditions.rowsFor(tx, giftRules(campaign), due, { now, prices: undefined });
  // It may have been drafted under the rules of another licence.
  const allows = allowsRule(needs, conditions.parse(campaign.rule));
  const refused = new Map<PlayerId, string>();
  for (const player of due) {
    const why = blockedBy(needs, rows.get(player), campaign) ?? (allows ? undefined : "unavailable");
    if (why !== undefined) refused.set(player, why);
  }
  const open = due.filter(player => !refused.has(player));
  const given = await giveAll(needs, tx, campaign, open);
  for (const player of open) if (!given.has(player)) refused.set(player, "unavailable");
  if (given.size > 0) await offers.queue(tx, offerOf(campaign, [...given.keys()]));
  host.failpoints.hit("campaigns.granted");
  await markAllGranted(tx, id, given, now);
  return { ours: due.length, refused };
}

/** What each player got; who is missing got nothing. */
async function giveAll(
  needs: CampaignNeeds,
  tx: Tx,
  campaign: Campaign,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, Uuid>> {
  const { gift, currency } = campaign;
  if (gift.kind === "bonus") return needs.bonuses.giveToMany(tx, { players, currency }, gift.id);
  if (gift.kind === "mission") {
    const started = await needs.missions.start(tx, gift.id, players);
    return new Map([...started].map(player => [player, gift.id]));
  }
  const given = new Map<PlayerId, Uuid>();
  for (const player of players) given.set(player, await give(needs, tx, campaign, player));
  return given;
}

/**
 * GRANTED: a chosen player gets the gift, unless something has come up since: the guard is checked again in the transaction that grants. False
 * when it was not this process's to do.
 */
async function grantBonus(needs: CampaignNeeds, id: Uuid, player: PlayerId): Promise<boolean> {
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

/** Whom the gift fits: players of its currency, and a message everybody. */
export const giftRules = ({ gift, currency }: Pick<Campaign, "gift" | "currency">): readonly Rule[] =>
  gift.kind === "message" ? [] : [{ fact: "currency", in: [currency] }];

function offerOf(campaign: Campaign, players: readonly PlayerId[]): Offer {
  const { id, gift, announce: channels, perPlayer: amount, currency, endsAt } = campaign;
  const about = gift.kind === "message" ? gift : ({ kind: "gift", amount, currency } as const);
  return { players, campaign: id, channels, about, endsAt };
}

interface Outcome {
  readonly isOurs: boolean;
  readonly why?: string;
}

async function grant(needs: CampaignNeeds, tx: Tx, id: Uuid, player: PlayerId): Promise<Outcome> {
  const { host, offers } = needs;
  if (!(await lockDue(tx, id, player))) return { isOurs: false };
  const campaign = required(await campaignById(tx, id), "the campaign exists");
  const asOf = { now: new Date(host.clock.now()), prices: undefined };
  const why = blockedBy(needs, await needs.conditions.rowOf(tx, { all: giftRules(campaign) }, player, asOf), campaign);
  if (why !== undefined) return { isOurs: true, why };
  // It was drafted under the rules of another licence.
  if (!allowsRule(needs, needs.conditions.parse(campaign.rule))) return { isOurs: true, why: "unavailable" };
  const given = await give(needs, tx, campaign, player);
  await offers.queue(tx, offerOf(campaign, [player]));
  host.failpoints.hit("campaigns.granted");
  await markGranted(tx, id, player, given, new Date(host.clock.now()));
  return { isOurs: true };
}

/** The id of what was given; of a mission its own, of a message its campaign's. Fails where its own terms or budget do not allow it. */
async function give(needs: CampaignNeeds, tx: Tx, campaign: Campaign, player: PlayerId): Promise<Uuid> {
  const { gift, currency, perPlayer: amount } = campaign;
  if (gift.kind === "message") return campaign.id;
  if (gift.kind === "free_bet") return (await giveFreeBet(needs, tx, { player, currency, amount, days: gift.days })).id;
  if (gift.kind === "mission") {
    const started = await needs.missions.start(tx, gift.id, [player]);
    return started.has(player) ? gift.id : fail(missionOver);
  }
  return gift.kind === "bonus"
    ? needs.bonuses.give(tx, { player, currency }, gift.id)
    : needs.freeSpins.forCampaigns.give(tx, gift.id, player);
}

/** The fact that keeps a player out now. */
function blockedBy(
  { conditions }: CampaignNeeds,
  row: FactRow | undefined,
  { gift, currency }: Campaign,
): string | undefined {
  if (!row) return "account_closed";
  const guard = conditions.guards.find(({ name }) => row[name] === true);
  return guard?.name ?? (gift.kind === "message" || row.currency === currency ? undefined : "currency");
}

/** due → refused: what was held for the player is free again. */
async function refuse({ host }: CampaignNeeds, id: Uuid, player: PlayerId, why: string): Promise<void> {
  await host.db.tx(async tx => {
    const campaign = required(await campaignById(tx, id, "FOR UPDATE"), "the campaign exists");
    if (await markRefused(tx, id, player, why, new Date(host.clock.now()))) await hold(tx, id, -campaign.perPlayer);
  });
}
