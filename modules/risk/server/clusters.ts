import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { componentsOf, linkedFrom } from "../shared/links.ts";
import * as store from "./cluster-store.ts";
import { mostAccounts, readCluster, readLinks } from "./read-links.ts";

type Needs = Pick<Host, "db" | "clock">;

/** Notes whom an account is linked with now. Clusters only grow here; the nightly run takes them apart. */
export async function noteCluster({ db, clock }: Needs, player: PlayerId): Promise<void> {
  const now = new Date(clock.now());
  const { accounts } = await readCluster(db, player, now);
  await db.tx(async tx => {
    await store.lockClusters(tx);
    if (accounts.length === 0) return store.leaveClusters(tx, [player]);
    const players = [player, ...accounts];
    const known = await store.clustersOf(tx, players);
    const cluster = [...known, ...players].sort()[0] as Uuid;
    const size = await store.combinedSize(tx, known, players);
    // What would be larger is no household: it stays in parts.
    if (size <= mostAccounts) await store.join(tx, cluster, { clusters: known, players, since: now });
  });
}

/** Takes clusters apart whose links are gone. */
export async function rebuildClusters({ db, clock }: Needs): Promise<void> {
  const now = new Date(clock.now());
  for (const id of await store.allClusters(db)) {
    const members = (await store.membersOf(db, id)).map(({ playerId }) => playerId);
    const links = (await readLinks(db, members, now)).filter(({ weight }) => weight >= linkedFrom);
    const parts = componentsOf(members, links).filter(part => part.length > 1);
    if (parts.length === 1 && parts[0]?.length === members.length) continue;
    await db.tx(async tx => {
      await store.lockClusters(tx);
      await store.dissolve(tx, id);
      for (const part of parts) {
        const cluster = [...part].sort()[0] as Uuid;
        await store.join(tx, cluster, { clusters: [], players: part as readonly PlayerId[], since: now });
      }
    });
  }
}
