import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { currencyOfRegion } from "#kit/money/currency.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { TermsQuestion } from "#modules/limits/server/index.ts";
import * as contract from "../shared/contract.ts";
import { invoiceClosed } from "../shared/errors.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { cancelOnBreak } from "./cancel-on-break.ts";
import { createPayment } from "./create-payment.ts";
import { filterOf, historyFile } from "./history-file.ts";
import { historyOf } from "./history-store.ts";
import { methodsOff } from "./method-store.ts";
import { ownPage } from "./own-page.ts";
import { instrumentsOf } from "./payouts/store.ts";
import { payoutMethod, paysIn } from "./payouts/views.ts";
import type { ProviderCascade } from "./provider-cascade.ts";
import { offeredMethods, type Rails } from "./rails.ts";
import { receiveWebhook, type WebhookNeeds } from "./receive-webhook.ts";
import { limitsNow } from "./rules-store.ts";
import { endInvoice, expireInvoices, type InvoiceRow, invoiceOf } from "./store.ts";
import { historyView, methodViews, processView } from "./views.ts";

const pageSize = 20;

export function paymentHandlers(
  needs: WebhookNeeds & {
    readonly rails: Rails;
    readonly terms?: TermsQuestion | undefined;
    isOwnOrigin(origin: string): boolean;
  },
  cascade: ProviderCascade,
  { regionOf, people }: Pick<Accounts, "regionOf" | "people">,
): readonly Handler[] {
  const { host, rails } = needs;
  const countryOf = async (player: PlayerId) => (await people.countries(player))[0]?.country ?? "";
  return [
    handle(contract.getBillingData, async call => {
      const currency = call.session?.currency ?? currencyOfRegion(regionOf(call));
      const [off, limits] = [await methodsOff(host.db), await limitsNow(host.db)];
      const isOpen = (await cascade.available(host.db, null)).length > 0;
      const methods = isOpen ? methodViews(currency, limits).filter(({ hash }) => !off.has(hash)) : [];
      const bonuses = call.session ? [...((await needs.bonuses?.offered(call.session, call.locale)) ?? [])] : [];
      const [first] = bonuses;
      const payments = { methods, bonus: first ? { id: first.id, name: first.name } : null, bonuses };
      const instruments = call.session ? await instrumentsOf(host.db, call.session.player) : [];
      const cards = instruments.filter(each => !rails.has(each.provider) && paysIn(each, currency));
      const payouts = { methods: cards.map(each => payoutMethod(each, currency)) };
      const [paidIn, paidOut] = await Promise.all([
        offeredMethods(rails, "payIn", currency),
        offeredMethods(rails, "payOut", currency),
      ]);
      return { data: { payments, payouts, "crypto-payments": paidIn, "crypto-payouts": paidOut } };
    }),
    handle(contract.createPayment, async call => {
      const { session, key, locale } = call;
      const { method_hash, amount, currency, return_to, bonus_id: bonus } = call.input.body;
      const returnTo = return_to === undefined ? undefined : ownPage(return_to, needs.isOwnOrigin);
      return {
        data: await createPayment(
          host,
          cascade,
          {
            session,
            key,
            locale,
            country: await countryOf(session.player),
            methodHash: method_hash,
            amount,
            ...(currency && { currency }),
            ...(returnTo && { returnTo }),
            ...(bonus && { bonus }),
          },
          needs.levels,
          needs.bonuses,
          needs.terms,
        ),
      };
    }),
    handle(contract.getPaymentStatus, async call => {
      const id = idOf(call.input.params.id);
      return { data: processView(await readInvoice(needs, call.session.player, id), host.clock.now()) };
    }),
    handle(contract.cancelPayment, async call => ({
      data: await cancel(needs, call.session.player, idOf(call.input.params.id)),
    })),
    handle(contract.getBillingHistory, async call => ({
      data: await history(host, call.session.player, call.input.query),
    })),
    handle(contract.getBillingHistoryFile, async call => {
      call.setHeader("content-disposition", 'attachment; filename="fairhouse-payments.csv"');
      return historyFile(host, call.session.player, filterOf(call.input.query));
    }),
    handle(contract.receiveWebhook, async call => ({
      data: { result: await receiveWebhook(needs, cascade, call.input.params.provider, call) },
    })),
  ];
}

function idOf(text: string): Uuid {
  return required(parseUuid(text), "checked by the contract");
}

/** Reads the player's own invoice. If it is overdue or the player is on a break, expires or cancels it first, without waiting for the job. */
async function readInvoice(needs: WebhookNeeds, player: PlayerId, id: Uuid): Promise<InvoiceRow> {
  const { host } = needs;
  const now = new Date(host.clock.now());
  const row = await invoiceOf(host.db, player, id);
  if (!row) return fail(notFound);
  if (row.endedAt !== null) return row;
  if (row.expiresAt <= now) await expireInvoices(host.db, now, id);
  else await cancelOnBreak(needs, player);
  return required(await invoiceOf(host.db, player, id), "the invoice exists");
}

async function cancel(needs: WebhookNeeds, player: PlayerId, id: Uuid) {
  const { host } = needs;
  await readInvoice(needs, player, id);
  await host.db.tx(tx => endInvoice(tx, id, invoiceStatus.cancelled, new Date(host.clock.now())));
  const row = await readInvoice(needs, player, id);
  if (row.status !== invoiceStatus.cancelled) fail(invoiceClosed, { data: { status: row.status } });
  return processView(row, host.clock.now());
}

async function history(
  host: Host,
  player: PlayerId,
  query: Parameters<typeof filterOf>[0] & { readonly cursor?: string | undefined },
) {
  const { cursor } = query;
  const before = cursor === undefined ? null : parseUuid(cursor);
  if (before === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const rows = await historyOf(host.db, player, before, pageSize + 1, filterOf(query));
  const page = rows.slice(0, pageSize);
  const next_cursor = rows.length > pageSize ? (page.at(-1)?.id ?? null) : null;
  return { items: page.map(historyView), next_cursor };
}
