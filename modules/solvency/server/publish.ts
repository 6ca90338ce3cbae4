import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { Purse } from "#modules/wallet/server/port.ts";
import { buildLevels, leafNode } from "../shared/tree.ts";
import * as store from "./store.ts";

export interface PublishNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "everyPurse">;
}

/** Trees that can be climbed: today's and yesterday's. */
const retainedTrees = 2;

/**
 * Publishes what the house owes, once a day (UTC) and currency: the purses of all players as one statement saw them, so
 * that nothing was between two of them. A currency in which nobody has a purse has nothing to publish.
 */
export async function publishLiabilities({ host, wallet }: PublishNeeds): Promise<void> {
  for (const currency of currencyCodes) {
    await host.db.tx(async tx => {
      await store.lockPublishing(tx);
      const now = new Date(host.clock.now());
      const last = await store.latestPublication(tx, currency);
      if (last && dayOf(last.taken_at) === dayOf(now)) return;
      const purses = await wallet.everyPurse(tx, currency);
      if (purses.length > 0) await publish(host, tx, { currency, now, purses, last });
    });
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

interface Snapshot {
  readonly currency: Currency;
  readonly now: Date;
  readonly purses: readonly Purse[];
  readonly last: store.PublicationRow | undefined;
}

async function publish(host: Host, tx: Tx, { currency, now, purses, last }: Snapshot): Promise<void> {
  const number = (last?.number ?? 0) + 1;
  const leaves = purses
    .map(({ player, total }) => ({ currency, player, sum: total, salt: toHex(host.random.bytes(16)) }))
    .map(leaf => ({ leaf, node: leafNode(nobleHashes, leaf) }))
    // In the order of their hashes: where somebody stands says nothing about him.
    .sort((a, b) => (a.node.hash < b.node.hash ? -1 : 1));
  const levels = buildLevels(
    nobleHashes,
    leaves.map(({ node }) => node),
  );
  const { hash: root, sum: total } = required(levels.at(-1)?.[0], "a tree has a root");
  const chain = chainOf(last?.chain ?? "", root, total);
  const publication = { currency, number, taken_at: now, players: purses.length, total, root, chain };
  await store.insertPublication(tx, publication);
  const rows = leaves.map(({ leaf: { player, salt, sum } }, position) => {
    return { player_id: player, position, salt, sum };
  });
  await store.insertLeaves(tx, publication, rows);
  for (const [level, nodes] of levels.entries()) await store.insertLevel(tx, publication, level, nodes);
  await store.forgetTreesBefore(tx, currency, number - retainedTrees + 1);
  tx.afterCommit(() => host.log.info({ currency, number, root, total: `${total}`, chain }, "liabilities published"));
}

/** Links a publication to the one before it. */
export function chainOf(before: string, root: string, total: bigint): string {
  return toHex(nobleHashes.sha256(new TextEncoder().encode(`${before}:${root}:${total}`)));
}
