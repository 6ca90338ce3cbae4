import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { aloneUpTo } from "../shared/campaign.ts";
import { campaignClosed } from "../shared/errors.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { type CampaignRow, openCampaign, readCampaign } from "./store.ts";

export const startRequest = "free_spins.campaign_start";

const named = z.object({ campaign: z.uuid() });

/** A campaign over the sum that one operator may start is started by a second one's approval. */
export function registerStart(needs: FreeSpinsNeeds): void {
  const { approvals, audit, host } = needs;
  approvals.register({
    kind: startRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const campaign = await readCampaign(on, z.parse(named, payload).campaign as Uuid);
      return campaign?.state ?? "";
    },
    async run(tx, request, by) {
      const id = z.parse(named, request.payload).campaign as Uuid;
      const campaign = await startable(needs, tx, id);
      await openCampaign(tx, id, by.name, new Date(host.clock.now()));
      await audit.record(tx, by, {
        action: "free_spins.start",
        subject: `campaign:${id}`,
        reason: request.reason,
        after: { ...termsOf(campaign), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** Undefined: it is open now. Otherwise the request that another operator approves. Fails with `not_found`, `campaign_closed`. */
export async function startCampaign(
  needs: FreeSpinsNeeds,
  tx: Tx,
  id: Uuid,
  reason: string,
  by: Asker,
): Promise<{ readonly campaign: CampaignRow; readonly request: AskedRequest | undefined }> {
  const campaign = await startable(needs, tx, id);
  if (campaign.costCap > aloneUpTo[campaign.currency]) {
    const payload = { campaign: id, ...termsOf(campaign) };
    const content = { kind: startRequest, subject: `campaign:${id}`, payload, reason };
    return { campaign, request: await needs.approvals.ask(tx, content, by) };
  }
  await openCampaign(tx, id, by.name, new Date(needs.host.clock.now()));
  return { campaign, request: undefined };
}

async function startable({ host }: FreeSpinsNeeds, tx: Tx, id: Uuid): Promise<CampaignRow> {
  const campaign = (await readCampaign(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (campaign.expiresAt.getTime() <= host.clock.now()) fail(campaignClosed, { data: { state: "expired" } });
  if (campaign.state !== "draft") fail(campaignClosed, { data: { state: campaign.state } });
  return campaign;
}

export function termsOf(campaign: CampaignRow): Readonly<Record<string, Json>> {
  return {
    title: campaign.title,
    game: campaign.gameSlug,
    currency: campaign.currency,
    stake: formatAmount(campaign.bet),
    count: campaign.count,
    wins: campaign.wins,
    cost_cap: formatAmount(campaign.costCap),
    expires_at: campaign.expiresAt.toISOString(),
  };
}
