import { required } from "#kit/std/invariant.ts";
import type { ProviderRefund, RefundOrder } from "#modules/payments/server/index.ts";
import { type CoinName, coins } from "../shared/coins.ts";
import { insertOrder, orderOf } from "./order-store.ts";
import { type PayNeeds, payOrder } from "./pay-order.ts";
import { transferOfPayment } from "./store.ts";

/**
 * Sends a transfer, or the uncredited part of it, back to its sender: in the same coins, whatever their current
 * value. From there on it is an order like a payout. Declined when it is too small to send, or has no sender.
 */
export async function refundOrder(
  needs: PayNeeds,
  coin: CoinName,
  { id, paymentId, amount, currency }: RefundOrder,
  isForbidden: (address: string) => Promise<boolean>,
): Promise<ProviderRefund> {
  const { host } = needs;
  const report = { reference: id, amount, currency };
  if (!(await orderOf(host.db, id))) {
    const transfer = required(await transferOfPayment(host.db, paymentId), "the transfer that is refunded exists");
    const units = (BigInt(transfer.units) * amount) / transfer.amount;
    if (units < coins[coin].minRefundUnits || (await isForbidden(transfer.sender)))
      return { ...report, status: "declined" };
    const now = new Date(host.clock.now());
    const { sender: recipient, rate } = transfer;
    await insertOrder(host.db, { payout: id, coin, recipient, currency, amount, rate, units, now });
  }
  const order = required(await orderOf(host.db, id), "the order exists");
  return payOrder(needs, coin, { id, amount, currency, token: order.recipient });
}
