import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { aloneUpTo } from "#modules/bonuses/shared/terms.ts";
import { sentenceOf } from "#modules/conditions/shared/sentence.ts";
import { campaignState } from "../shared/errors.ts";
import { nextTime } from "../shared/schedule.ts";
import {
  type Campaign,
  type CampaignState,
  campaignById,
  type Gift,
  type NewCampaign,
  setState,
  startRow,
} from "./campaign-store.ts";
import type { CampaignNeeds } from "./needs.ts";
import { holdGrants } from "./pause-lock.ts";
import { release } from "./run-campaign.ts";

export const startRequest = "campaigns.start";
export const subjectOf = (id: string) => `campaign:${id}`;

const named = z.object({ campaign: z.uuid() });

/** A budget over the sum that one operator may spend, and every message: it can't be taken back. */
export const needsApproval = ({ budget, currency, gift }: Pick<Campaign, "budget" | "currency" | "gift">): boolean =>
  gift.kind === "message" || budget > aloneUpTo[currency];

/** Where {@link needsApproval} says so, a campaign is started by a second operator's approval. */
export function registerStart(needs: CampaignNeeds): void {
  const { approvals, audit } = needs;
  approvals.register({
    kind: startRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async (on, { payload }) => (await campaignById(on, z.parse(named, payload).campaign))?.state ?? "",
    async run(tx, request, by) {
      const campaign = await changeable(needs, tx, z.parse(named, request.payload).campaign, ["draft"]);
      await start(needs, tx, campaign, by.name);
      await audit.record(tx, by, {
        action: "campaigns.start",
        subject: subjectOf(campaign.id),
        reason: request.reason,
        after: { ...termsOf(needs, campaign), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** draft, paused → active. Undefined: it is active now; otherwise the request that another operator approves. */
export async function startCampaign(
  needs: CampaignNeeds,
  tx: Tx,
  id: string,
  reason: string,
  by: Asker,
): Promise<{ readonly campaign: Campaign; readonly request: AskedRequest | undefined }> {
  const campaign = await changeable(needs, tx, id, ["draft", "paused"]);
  if (campaign.state === "paused") {
    await setState(tx, campaign.id, "active");
    return { campaign, request: undefined };
  }
  if (needsApproval(campaign)) {
    const payload = { campaign: campaign.id, ...termsOf(needs, campaign) };
    const content = { kind: startRequest, subject: subjectOf(campaign.id), payload, reason };
    return { campaign, request: await needs.approvals.ask(tx, content, by) };
  }
  await start(needs, tx, campaign, by.name);
  return { campaign, request: undefined };
}

/** active → paused: no grant from the commit. Bonuses that players have stay. */
export const pauseCampaign = (needs: CampaignNeeds, tx: Tx, id: string) => change(needs, tx, id, ["active"], "paused");

/** active, paused → stopped, permanently: what was held for players without their bonus is free. */
export async function stopCampaign(needs: CampaignNeeds, tx: Tx, id: string): Promise<Campaign> {
  const campaign = await change(needs, tx, id, ["active", "paused"], "stopped");
  await release(tx, campaign, new Date(needs.host.clock.now()), "stopped");
  return campaign;
}

async function change(
  needs: CampaignNeeds,
  tx: Tx,
  id: string,
  from: readonly CampaignState[],
  to: CampaignState,
): Promise<Campaign> {
  await holdGrants(tx, id);
  const campaign = await changeable(needs, tx, id, from);
  await setState(tx, campaign.id, to);
  return campaign;
}

async function changeable(
  { host }: CampaignNeeds,
  tx: Tx,
  id: string,
  from: readonly CampaignState[],
): Promise<Campaign> {
  const campaign = (await campaignById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  const isOver =
    campaign.endsAt.getTime() <= host.clock.now() && from.includes("draft") && from.includes(campaign.state);
  if (isOver || !from.includes(campaign.state))
    fail(campaignState, { data: { state: isOver ? "over" : campaign.state } });
  return campaign;
}

/** A single time that passed while the campaign waited for approval is now. Events have no time. */
async function start({ host }: CampaignNeeds, tx: Tx, campaign: Campaign, by: string): Promise<void> {
  const now = host.clock.now();
  const isAtEvent = campaign.schedule.kind === "event";
  const nextAt = isAtEvent ? null : new Date(nextTime(campaign.schedule, campaign.zone, now) ?? now);
  await startRow(tx, campaign.id, { by, at: new Date(now), nextAt });
}

function giftText(gift: Gift): string {
  if (gift.kind === "free_bet") return `free_bet ${gift.days} days`;
  if (gift.kind !== "message") return `${gift.kind} ${gift.id}`;
  const texts = Object.entries(gift.texts).map(([locale, { subject, text }]) => `${locale}: ${subject}\n${text}`);
  return ["message", ...texts].join("\n\n");
}

/** What an approval names and the audit log keeps. */
export function termsOf({ conditions }: CampaignNeeds, campaign: NewCampaign): Readonly<Record<string, Json>> {
  return {
    name: campaign.name,
    segment: `${campaign.segment} v${campaign.segmentVersion}`,
    rule: sentenceOf(conditions.parse(campaign.rule), conditions.wording("en"), "en"),
    gift: giftText(campaign.gift),
    currency: campaign.currency,
    per_player: formatAmount(campaign.perPlayer),
    budget: formatAmount(campaign.budget),
    control: campaign.control,
    sample: campaign.sample,
    schedule: Object.values(campaign.schedule).join(" "),
    zone: campaign.zone,
    ends_at: campaign.endsAt.toISOString(),
    announce: campaign.announce.join(", ") || "no",
  };
}
