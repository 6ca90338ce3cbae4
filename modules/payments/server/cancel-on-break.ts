import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { blockedAmong } from "#modules/limits/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { cancelInvoicesOf, withOpenInvoices } from "./store.ts";

interface CancelNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "publishPayment">;
}

/**
 * Cancels the open invoices of players on a break, or of this one: a break is no time to pay. Not in the transaction that begins it:
 * a payment locks its invoice before the block, so the two would wait for each other. Safe to repeat.
 */
export async function cancelOnBreak({ host, wallet }: CancelNeeds, player: PlayerId | null): Promise<void> {
  const now = new Date(host.clock.now());
  const players = await withOpenInvoices(host.db, player);
  const blocked = players.length === 0 ? [] : await blockedAmong(host.db, players, now);
  if (blocked.length === 0) return;
  await host.db.tx(async tx => {
    for (const { id, player: owner } of await cancelInvoicesOf(tx, blocked, now))
      wallet.publishPayment(tx, owner, { id, status: invoiceStatus.cancelled });
  });
}
