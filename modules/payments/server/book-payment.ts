import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { creditable, mayDeposit } from "#modules/limits/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { depositCredited } from "../shared/events.ts";
import { invoiceStatus, isOpen } from "../shared/invoice.ts";
import type { DepositBonuses } from "./bonus-port.ts";
import { collectDebt } from "./chargebacks/charge-back.ts";
import { holdDeposits } from "./hold-deposits.ts";
import type { Levels } from "./levels.ts";
import { noteInstrument } from "./payouts/store.ts";
import type { ProviderPayment } from "./provider.ts";
import { assignReceipt, type Disposition, insertReceipt } from "./receipt-store.ts";
import { orderReturn, type ToReturn } from "./returns/follow-return.ts";
import { addCredited, addHeld, type InvoiceRow, lockInvoice } from "./store.ts";

export interface BookingNeeds {
  readonly host: Host;
  readonly levels?: Levels | undefined;
  readonly audit?: Pick<Audit, "record"> | undefined;
  readonly bonuses?: DepositBonuses;
  readonly wallet: Pick<Wallet, "open" | "credit" | "move" | "balancesIn" | "lockBalance" | "publishPayment">;
}

/** A payment that a provider reports, by a message or when it is polled. */
export interface ReportedPayment {
  readonly provider: string;
  /** Our name of the invoice, as the provider repeats it; unverified text. */
  readonly reference: string;
  /** The provider's name of the invoice. */
  readonly hash: string;
  readonly payment: ProviderPayment;
}

/**
 * Books a payment once, in `tx`, with the state of its invoice: credited as paid, whatever the sum and however
 * late; to be returned while the player is on a break, and above their own daily limit; in quarantine when the invoice is unknown or the currency differs.
 */
export async function bookPayment(
  needs: BookingNeeds,
  tx: Tx,
  reported: ReportedPayment,
): Promise<Disposition | "repeated"> {
  const id = parseUuid(reported.reference);
  const invoice = id && (await lockInvoice(tx, id));
  return invoice && isOf(invoice, reported)
    ? bookForPlayer(needs, tx, reported, invoice)
    : quarantine(needs, tx, reported, invoice?.id ?? null);
}

function isOf(invoice: InvoiceRow, { provider, hash, payment }: ReportedPayment): boolean {
  const known = invoice.providerHash ?? hash;
  return invoice.provider === provider && known === hash && invoice.currency === payment.currency;
}

/** Stores the row of a payment. @returns its id, or undefined when it was booked before */
type StoreReceipt = (what: ReceiptFacts) => Promise<Uuid | undefined>;

/** Books a payment that is in quarantine as one of this deposit. `receipt`: its row, which is locked. */
export function bookAssigned(
  needs: BookingNeeds,
  tx: Tx,
  receipt: Uuid,
  reported: ReportedPayment,
  invoice: InvoiceRow,
): Promise<Disposition | "repeated"> {
  const { id: paymentId, amount, currency } = reported.payment;
  const row = { id: receipt, provider: reported.provider, paymentId, amount, currency };
  const now = new Date(needs.host.clock.now());
  return bookForPlayer(needs, tx, reported, invoice, async what =>
    (await assignReceipt(tx, { ...row, ...what, now })) ? receipt : undefined,
  );
}

async function bookForPlayer(
  { host, wallet, levels, bonuses }: BookingNeeds,
  tx: Tx,
  reported: ReportedPayment,
  invoice: InvoiceRow,
  store: StoreReceipt = what => receipt(host, tx, reported, what),
): Promise<Disposition | "repeated"> {
  const { playerId: owner, currency } = invoice;
  const { amount } = reported.payment;
  const now = new Date(host.clock.now());
  const credited = await creditedPart(levels, tx, invoice, amount, now);
  const held = micros(amount - credited);
  const disposition = credited > 0n ? "credited" : "to_be_returned";
  const what = { invoice: invoice.id, player: owner, disposition, held: credited > 0n ? held : micros(0n) } as const;
  const reference = await store(what);
  if (!reference) return "repeated";
  const { instrument } = reported.payment;
  if (instrument) {
    const seen = { id: host.ids.next(), player: owner, provider: reported.provider, method: invoice.method, now };
    await noteInstrument(tx, { ...seen, ...instrument });
  }
  await wallet.open(tx, owner, currency);
  const from = depositsClearing(reported.provider);
  if (held > 0n) {
    const to = account("to be returned");
    await wallet.move(tx, { owner, currency, amount: held, kind: "deposit_held", reference, from, to });
    await addHeld(tx, invoice.id, held, now);
    await returnPayment(host, tx, reported, { receipt: reference, player: owner, invoice: invoice.id, amount: held });
  }
  if (credited > 0n) {
    await wallet.credit(tx, { owner, currency, amount: credited, kind: "deposit", reference, from });
    await addCredited(tx, invoice.id, credited, now);
    const repaid = await collectDebt({ host, wallet }, tx, owner, currency, ["chargeback"]);
    if (invoice.bonusId)
      await bonuses?.credited(tx, {
        player: owner,
        currency,
        amount: repaid > 0n ? await leftOf({ wallet }, tx, { owner, currency }, credited) : credited,
        bonus: invoice.bonusId,
        receipt: reference,
      });
    const isFirst = await isFirstCredit(tx, owner);
    await host.bus.publish(tx, depositCredited, {
      player: owner,
      invoice: invoice.id,
      currency,
      amount: credited,
      isFirst,
    });
  }
  wallet.publishPayment(tx, owner, { id: invoice.id, status: invoiceStatus.paid });
  host.failpoints.hit("payments.booked");
  return disposition;
}

/** What a debt has left of a deposit: older money of the balance went first. */
async function leftOf(
  { wallet }: Pick<BookingNeeds, "wallet">,
  tx: Tx,
  { owner, currency }: { readonly owner: PlayerId; readonly currency: Currency },
  credited: Micros,
): Promise<Micros> {
  const balance = await wallet.lockBalance(tx, owner, currency);
  return balance < credited ? balance : credited;
}

/** Whether the receipt that was just stored is the player's only credited one; their wallet is locked by its credit. */
async function isFirstCredit(tx: Tx, player: PlayerId): Promise<boolean> {
  const { rows } = await tx.query(
    "SELECT FROM payments.receipts WHERE player_id = $1 AND disposition = 'credited' LIMIT 2",
    [player],
  );
  return rows.length < 2;
}

/** The part of a payment that may be credited: nothing during a break, and never more than the player's daily limit and level allow. */
async function creditedPart(
  levels: Levels | undefined,
  tx: Tx,
  invoice: InvoiceRow,
  amount: Micros,
  now: Date,
): Promise<Micros> {
  const { playerId: player, currency } = invoice;
  if (!(await mayDeposit(tx, player, now))) return micros(0n);
  const deposits = await holdDeposits(tx, levels, { player, currency, now, except: invoice.id });
  const own = isOpen(invoice.status) && invoice.expiresAt > now ? invoice.amount : micros(0n);
  const [byDay, byLevel] = [creditable(deposits.day, own, amount), creditable(deposits.ever, own, amount)];
  return byDay < byLevel ? byDay : byLevel;
}

/** Books money without an owner into quarantine, once. */
export async function quarantine(
  { host, wallet }: BookingNeeds,
  tx: Tx,
  reported: ReportedPayment,
  invoice: Uuid | null,
): Promise<Disposition | "repeated"> {
  const { amount, currency } = reported.payment;
  const reference = await receipt(host, tx, reported, {
    invoice,
    player: null,
    disposition: "quarantined",
    held: micros(0n),
  });
  if (!reference) return "repeated";
  if (isCurrency(currency)) {
    const [from, to] = [depositsClearing(reported.provider), account("quarantine")];
    await wallet.move(tx, { owner: houseOwner, currency, amount, kind: "quarantine", reference, from, to });
    await returnPayment(host, tx, reported, { receipt: reference, player: null, invoice, amount });
  }
  host.failpoints.hit("payments.quarantined");
  host.log.warn(
    { provider: reported.provider, payment: reported.payment.id, currency },
    "payment of an unknown invoice moved to quarantine",
  );
  return "quarantined";
}

/** Creates the order to give money back. */
async function returnPayment(
  host: Host,
  tx: Tx,
  { provider, payment }: Pick<ReportedPayment, "provider" | "payment">,
  what: Pick<ToReturn, "receipt" | "player" | "invoice" | "amount">,
): Promise<void> {
  await orderReturn({ host }, tx, { ...what, provider, paymentId: payment.id, currency: payment.currency });
}

interface ReceiptFacts {
  readonly invoice: Uuid | null;
  readonly player: PlayerId | null;
  readonly disposition: Disposition;
  readonly held: Micros;
}

/** The payment's own row, whose id names its transfer; undefined when it was booked before. */
async function receipt(
  host: Host,
  tx: Tx,
  { provider, payment }: ReportedPayment,
  what: ReceiptFacts,
): Promise<Uuid | undefined> {
  const id = host.ids.next();
  const { id: paymentId, amount, currency } = payment;
  const now = new Date(host.clock.now());
  return (await insertReceipt(tx, { id, provider, paymentId, amount, currency, now, ...what })) ? id : undefined;
}
