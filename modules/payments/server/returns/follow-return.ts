import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Micros } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { isSuspended } from "../cascade-store.ts";
import type { PaymentProvider, ProviderRefund } from "../provider.ts";
import { noteCall } from "../timeline/note-call.ts";
import {
  addReturned,
  countTries,
  insertReturn,
  isRecalled,
  lockOpenReturns,
  lockReturn,
  type Return,
  type ReturnStatus,
  returnStatus,
  setReturnStatus,
  takeReturnsToFollow,
} from "./store.ts";

export const followReturnJob = "payments-follow-return";

/** A player's money goes back immediately; a payment of an unknown invoice waits for it to be identified. */
const quarantineMs = 24 * 3_600_000;
/** After a bank refuses: the delay until the next attempt, and the attempts until an operator has to act. */
const againMs = 24 * 3_600_000;
const mostTries = 5;
const most = 100;

export interface ReturnNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "move" | "publishPayment">;
}

/** Money of one receipt that has to go back. */
export interface ToReturn {
  readonly receipt: Uuid;
  /** Null for quarantine. */
  readonly player: PlayerId | null;
  readonly invoice: Uuid | null;
  readonly provider: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly amount: Micros;
}

/** Creates the order to give it back, in the transaction that books it. */
export async function orderReturn({ host }: Pick<ReturnNeeds, "host">, tx: Tx, what: ToReturn): Promise<void> {
  if (!isCurrency(what.currency)) return;
  const now = new Date(host.clock.now());
  const sendAt = new Date(now.getTime() + (what.player === null ? quarantineMs : 0));
  // A payment that was assigned to a deposit already has the return of its quarantine.
  const tries = await countTries(tx, what.receipt);
  await insertTry(host, tx, { ...what, currency: what.currency, try: tries + 1, sendAt, now });
}

async function insertTry(
  host: Host,
  tx: Tx,
  row: Omit<ToReturn, "currency"> & { currency: Currency; try: number; sendAt: Date; now: Date },
): Promise<void> {
  const id = host.ids.next();
  await insertReturn(tx, {
    id,
    receiptId: row.receipt,
    try: row.try,
    playerId: row.player,
    invoiceId: row.invoice,
    provider: row.provider,
    paymentId: row.paymentId,
    currency: row.currency,
    amount: row.amount,
    sendAt: row.sendAt,
    now: row.now,
  });
  await enqueue(tx, followReturnJob, { id }, { runAt: row.sendAt });
  host.failpoints.hit("payments.return.ordered");
}

/** Follows all due returns, every minute, because a job or a message may be lost. */
export async function followDueReturns(needs: ReturnNeeds, providers: Providers): Promise<void> {
  const { host } = needs;
  for (const id of await takeReturnsToFollow(host.db, new Date(host.clock.now()), most)) {
    await followReturn(needs, providers, id).catch((error: unknown) => {
      host.log.warn({ err: error, return: id }, "failed to process a return; it is retried in a minute");
    });
  }
}

/** Finds a payment provider, or a rail, by name. */
export type Providers = (name: string) => Pick<PaymentProvider, "refund"> | undefined;

/**
 * Sends money back, or requests the status: to the provider both are the same order under the return's own id, so that a
 * crash between two steps gives nothing back twice.
 */
export async function followReturn(needs: ReturnNeeds, providers: Providers, id: Uuid): Promise<void> {
  const { host } = needs;
  const row = await host.db.tx(async tx => {
    const locked = await lockReturn(tx, id);
    const isOpen = locked?.status === returnStatus.pending || locked?.status === returnStatus.processing;
    if (!locked || !isOpen || locked.sendAt.getTime() > host.clock.now()) return undefined;
    if (locked.status === returnStatus.pending && (await isSuspended(tx, locked.provider))) return undefined;
    await setReturnStatus(tx, id, returnStatus.processing, new Date(host.clock.now()));
    return locked;
  });
  const provider = row && providers(row.provider);
  if (!row || !provider) return;
  host.failpoints.hit("payments.return.claimed");
  const { paymentId, amount, currency } = row;
  const response = await noteCall(
    host,
    { subject: id, action: "refund", provider: row.provider },
    () => provider.refund({ id, paymentId, amount, currency }),
    ({ status }) => status,
  );
  host.failpoints.hit("payments.return.sent");
  await host.db.tx(tx => bookReturnEnd(needs, tx, row.provider, response));
}

/** A provider's report about a return, by a message or in a response. Books its end once; other reports change nothing. */
export async function bookReturnEnd(
  needs: ReturnNeeds,
  tx: Tx,
  provider: string,
  response: ProviderRefund,
): Promise<"noted" | "ignored"> {
  const { host } = needs;
  const row = await lockReturn(tx, response.reference);
  if (!row || row.status !== returnStatus.processing || response.status === "processing") return "ignored";
  if (row.provider !== provider || row.amount !== response.amount || row.currency !== response.currency) {
    host.log.error({ return: row.id, provider }, "the provider's report does not match the return that was ordered");
    return "ignored";
  }
  const now = new Date(host.clock.now());
  const end = await endOf(tx, row, response.status);
  await setReturnStatus(tx, row.id, end, now);
  if (end === returnStatus.declined) await tryAgain(host, tx, row, now);
  else await bookBack(needs, tx, row);
  host.failpoints.hit("payments.return.booked");
  return "noted";
}

/** The end of a return. For a payment that its bank has recalled, the provider has nothing to return. */
async function endOf(tx: Tx, { receiptId }: Return, status: "paid" | "declined"): Promise<ReturnStatus> {
  if (status === "paid") return returnStatus.returned;
  return (await isRecalled(tx, receiptId)) ? returnStatus.recalled : returnStatus.declined;
}

/** Ends the returns of a recalled payment that were not sent: the bank took that money back. Returns on their way end with the provider's report. */
export async function endRecalledReturns(needs: ReturnNeeds, tx: Tx, receipt: Uuid): Promise<void> {
  const pending = (await lockOpenReturns(tx, receipt)).filter(({ status }) => status === returnStatus.pending);
  for (const row of pending) {
    await setReturnStatus(tx, row.id, returnStatus.recalled, new Date(needs.host.clock.now()));
    await bookBack(needs, tx, row);
  }
}

/** Books the amount out of quarantine, or out of what is to be returned: it was sent back, or is about to be credited to a deposit. */
export async function bookBack({ wallet }: ReturnNeeds, tx: Tx, row: Return): Promise<void> {
  const { currency, amount, id: reference, playerId: player, invoiceId: invoice } = row;
  const from = account(player === null ? "quarantine" : "to be returned");
  const movement = { owner: player ?? houseOwner, currency, amount, kind: "return", reference } as const;
  await wallet.move(tx, { ...movement, from, to: depositsClearing(row.provider) });
  if (player === null || invoice === null) return;
  wallet.publishPayment(tx, player, { id: invoice, status: await addReturned(tx, invoice, amount) });
}

async function tryAgain(host: Host, tx: Tx, row: Return, now: Date): Promise<void> {
  if (row.try >= mostTries) {
    host.log.error(
      { return: row.id, provider: row.provider },
      "a return was refused too often; an operator has to act",
    );
    return;
  }
  const sendAt = new Date(now.getTime() + againMs);
  const { receiptId: receipt, playerId: player, invoiceId: invoice, paymentId } = row;
  const { provider, currency, amount } = row;
  await insertTry(host, tx, {
    receipt,
    player,
    invoice,
    paymentId,
    provider,
    currency,
    amount,
    try: row.try + 1,
    sendAt,
    now,
  });
}
