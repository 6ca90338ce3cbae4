import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type CoinName, coins, type Units } from "../shared/coins.ts";
import { advanceOrder, type CarryNeeds, sourceOf } from "./carry-order.ts";
import type { Fee } from "./chain.ts";
import * as orders from "./order-store.ts";
import { raiseAlarm } from "./read-chain.ts";
import { cursorOf } from "./store.ts";
import { addressesToSweep, endSweepRequest, lockSweepRequest, openSweepRequests } from "./sweep-store.ts";

/** Addresses per sweep request; for more, request again. */
const mostAddresses = 50;
/** Gas of a plain transfer. */
const plainGas = 21_000n;
/** Upper bound of the gas for a token transfer. */
const tokenGas = 100_000n;
/** A transaction may have to be sent again with a higher fee. */
const gasMargin = 2n;
const mostGasOrders = 3;

interface SweepableBalance {
  readonly number: number;
  readonly units: Units;
}

/**
 * Balances of a coin that can be swept: of each player address, confirmed and still there, if large enough
 * for a sweep. For ether, the cost of the transaction stays at the address.
 */
async function findSweeps(needs: CarryNeeds, coin: CoinName): Promise<readonly SweepableBalance[]> {
  const { host, chain, settings } = needs;
  const cursor = await cursorOf(host.db);
  if (!cursor || cursor.halted !== null) return [];
  const deep = cursor.number - BigInt(settings.confirmations) + 1n;
  if (deep < 0n) return [];
  const gasReserve = coin === "eth" ? plainGas * (await chain.fee()).maxFee * gasMargin : 0n;
  const found: SweepableBalance[] = [];
  for (const { number, address } of await addressesToSweep(host.db, coin)) {
    const [then, now] = [await chain.balance(coin, address, deep), await chain.balance(coin, address, cursor.number)];
    const units = (then < now ? then : now) - gasReserve;
    if (units >= coins[coin].leastSweep) found.push({ number, units });
    if (found.length === mostAddresses) break;
  }
  return found;
}

/** Turns operators' requests into orders, once each, also with several processes. */
export async function orderRequestedSweeps(needs: CarryNeeds): Promise<void> {
  const { host } = needs;
  for (const { id, coin } of await openSweepRequests(host.db)) {
    const found = await findSweeps(needs, coin);
    await host.db.tx(async tx => {
      if (!(await lockSweepRequest(tx, id))) return;
      const ordered = await orderSweeps(needs, tx, coin, found);
      const units = ordered.reduce((sum, each) => sum + each.units, 0n);
      await endSweepRequest(tx, id, ordered.length, units, new Date(host.clock.now()));
    });
  }
}

/** Skips addresses that are already being swept. */
async function orderSweeps(
  { host, settings }: CarryNeeds,
  tx: Tx,
  coin: CoinName,
  found: readonly SweepableBalance[],
): Promise<readonly SweepableBalance[]> {
  const recipient = required(settings.hotWallet, "a signer has a wallet");
  const now = new Date(host.clock.now());
  const ordered: SweepableBalance[] = [];
  for (const each of found) {
    const { number: source, units } = each;
    const sweep = { id: host.ids.next(), kind: "sweep", coin, recipient, units, source, serves: null, now } as const;
    if (await orders.insertOwnOrder(tx, sweep)) ordered.push(each);
  }
  return ordered;
}

/** Advances a sweep, or the gas for one. Tokens wait until their address has the ether for the fee. */
export async function carrySweep(needs: CarryNeeds, order: orders.OrderRow): Promise<void> {
  const needsGas = order.kind === "sweep" && order.coin === "usdt" && order.state === "ordered";
  if (needsGas && !(await ensureGas(needs, order))) return;
  await advanceOrder(needs, order);
}

/** Whether the address holds the ether for the fee; orders it if not. After {@link mostGasOrders} orders the sweep is given up, with an alert. */
async function ensureGas(needs: CarryNeeds, order: orders.OrderRow): Promise<boolean> {
  const { host, chain } = needs;
  const address = sourceOf(needs, order);
  const wanted = costOf(await chain.fee());
  const there = await chain.balance("eth", address, await chain.head());
  if (there >= wanted) return true;
  const before = await orders.gasOrdersFor(host.db, order.payoutId);
  if (before.some(({ state }) => state === "ordered" || state === "signed")) return false;
  const now = new Date(host.clock.now());
  await host.db.tx(async tx => {
    if (before.length >= mostGasOrders) {
      const facts = { sweep: order.payoutId, address, missing: `${wanted - there}` };
      await orders.giveUpSweep(tx, order.payoutId, now);
      return raiseAlarm(host, tx, "gas that was sent for a sweep is not enough", facts);
    }
    const id: Uuid = host.ids.next();
    await orders.insertOwnOrder(tx, {
      id,
      kind: "gas",
      coin: "eth",
      recipient: address,
      units: wanted * gasMargin - there,
      source: null,
      serves: order.payoutId,
      now,
    });
  });
  return false;
}

const costOf = ({ maxFee }: Fee): Units => tokenGas * maxFee;
