import * as z from "zod/mini";
import { uuidField } from "#kit/contract/fields.ts";
import type { JobHandler } from "#kit/host/server-module.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { askProvider } from "./ask-provider.ts";
import { cancelOnBreak } from "./cancel-on-break.ts";
import { followDuePayouts, followPayout, followPayoutJob } from "./payouts/follow-payout.ts";
import type { ProviderCascade } from "./provider-cascade.ts";
import type { WebhookNeeds } from "./receive-webhook.ts";
import { followDueRefunds, followRefund, followRefundJob } from "./refunds/follow-refund.ts";
import { followDueReturns, followReturn, followReturnJob, type Providers } from "./returns/follow-return.ts";
import { expireInvoices } from "./store.ts";

const payoutPayload = z.object({ id: uuidField });

/** Invoices that expire, money that is on its way, and providers that are asked about it. */
export function paymentJobs(
  needs: WebhookNeeds,
  cascade: ProviderCascade,
  providers: Providers,
): readonly JobHandler[] {
  const { host } = needs;
  return [
    {
      name: "payments-expire",
      cron: "* * * * *",
      async run() {
        await expireInvoices(host.db, new Date(host.clock.now()), null);
        await cancelOnBreak(needs, null);
      },
    },
    {
      name: followPayoutJob,
      run: payload => followPayout(needs, cascade, z.parse(payoutPayload, payload).id as Uuid),
    },
    {
      name: followReturnJob,
      run: payload => followReturn(needs, providers, z.parse(payoutPayload, payload).id as Uuid),
    },
    {
      name: followRefundJob,
      run: payload => followRefund(needs, cascade, z.parse(payoutPayload, payload).id as Uuid),
    },
    { name: "payments-follow-refunds", cron: "* * * * *", run: () => followDueRefunds(needs, cascade) },
    { name: "payments-forget-webhooks", cron: "17 3 * * *", run: needs.webhookLog.forget },
    { name: "payments-follow-returns", cron: "* * * * *", run: () => followDueReturns(needs, providers) },
    { name: "payments-follow-payouts", cron: "* * * * *", run: () => followDuePayouts(needs, cascade) },
    {
      name: "payments-ask-provider",
      cron: "* * * * *",
      async run() {
        for (const { name, provider } of cascade.all) await askProvider(needs, name, provider);
      },
    },
  ];
}
