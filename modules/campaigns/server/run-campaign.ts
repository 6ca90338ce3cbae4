import { Failure } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { chunksOf } from "#kit/std/chunks-of.ts";
import { tryEach } from "#kit/std/try-each.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { nextTime } from "../shared/schedule.ts";
import { isControl } from "./arm.ts";
import { asOfNow } from "./as-of.ts";
import { type Campaign, campaignById, dueCampaigns, hold, setNext, setState } from "./campaign-store.ts";
import { giftRules, giftsAtOnce, grantBonuses } from "./grant-bonuses.ts";
import { dueMembers, findCandidates, insertMembers, refuseDue } from "./member-store.ts";
import { forgetMoments, takeMoments } from "./moment-store.ts";
import type { CampaignNeeds } from "./needs.ts";

/** Players chosen in one transaction: facts of all players are read for it. */
const chosenAtOnce = 2_000;
/** Players whose moments are looked at in one transaction, and who are read as due. */
const batch = 200;

/** Every campaign whose time has come, one after the other. A failure of one leaves the others. */
export async function runDue(needs: CampaignNeeds): Promise<void> {
  const { db, clock, log } = needs.host;
  for (const id of await dueCampaigns(db, new Date(clock.now())))
    await runCampaign(needs, id).catch(error =>
      log.warn({ err: error, campaign: id }, "Failed to run a campaign; the job tries again"),
    );
}

/**
 * CHOSEN: players of the segment, each once, with the budget held. GRANTED: some in one transaction. A process that is killed leaves
 * players who are chosen and not granted: the next run grants to them first.
 */
export async function runCampaign(needs: CampaignNeeds, id: Uuid): Promise<void> {
  do await grantDue(needs, id);
  while (await chooseNext(needs, id));
}

async function chooseNext(needs: CampaignNeeds, id: Uuid): Promise<boolean> {
  const isMore = await needs.host.db.tx(tx => choose(needs, tx, id));
  needs.host.failpoints.hit("campaigns.chosen");
  return isMore;
}

async function grantDue(needs: CampaignNeeds, id: Uuid): Promise<void> {
  for (;;) {
    const due = await dueMembers(needs.host.db, id, batch);
    let done = 0;
    // One transaction at a time: two grant faster, but bets beside them wait longer. One that fails keeps no other waiting.
    await tryEach(chunksOf(due, needs.atOnce ?? giftsAtOnce), async players => {
      done += await grantBonuses(needs, id, players);
    });
    // Nothing of this batch was ours: paused, or another process grants it.
    if (due.length === 0 || done === 0) return;
  }
}

/** True while there may be more players to choose. */
async function choose(needs: CampaignNeeds, tx: Tx, id: Uuid): Promise<boolean> {
  const now = new Date(needs.host.clock.now());
  const campaign = await campaignById(tx, id, "FOR UPDATE");
  if (campaign?.state !== "active") return false;
  if (campaign.endsAt <= now) return finish(tx, campaign, now);
  if (campaign.schedule.kind === "event") return chooseAtMoments(needs, tx, campaign, now);
  if (campaign.nextAt === null || campaign.nextAt > now) return false;
  const rule = readRule(needs, campaign);
  const fits = fitsOf(campaign);
  const found = rule === undefined || fits === 0 ? [] : await candidates(needs, tx, campaign, rule);
  if (found.length === 0) return await reschedule(tx, campaign, { now, isSpent: fits === 0 || rule === undefined });
  await admit(tx, campaign, found, now);
  return true;
}

/** The same for players to whom it has happened, each looked at once for it. Ends when the budget has no room for another. */
async function chooseAtMoments(needs: CampaignNeeds, tx: Tx, campaign: Campaign, now: Date): Promise<boolean> {
  const rule = readRule(needs, campaign);
  if (rule === undefined || fitsOf(campaign) === 0) return finish(tx, campaign, now);
  const players = await takeMoments(tx, campaign.id, now, batch);
  if (players.length === 0) return false;
  await admit(tx, campaign, await candidates(needs, tx, campaign, rule, players), now);
  return true;
}

/** Players whose gift the rest of the budget covers. */
const fitsOf = ({ budget, held, perPlayer }: Campaign): number =>
  perPlayer === 0n ? Number.POSITIVE_INFINITY : Number((budget - held) / perPlayer);

/** Into the control group, or due with the budget held. */
async function admit(tx: Tx, campaign: Campaign, found: readonly PlayerId[], now: Date): Promise<void> {
  const control = found.filter(player => isControl(campaign.id, player, campaign.control));
  const out = new Set(control);
  const due = found.filter(player => !out.has(player)).slice(0, fitsOf(campaign));
  await insertMembers(tx, campaign.id, { due, control }, now);
  await hold(tx, campaign.id, campaign.perPlayer * BigInt(due.length));
}

async function candidates(
  needs: CampaignNeeds,
  tx: Tx,
  campaign: Campaign,
  rule: Rule,
  among: readonly PlayerId[] | null = null,
): Promise<readonly PlayerId[]> {
  const { conditions } = needs;
  const sql = conditions.sqlOf({ all: [rule, ...giftRules(campaign)] }, await asOfNow(needs, tx, rule));
  const guards = conditions.guards.map(({ name }) => name);
  return findCandidates(tx, campaign.id, sql, { guards, limit: chosenAtOnce, among });
}

/** A fact may have been renamed since the campaign was drafted: then no player matches. */
function readRule({ conditions, host }: CampaignNeeds, campaign: Campaign): Rule | undefined {
  try {
    return conditions.parse(campaign.rule);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    host.log.warn({ err: error, campaign: campaign.id }, "A campaign's rule is no longer valid");
    return undefined;
  }
}

async function reschedule(
  tx: Tx,
  campaign: Campaign,
  { now, isSpent }: { readonly now: Date; readonly isSpent: boolean },
): Promise<boolean> {
  const next = nextTime(campaign.schedule, campaign.zone, now.getTime());
  if (isSpent || next === undefined || next >= campaign.endsAt.getTime()) return finish(tx, campaign, now);
  await setNext(tx, campaign.id, new Date(next));
  return false;
}

/** active → finished: no more players are chosen, and what is left of the budget is free. */
async function finish(tx: Tx, campaign: Campaign, now: Date): Promise<boolean> {
  await setNext(tx, campaign.id, null);
  await setState(tx, campaign.id, "finished");
  await release(tx, campaign, now, "over");
  return false;
}

/** Who was chosen and not granted gets nothing, and what was held for them is free. */
export async function release(tx: Tx, campaign: Campaign, now: Date, why: string): Promise<void> {
  await forgetMoments(tx, campaign.id);
  const players = await refuseDue(tx, campaign.id, why, now);
  if (players > 0) await hold(tx, campaign.id, micros(-campaign.perPlayer * BigInt(players)));
}
