import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { type BookingNeeds, bookPayment } from "./book-payment.ts";
import { type PaymentProvider, type ProviderInvoice, ProviderRejected } from "./provider.ts";
import { endInvoice, takeInvoicesToAsk } from "./store.ts";
import { noteReports } from "./timeline/report-store.ts";

const most = 100;

/**
 * Polls the provider for invoices without money, because a message may be lost. A payment that was reported before is not booked again.
 * An invoice that fails is logged and does not delay the others.
 */
export async function askProvider(needs: BookingNeeds, name: string, provider: PaymentProvider): Promise<void> {
  const ids = await takeInvoicesToAsk(needs.host.db, name, new Date(needs.host.clock.now()), most);
  if (ids.length === 0) return;
  for (const invoice of await statesOf(needs, name, provider, ids)) {
    await follow(needs, name, invoice).catch((error: unknown) => {
      needs.host.log.error(
        { err: error, invoice: invoice.reference },
        "failed to process the provider's answer about an invoice",
      );
    });
  }
}

/** The states of these invoices, whose outcomes are stored: `unknown` for one that the provider has omitted. */
async function statesOf(
  { host: { db, clock } }: BookingNeeds,
  name: string,
  provider: PaymentProvider,
  ids: readonly Uuid[],
): Promise<readonly ProviderInvoice[]> {
  const note = (outcomeOf: (id: Uuid) => string) =>
    noteReports(
      db,
      ids.map(id => ({ subject: id, source: "call", action: "state", provider: name, outcome: outcomeOf(id) })),
      new Date(clock.now()),
    );
  let invoices: readonly ProviderInvoice[];
  try {
    invoices = await provider.states(ids);
  } catch (error) {
    await note(() => (error instanceof ProviderRejected ? "rejected" : "no_response"));
    throw error;
  }
  const states = new Map<string, string>(invoices.map(({ reference, status }) => [reference, status]));
  await note(id => states.get(id) ?? "unknown");
  return invoices;
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
