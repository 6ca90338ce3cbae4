import { readLeaders, readNodes as readRows, silentAfterMs } from "#kit/cluster/cluster-store.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { readNodes } from "../office/contract.ts";

const shownForMs = 60_000;

/** What the page of nodes shows: a node that ended in order is gone at once, one that was killed stays for a minute, marked. */
export async function nodesView(db: Queryable): Promise<RouteOutput<typeof readNodes>["data"]> {
  const [nodes, leaders] = await Promise.all([readRows(db, shownForMs), readLeaders(db)]);
  return {
    nodes: nodes.map(node => ({
      name: node.name,
      address: node.address,
      roles: [...node.roles],
      services: [...node.services],
      version: node.version,
      contract: node.contract,
      bus: node.bus,
      clock_offset_ms: node.clockOffsetMs,
      lag_ms: node.lagMs,
      started_at: node.startedAt.toISOString(),
      silent: node.beatAgoMs > silentAfterMs,
    })),
    leaders: leaders.map(({ name, node, epoch }) => ({ name, node, epoch: `${epoch}` })),
  };
}
