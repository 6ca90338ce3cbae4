import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { campaignClosed } from "../shared/errors.ts";
import { aloneUpTo } from "../shared/terms.ts";
import { type Campaign, lockCampaign, setCampaignState } from "./campaign-store.ts";
import { requireProfile } from "./check-profile.ts";

export interface CampaignNeeds {
  readonly host: Host;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

export const activateRequest = "bonuses.campaign_activate";

const named = z.object({ campaign: z.uuid() });

/** A campaign with a budget over the sum that one operator may activate is activated by a second one's approval. */
export function registerActivation({ approvals, audit, host }: CampaignNeeds): void {
  approvals.register({
    kind: activateRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async (on, { payload }) =>
      (
        await on.query<{ state: string }>("SELECT state FROM bonuses.campaigns WHERE id = $1", [
          z.parse(named, payload).campaign,
        ])
      ).rows[0]?.state ?? "",
    async run(tx, request, by) {
      const campaign = await changeable({ host }, tx, z.parse(named, request.payload).campaign, "active");
      await setCampaignState(tx, campaign.id, "active", by.name);
      await audit.record(tx, by, {
        action: "bonuses.activate",
        subject: `bonus-campaign:${campaign.id}`,
        reason: request.reason,
        after: { ...termsOf(campaign), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** draft, paused → active. Undefined: it is active now; otherwise the request that another operator approves. */
export async function activateCampaign(
  needs: CampaignNeeds,
  tx: Tx,
  id: string,
  reason: string,
  by: Asker,
): Promise<{ readonly campaign: Campaign; readonly request: AskedRequest | undefined }> {
  const campaign = await changeable(needs, tx, id, "active");
  const isNew = campaign.state === "draft";
  if (isNew && campaign.budget > aloneUpTo[campaign.currency]) {
    const payload = { campaign: campaign.id, ...termsOf(campaign) };
    const content = { kind: activateRequest, subject: `bonus-campaign:${campaign.id}`, payload, reason };
    return { campaign, request: await needs.approvals.ask(tx, content, by) };
  }
  await setCampaignState(tx, campaign.id, "active", by.name);
  return { campaign, request: undefined };
}

/** active → paused: no claim from the commit. What was claimed stays. */
export async function pauseCampaign(needs: CampaignNeeds, tx: Tx, id: string, by: Asker): Promise<Campaign> {
  const campaign = await changeable(needs, tx, id, "paused");
  await setCampaignState(tx, campaign.id, "paused", by.name);
  return campaign;
}

async function changeable({ host }: Pick<CampaignNeeds, "host">, tx: Tx, id: string, to: "active" | "paused") {
  const campaign = (await lockCampaign(tx, id)) ?? fail(notFound);
  const isOver = campaign.endsAt.getTime() <= host.clock.now();
  const from = to === "active" ? ["draft", "paused"] : ["active"];
  if ((to === "active" && isOver) || !from.includes(campaign.state))
    fail(campaignClosed, { data: { state: isOver ? "over" : campaign.state } });
  if (to === "active") requireProfile(host, campaign.profile ?? "base");
  return campaign;
}

export function termsOf(campaign: Campaign): Readonly<Record<string, Json>> {
  return {
    name: campaign.name.en,
    kind: campaign.kind,
    product: campaign.product ?? "games",
    currency: campaign.currency,
    percent: campaign.percent,
    amount: formatAmount(campaign.amount),
    min_deposit: campaign.minDeposit && formatAmount(campaign.minDeposit),
    wager: campaign.wager,
    cap: campaign.cap ? formatAmount(campaign.cap) : null,
    hours: campaign.hours,
    free_spins: campaign.freeSpins ?? null,
    budget: formatAmount(campaign.budget),
    by_code: campaign.byCode === true,
    targeted: campaign.targeted === true,
    profile: campaign.profile ?? "base",
    ends_at: campaign.endsAt.toISOString(),
  };
}
