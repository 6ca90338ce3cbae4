import type { Tx } from "#kit/db/db.ts";
import { treeLeaf, treeLevels } from "#kit/fair/hash-tree.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { type RetainedRange, retainMessages } from "#modules/odds/server/index.ts";
import type { PlacedSlip, RevisedSlip, SlipBooks } from "#modules/wallet/server/index.ts";
import { dayChain } from "../shared/receipt.ts";
import { type MadeReceipt, makeRevisionReceipt, makeSlipReceipts } from "./make-receipts.ts";
import type { ReceiptSigner } from "./receipt-signer.ts";
import * as store from "./receipt-store.ts";

export interface ReceiptNeeds {
  readonly host: Pick<Host, "db" | "clock" | "failpoints" | "log">;
  readonly books: SlipBooks;
  readonly ids: Pick<Bets["ids"], "seal">;
  readonly signer: ReceiptSigner;
  /** Slips or revisions per transaction. */
  readonly pageSize: number;
}

/** A commit can become visible after one with a later timestamp, so each run starts this long before its cursor. */
const overlapMs = 120_000;
/** Before a day is published, the run starts this long before the cursor, so that a commit that took hours is included. */
const sweepMs = 2 * 86_400_000;

/**
 * Collects receipts of slips and of their revisions, then publishes the days that have ended. A receipt belongs to the day on which it is
 * collected, so a published root never changes. After a crash, the next run continues from the cursors.
 */
export async function collectReceipts(needs: ReceiptNeeds): Promise<void> {
  await collect(needs, overlapMs);
  const today = dayOf(needs.host.clock.now());
  const dueDay = await needs.host.db.tx(tx => store.unpublishedDay(tx, today));
  if (dueDay === undefined) return;
  await collect(needs, sweepMs);
  while (await publishDay(needs, today)) needs.host.failpoints.hit("betting.receipts.published");
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function collect(needs: ReceiptNeeds, rereadMs: number): Promise<void> {
  const { books, pageSize } = needs;
  const from = async (source: store.ReceiptSource) =>
    new Date((await store.readReceiptCursor(needs.host.db, source)).getTime() - rereadMs);
  const placedFrom = await from("slips");
  await eachPage(
    pageSize,
    (after: PlacedSlip | undefined) => books.placedSince(placedFrom, after, pageSize),
    page => addSlips(needs, page),
  );
  const revisedFrom = await from("revisions");
  await eachPage(
    pageSize,
    (after: RevisedSlip | undefined) => books.revisedSince(revisedFrom, after, pageSize),
    page => addRevisions(needs, page),
  );
}

async function eachPage<T>(
  size: number,
  read: (after: T | undefined) => Promise<readonly T[]>,
  take: (page: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let after: T | undefined; ; ) {
    const page = await read(after);
    after = page.at(-1);
    if (page.length > 0) await take(page);
    if (page.length < size) return;
  }
}

async function addSlips(needs: ReceiptNeeds, page: readonly PlacedSlip[]): Promise<void> {
  const { host, books, ids } = needs;
  const named = await books.named(page);
  await add(
    needs,
    "slips",
    page,
    page.map(({ player, key }) => ({ player, key, number: 0 })),
    async (tx, missing) => {
      const slips = missing.map(({ player, key }) => required(named.get(`${player}/${key}`), "a placed slip"));
      const made = await makeSlipReceipts(tx, ids, slips);
      await retainMessages(
        tx,
        slips.flatMap(({ legs }, at) => rangesOf(legs, required(made[at], "a receipt"))),
      );
      return made;
    },
  );
  host.failpoints.hit("betting.receipts.slips");
}

/** The log messages that prove a slip: from the one that set each price to the last one before acceptance. */
function rangesOf(legs: readonly { readonly event: string }[], { positions }: MadeReceipt): readonly RetainedRange[] {
  return legs.flatMap(({ event }, leg) => {
    const { position = 0, priced = 0 } = positions[leg] ?? {};
    return position === 0 ? [] : [{ event, from: priced === 0 ? position : priced, to: position }];
  });
}

async function addRevisions(needs: ReceiptNeeds, page: readonly RevisedSlip[]): Promise<void> {
  const names = page.map(({ player, slip: key, number }) => ({ player, key, number }));
  await add(needs, "revisions", page, names, async (_tx, missing) =>
    missing.map(each => makeRevisionReceipt(needs.ids, each)),
  );
}

/** Adds the missing receipts of a page and moves the cursor to its end, in one transaction. */
async function add<T extends { readonly at: Date }>(
  { host, signer }: ReceiptNeeds,
  source: store.ReceiptSource,
  page: readonly T[],
  names: readonly store.ReceiptName[],
  make: (tx: Tx, missing: readonly T[]) => Promise<readonly MadeReceipt[]>,
): Promise<void> {
  await host.db.tx(async tx => {
    await store.lockReceipts(tx);
    const places = await store.findUnreceipted(tx, names);
    if (places.length > 0) {
      const made = await make(
        tx,
        places.map(place => required(page[place], "a row of the page")),
      );
      const receipts = made.map(({ text, hash }, at) => {
        const name = required(names[places[at] ?? -1], "a row of the page");
        return Object.assign({ text, hash, signature: signer.sign(text) }, name);
      });
      await store.insertReceipts(tx, dayOf(host.clock.now()), receipts);
    }
    await store.moveReceiptCursor(tx, source, required(page.at(-1), "a page has a row").at);
  });
}

/** Publishes the oldest day without a root; false when there is none. */
async function publishDay({ host }: ReceiptNeeds, today: string): Promise<boolean> {
  return host.db.tx(async tx => {
    await store.lockReceipts(tx);
    const day = await store.unpublishedDay(tx, today);
    if (day === undefined) return false;
    const last = await store.latestDay(tx);
    const hashes = splitHashes(await store.hashesOfDay(tx, day));
    const levels = treeLevels(
      nobleHashes,
      hashes.map(hash => treeLeaf(nobleHashes, hash)),
    );
    const root = toHex(required(levels.at(-1)?.[0], "a tree has a root"));
    const receipts = hashes.length;
    const chain = dayChain(nobleHashes, last?.chain ?? "", day, receipts, root);
    const number = (last?.number ?? 0) + 1;
    const publishedAt = new Date(host.clock.now());
    await store.insertDay(
      tx,
      { day, number, receipts, root, chain, publishedAt },
      levels.map(level => Buffer.concat(level)),
    );
    tx.afterCommit(() => host.log.info({ day, receipts, root, chain }, "published the receipts of a day"));
    return true;
  });
}

const splitHashes = (joined: Buffer): readonly Uint8Array[] =>
  Array.from({ length: joined.length / 32 }, (_, index) =>
    Uint8Array.from(joined.subarray(32 * index, 32 * index + 32)),
  );
