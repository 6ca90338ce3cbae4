import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { Liability } from "#modules/wallet/server/port.ts";
import { buildLevels, leafNode } from "../shared/tree.ts";
import * as store from "./store.ts";

export interface PublishNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "liabilities">;
}

/** Trees with stored nodes: today's and yesterday's. */
const retainedTrees = 2;

/**
 * Publishes what we owe players, once a day (UTC) and currency: the liabilities of all players from one statement, so
 * that no movement is counted twice. A currency without liabilities is not published.
 */
export async function publishLiabilities({ host, wallet }: PublishNeeds): Promise<void> {
  for (const currency of currencyCodes) {
    await host.db.tx(async tx => {
      await store.lockPublishing(tx);
      const now = new Date(host.clock.now());
      const last = await store.latestPublication(tx, currency);
      if (last && dayOf(last.takenAt) === dayOf(now)) return;
      const liabilities = await wallet.liabilities(tx, currency);
      if (liabilities.length > 0) await publish(host, tx, { currency, now, liabilities, last });
    });
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

interface Snapshot {
  readonly currency: Currency;
  readonly now: Date;
  readonly liabilities: readonly Liability[];
  readonly last: store.PublicationRow | undefined;
}

async function publish(host: Host, tx: Tx, { currency, now, liabilities, last }: Snapshot): Promise<void> {
  const number = (last?.number ?? 0) + 1;
  const leaves = liabilities
    .map(({ player, total }) => ({ currency, player, sum: total, salt: toHex(host.random.bytes(16)) }))
    .map(leaf => ({ leaf, node: leafNode(nobleHashes, leaf) }))
    // Sorted by hash: a leaf's position reveals nothing about its player.
    .sort((a, b) => (a.node.hash < b.node.hash ? -1 : 1));
  const levels = buildLevels(
    nobleHashes,
    leaves.map(({ node }) => node),
  );
  const { hash: root, sum: total } = required(levels.at(-1)?.[0], "a tree has a root");
  const chain = chainOf(last?.chain ?? "", root, total);
  const publication = { currency, number, takenAt: now, players: liabilities.length, total, root, chain };
  await store.insertPublication(tx, publication);
  const rows = leaves.map(({ leaf: { player, salt, sum } }, position) => {
    return { playerId: player, position, salt, sum };
  });
  await store.insertLeaves(tx, publication, rows);
  for (const [level, nodes] of levels.entries()) await store.insertLevel(tx, publication, level, nodes);
  await store.forgetTreesBefore(tx, currency, number - retainedTrees + 1);
  tx.afterCommit(() => host.log.info({ currency, number, root, total: `${total}`, chain }, "published liabilities"));
}

/** Chains a publication to the previous one. */
export function chainOf(before: string, root: string, total: bigint): string {
  return toHex(nobleHashes.sha256(new TextEncoder().encode(`${before}:${root}:${total}`)));
}
