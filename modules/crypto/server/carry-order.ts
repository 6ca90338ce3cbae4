import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { addressOf } from "./addresses.ts";
import type { Fee } from "./chain.ts";
import * as orders from "./order-store.ts";
import type { ReadNeeds } from "./read-chain.ts";
import type { Signer } from "./signer.ts";

export interface CarryNeeds extends ReadNeeds {
  readonly signer: Signer;
}

/** A transaction not mined after this time is sent again with a higher fee. */
const stuckMs = 10 * 60_000;

/**
 * Advances an order: signed once, sent until it is mined, ended when its block is deep enough. Each call continues where another
 * one stopped, in any process, and each step may run twice: the order has one row, the signer one nonce for it, and the
 * chain accepts a nonce once.
 */
export async function advanceOrder(
  needs: CarryNeeds,
  order: orders.OrderRow,
): Promise<"waiting" | "mined" | "final" | "failed"> {
  const { host } = needs;
  host.failpoints.hit("crypto.order.written");
  if (order.state === "ordered") await signFirst(needs, order);
  host.failpoints.hit("crypto.order.signed");
  const ended = await findReceipt(needs, order.payoutId);
  if (ended === "waiting") await send(needs, order);
  host.failpoints.hit("crypto.order.sent");
  return ended;
}

/** The address an order is paid from. */
export function sourceOf({ settings }: ReadNeeds, { source }: Pick<orders.OrderRow, "source">): string {
  return source === null ? required(settings.hotWallet, "a signer has a wallet") : addressOf(settings.xpub, source);
}

async function signFirst(needs: CarryNeeds, order: orders.OrderRow): Promise<void> {
  const { host, chain, signer } = needs;
  const from = sourceOf(needs, order);
  const what = { coin: order.coin, units: BigInt(order.units) };
  const to = order.recipient;
  const [fee, gas, mined] = await Promise.all([chain.fee(), chain.gas({ ...what, to, from }), chain.nonce(from)]);
  const message = { id: order.payoutId, ...what, gas, mined, fee };
  const signature = await (order.source === null
    ? signer.sign({ ...message, to })
    : signer.sweep({ ...message, source: order.source }));
  host.failpoints.hit("crypto.order.answered");
  await note(needs, order.payoutId, signature);
}

const note = ({ host }: ReadNeeds, id: Uuid, signature: orders.Signature) =>
  host.db.tx(tx => orders.noteSignature(tx, id, signature, new Date(host.clock.now())));

/** Where it is on the chain, under any of its hashes. */
async function findReceipt(
  { host, chain, settings }: ReadNeeds,
  order: Uuid,
): Promise<"waiting" | "mined" | "final" | "failed"> {
  for (const { txHash } of await orders.signaturesOf(host.db, order)) {
    const receipt = await chain.receipt(txHash);
    if (!receipt) continue;
    const depth = (await chain.head()) - receipt.blockNumber + 1n;
    const deep = depth >= BigInt(settings.confirmations);
    const ended = deep ? (receipt.succeeded ? "final" : "failed") : null;
    await orders.noteMined(host.db, order, { ...receipt, txHash, ended, now: new Date(host.clock.now()) });
    return ended ?? "mined";
  }
  return "waiting";
}

async function send(needs: CarryNeeds, order: orders.OrderRow): Promise<void> {
  const { host, chain, signer } = needs;
  const last = required((await orders.signaturesOf(host.db, order.payoutId))[0], "a signed order has a signature");
  if (host.clock.now() - last.signedAt.getTime() < stuckMs) return chain.broadcast(last.raw);
  const fee = higher(await chain.fee(), BigInt(last.maxFee));
  const what = { id: order.payoutId, coin: order.coin, to: order.recipient, units: BigInt(order.units) };
  const signature = await signer.replace(what, fee);
  await note(needs, order.payoutId, signature);
  await chain.broadcast(signature.raw);
}

/** A quarter more than before, or the chain's current price, whichever is more; the tip rises with it. */
function higher(wanted: Fee, former: bigint): Fee {
  const raised = (former * 5n) / 4n + 1n;
  const maxFee = wanted.maxFee > raised ? wanted.maxFee : raised;
  return { maxFee, maxPriority: maxFee };
}
