import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Json } from "#kit/std/json.ts";
import type { Block, Chain } from "./chain.ts";
import { loseOrdersAfter } from "./order-store.ts";
import type { ChainSettings } from "./settings.ts";
import * as store from "./store.ts";

export interface ReadNeeds {
  readonly host: Host;
  readonly chain: Chain;
  readonly settings: ChainSettings;
}

/** Blocks read per iteration: after a long downtime other work runs between two iterations. */
const mostAtOnce = 200;

/**
 * Reads the chain from the cursor to its newest block, each block with its transfers in a transaction of its own
 * that locks the cursor. If a read block is no longer on the chain, the cursor goes back to the last common block and continues
 * from there. Any number of processes may run it at once: a block is written once.
 * @returns the newest block read; undefined when the node serves another chain than before.
 */
export async function readChain(needs: ReadNeeds): Promise<bigint | undefined> {
  const { host, chain } = needs;
  const head = await chain.head();
  for (let read = 0; read < mostAtOnce; read++) {
    const cursor = (await store.cursorOf(host.db)) ?? (await begin(needs, head));
    if (!cursor || cursor.halted !== null) return undefined;
    const same = await chain.block(cursor.number);
    if (same?.hash !== cursor.hash) {
      if (!(await walkBack(needs, cursor))) return undefined;
    } else if (cursor.number >= head) return cursor.number;
    else await readNext(needs, cursor);
  }
  return (await store.cursorOf(host.db))?.number;
}

async function begin({ host, chain, settings }: ReadNeeds, head: bigint): Promise<store.Cursor | undefined> {
  if ((await chain.id()) !== settings.chainId) throw new Error(`the node is of another chain than ${settings.chainId}`);
  const start = settings.startBlock ?? head;
  const block = await chain.block(start < head ? start : head);
  if (block) await host.db.tx(tx => store.beginCursor(tx, settings.chainId, block));
  return store.cursorOf(host.db);
}

async function readNext({ host, chain, settings }: ReadNeeds, cursor: store.Cursor): Promise<void> {
  const block = await chain.block(cursor.number + 1n);
  // The chain has just changed: the next read of the cursor finds out where.
  if (block?.parent !== cursor.hash) return;
  const transfers = await chain.transfers(block, async addresses => {
    const players = await store.numbersOf(host.db, addresses);
    return new Set(addresses.filter(each => players.has(each) || each === settings.hotWallet));
  });
  await host.db.tx(async tx => {
    const held = await store.cursorOf(tx, "hold");
    if (held?.hash !== cursor.hash) return;
    const now = new Date(host.clock.now());
    const numbers = await store.numbersOf(
      tx,
      transfers.map(each => each.recipient),
    );
    for (const transfer of transfers) {
      // Gas that we send to a player's address for a sweep is no deposit.
      const isOwn = transfer.sender === settings.hotWallet;
      const number = isOwn ? null : (numbers.get(transfer.recipient) ?? null);
      await store.noteTransfer(tx, { ...transfer, id: host.ids.next(), number, block, now });
    }
    host.failpoints.hit("crypto.block.read");
    await store.moveCursor(tx, block);
  });
}

/** Goes back to the newest read block that is still on the chain. False when there is none: that is another chain. */
async function walkBack({ host, chain }: ReadNeeds, cursor: store.Cursor): Promise<boolean> {
  const ancestor = await commonAncestor(chain, await store.readBlocks(host.db));
  return host.db.tx(async tx => {
    const held = await store.cursorOf(tx, "hold");
    if (held?.hash !== cursor.hash) return true;
    const now = new Date(host.clock.now());
    if (!ancestor) {
      const why = "the chain knows none of the blocks that were read last";
      await store.halt(tx, why);
      await raiseAlarm(host, tx, "another chain", { number: `${cursor.number}`, hash: cursor.hash });
      return false;
    }
    await store.forgetBlocksAfter(tx, ancestor);
    const depth = `${cursor.number - ancestor.number}`;
    host.log.warn({ depth, ancestor: `${ancestor.number}` }, "the chain was reorganised");
    for (const lost of await store.loseTransfersAfter(tx, ancestor.number, now)) {
      const facts = { transfer: lost.id, tx: lost.txHash, state: lost.state, depth };
      await raiseAlarm(host, tx, "a transfer that was decided on has left the chain", facts);
    }
    for (const payout of await loseOrdersAfter(tx, ancestor.number))
      await raiseAlarm(host, tx, "a payout that was final has left the chain", { payout, depth });
    return true;
  });
}

async function commonAncestor(chain: Chain, read: readonly Pick<Block, "number" | "hash">[]) {
  for (const each of read) if ((await chain.block(each.number))?.hash === each.hash) return each;
  return undefined;
}

/** Stored permanently, and logged. */
export async function raiseAlarm(host: Host, tx: Tx, what: string, facts: Json): Promise<void> {
  await store.insertAlarm(tx, { id: host.ids.next(), now: new Date(host.clock.now()), what, facts });
  host.log.error({ facts }, `alarm: ${what}`);
}
