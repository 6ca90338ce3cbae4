import { parseUuid } from "#kit/std/brand.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { type BookingNeeds, bookPayment } from "./book-payment.ts";
import type { PaymentProvider, ProviderInvoice } from "./provider.ts";
import { endInvoice, takeInvoicesToAsk } from "./store.ts";

const most = 100;

/**
 * Polls the provider for invoices without money, because a message may be lost. A payment that was reported before is not booked again.
 * An invoice that fails is logged and does not delay the others.
 */
export async function askProvider(needs: BookingNeeds, name: string, provider: PaymentProvider): Promise<void> {
  const ids = await takeInvoicesToAsk(needs.host.db, name, new Date(needs.host.clock.now()), most);
  if (ids.length === 0) return;
  for (const invoice of await provider.states(ids)) {
    await follow(needs, name, invoice).catch((error: unknown) => {
      needs.host.log.error(
        { err: error, invoice: invoice.reference },
        "failed to process the provider's answer about an invoice",
      );
    });
  }
}

async function follow(needs: BookingNeeds, provider: string, invoice: ProviderInvoice): Promise<void> {
  const { host } = needs;
  const { reference, hash } = invoice;
  for (const payment of invoice.payments) {
    await host.db.tx(tx => bookPayment(needs, tx, { provider, reference, hash, payment }));
  }
  const id = parseUuid(reference);
  if (id && invoice.status === "declined") {
    await host.db.tx(tx => endInvoice(tx, id, invoiceStatus.declined, new Date(host.clock.now())));
  }
}
