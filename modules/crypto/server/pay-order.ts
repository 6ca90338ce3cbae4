import { required } from "#kit/std/invariant.ts";
import type { PayoutOrder, ProviderPayout } from "#modules/payments/server/index.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import { type CoinName, coins, unitsFor } from "../shared/coins.ts";
import { advanceOrder, type CarryNeeds } from "./carry-order.ts";
import * as orders from "./order-store.ts";

export interface PayNeeds extends CarryNeeds {
  readonly rates: Pick<Rates, "rate">;
}

/** Advances a payout: converted to coins once, sent like every order, and reported as paid when its block is deep enough. */
export async function payOrder(needs: PayNeeds, coin: CoinName, payout: PayoutOrder): Promise<ProviderPayout> {
  const { id, amount, currency } = payout;
  const report = { reference: id, amount, currency };
  const order = await ensureOrder(needs, coin, payout);
  if (order.state === "final") return { ...report, status: "paid" };
  if (order.state === "failed") return { ...report, status: "declined" };
  const ended = await advanceOrder(needs, order);
  return { ...report, status: ended === "final" ? "paid" : ended === "failed" ? "declined" : "processing" };
}

async function ensureOrder(needs: PayNeeds, coin: CoinName, { id, amount, currency, token }: PayoutOrder) {
  const { host, rates } = needs;
  const known = await orders.orderOf(host.db, id);
  if (known) return known;
  const rate = await rates.rate(currency, coins[coin].code);
  const units = unitsFor(coins[coin], amount, rate);
  const now = new Date(host.clock.now());
  const order = { payout: id, coin, recipient: token, currency, amount, rate: rate.text, units, now };
  await orders.insertOrder(host.db, order);
  return required(await orders.orderOf(host.db, id), "the order exists");
}
