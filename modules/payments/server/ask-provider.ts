import { parseUuid } from "#kit/std/brand.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { type BookingNeeds, bookPayment } from "./book-payment.ts";
import type { PaymentProvider, ProviderInvoice } from "./provider.ts";
import { endInvoice, takeInvoicesToAsk } from "./store.ts";

const most = 100;

/**
 * Asks the provider about invoices without money: a message may have been lost. What was told before is not booked again.
 * An invoice that cannot be followed is logged and holds up none of the others.
 */
export async function askProvider(needs: BookingNeeds, name: string, provider: PaymentProvider): Promise<void> {
  const ids = await takeInvoicesToAsk(needs.host.db, name, new Date(needs.host.clock.now()), most);
  if (ids.length === 0) return;
  for (const invoice of await provider.states(ids)) {
    await follow(needs, name, invoice).catch((error: unknown) => {
      needs.host.log.error({ err: error, invoice: invoice.reference }, "an invoice could not be followed");
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
