import type { Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { PayoutOrder, ProviderPayout } from "#modules/payments/server/index.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import { type CoinName, coins, unitsFor } from "../shared/coins.ts";
import type { Fee } from "./chain.ts";
import * as orders from "./order-store.ts";
import type { ReadNeeds } from "./read-chain.ts";
import type { Signer } from "./signer.ts";

export interface PayNeeds extends ReadNeeds {
  readonly rates: Pick<Rates, "rate">;
  readonly signer: Signer;
}

/** A transaction that no block has taken for so long is offered again for more. */
const stuckMs = 10 * 60_000;

/**
 * Takes a payout on: into coins once, signed once, sent until a block has it, and told as paid when that block is deep enough. Each
 * call goes on where any other one stopped, in whatever process, and each step may be done twice: the order has one row, the signer
 * one nonce for it, and the chain takes a nonce once.
 */
export async function payOrder(needs: PayNeeds, coin: CoinName, payout: PayoutOrder): Promise<ProviderPayout> {
  const { host } = needs;
  const { id, amount, currency } = payout;
  const told = { reference: id, amount, currency };
  const order = await ordered(needs, coin, payout);
  if (order.state === "final") return { ...told, status: "paid" };
  if (order.state === "failed") return { ...told, status: "declined" };
  host.failpoints.hit("crypto.order.written");
  if (order.state === "ordered") await signFirst(needs, order);
  host.failpoints.hit("crypto.order.signed");
  const ended = await lookFor(needs, id);
  if (ended === "waiting") await send(needs, order);
  host.failpoints.hit("crypto.order.sent");
  return { ...told, status: ended === "final" ? "paid" : ended === "failed" ? "declined" : "processing" };
}

async function ordered(needs: PayNeeds, coin: CoinName, { id, amount, currency, token }: PayoutOrder) {
  const { host, rates } = needs;
  const known = await orders.orderOf(host.db, id);
  if (known) return known;
  const rate = await rates.rate(currency, coins[coin].code);
  const units = unitsFor(coins[coin], amount, rate);
  const now = new Date(host.clock.now());
  const order = { payout: id, coin, recipient: token, currency, amount, rate: rate.text, units, now };
  await orders.insertOrder(host.db, order);
  return must(await orders.orderOf(host.db, id), "an order vanished");
}

async function signFirst({ host, chain, settings, signer }: PayNeeds, order: orders.OrderRow): Promise<void> {
  const from = must(settings.hotWallet, "a signer has a wallet");
  const what = { coin: order.coin, to: order.recipient, units: BigInt(order.units) };
  const [fee, gas, mined] = await Promise.all([chain.fee(), chain.gas({ ...what, from }), chain.nonce(from)]);
  const signature = await signer.sign({ id: order.payout_id, ...what, gas, mined, fee });
  host.failpoints.hit("crypto.order.answered");
  await host.db.tx(tx => orders.noteSignature(tx, order.payout_id, signature, new Date(host.clock.now())));
}

/** Where it is on the chain, under any of its hashes. */
async function lookFor(
  { host, chain, settings }: PayNeeds,
  payout: Uuid,
): Promise<"waiting" | "mined" | "final" | "failed"> {
  for (const { tx_hash: txHash } of await orders.signaturesOf(host.db, payout)) {
    const receipt = await chain.receipt(txHash);
    if (!receipt) continue;
    const depth = (await chain.head()) - receipt.blockNumber + 1n;
    const deep = depth >= BigInt(settings.confirmations);
    const ended = deep ? (receipt.succeeded ? "final" : "failed") : null;
    await orders.noteMined(host.db, payout, { ...receipt, txHash, ended, now: new Date(host.clock.now()) });
    return ended ?? "mined";
  }
  return "waiting";
}

async function send({ host, chain, signer }: PayNeeds, order: orders.OrderRow): Promise<void> {
  const last = must((await orders.signaturesOf(host.db, order.payout_id))[0], "a signed order has a signature");
  const now = new Date(host.clock.now());
  if (now.getTime() - last.signed_at.getTime() < stuckMs) return chain.broadcast(last.raw);
  const fee = higher(await chain.fee(), BigInt(last.max_fee));
  const what = { id: order.payout_id, coin: order.coin, to: order.recipient, units: BigInt(order.units) };
  const signature = await signer.replace(what, fee);
  await host.db.tx(tx => orders.noteSignature(tx, order.payout_id, signature, now));
  await chain.broadcast(signature.raw);
}

/** A quarter more than before, or what the chain wants by now, whichever is more; the tip rises with it. */
function higher(wanted: Fee, former: bigint): Fee {
  const raised = (former * 5n) / 4n + 1n;
  const maxFee = wanted.maxFee > raised ? wanted.maxFee : raised;
  return { maxFee, maxPriority: maxFee };
}
