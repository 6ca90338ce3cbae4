import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createNodeAsker } from "#kit/cluster/ask-node.ts";
import { answerSnapshots, createPeers, snapshotPath } from "#kit/cluster/bus-peers.ts";
import type { NodeRow } from "#kit/cluster/cluster-store.ts";
import { answerHandedCalls, callPath, createHandOver } from "#kit/cluster/hand-over.ts";
import { addressOf, createInternalListener } from "#kit/cluster/internal-listener.ts";
import { createLeaderDirectory } from "#kit/cluster/leader-directory.ts";
import { type ClusterNode, createClusterNode } from "#kit/cluster/node.ts";
import { secretsFingerprint } from "#kit/cluster/secrets-fingerprint.ts";
import { createBucketExchange } from "#kit/cluster/shared-buckets.ts";
import { contractVersion } from "#kit/cluster/signed-ask.ts";
import type { Config } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import type { Dispatcher, DispatcherPorts, HandOver } from "#kit/http/dispatcher.ts";
import { openFanout } from "#kit/live/server/fanout/open-fanout.ts";
import type { Live } from "#kit/live/server/live.ts";
import type { Peers } from "#kit/live/server/peers.ts";
import { rolesOf } from "./roles.ts";

/** This process as a node: in the directory always, reachable by others where it has an internal listener. */
export interface Membership {
  readonly node: ClusterNode;
  /** Calls of rounds that another node leads go there; undefined without an internal listener. */
  readonly handOver: HandOver | undefined;
  /** Lists this process among the nodes, and connects to the bus if there is one. */
  join(): Promise<void>;
  /** Rate limit counts shared by all nodes; undefined without an internal listener. */
  readonly sharedBuckets: Host["sharedBuckets"];
  /** The other nodes, once it has joined; undefined without an internal listener. */
  peers(): Peers | undefined;
  /** Opens the internal listener, if there is one, and says where it is. */
  open(needs: ListenerNeeds): Promise<void>;
  leave(): Promise<void>;
}

export interface ListenerNeeds {
  readonly dispatcher: Dispatcher;
  readonly live: Pick<Live, "numberedSnapshot">;
  readonly authenticate: DispatcherPorts["authenticate"];
  readonly newRequestId: () => string;
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  version: string;
};

/** @param self this process as it is before its listeners are open */
export function createMembership(host: Host, self: NodeRow, balanceAfterMs: number): Membership {
  const { config } = host;
  const secrets = clusterSecrets(config);
  let row = self;
  const node = createClusterNode(host, row, { mayLead: row.roles.includes("tables"), balanceAfterMs });
  const [secret] = secrets;
  const asker = secret === undefined ? undefined : createNodeAsker(host, row.name, secret);
  const directory = createLeaderDirectory(host);
  const undo: (() => Promise<void> | void)[] = [];
  const exchange = createBucketExchange();
  let peers: Peers | undefined;
  return {
    node,
    sharedBuckets: asker && exchange.of,
    handOver: asker && createHandOver({ ...host, node, directory, asker }),
    async join() {
      const fanout = config.BUS_URL === undefined ? undefined : await openFanout(config.BUS_URL, host);
      if (fanout) undo.push(fanout.close);
      if (asker) {
        peers = createPeers({ host, node, directory, asker, secrets, fanout });
        exchange.attach(peers);
      }
      await node.start();
    },
    peers: () => peers,
    async open({ dispatcher, live, authenticate, newRequestId }) {
      if (config.INTERNAL_LISTEN === undefined) return;
      const calls = answerHandedCalls({ ...host, node, calls: dispatcher.calls, authenticate, newRequestId });
      const listener = createInternalListener(host, {
        node: row.name,
        listen: config.INTERNAL_LISTEN,
        secrets,
        handlers: { [callPath]: calls, [snapshotPath]: answerSnapshots(node, live.numberedSnapshot) },
      });
      const port = await listener.listen();
      undo.push(listener.close);
      row = { ...row, address: config.INTERNAL_ADDRESS ?? ownAddress(config.INTERNAL_LISTEN, port) };
      node.describe(row);
      await node.announce();
    },
    async leave() {
      await node.stop();
      for (const step of undo.reverse()) await step();
      asker?.close();
    },
  };
}

/** The current secret first; none without an internal listener. Throws an error for the operator when it is missing. */
function clusterSecrets(config: Config): readonly string[] {
  const { INTERNAL_LISTEN, CLUSTER_SECRET, CLUSTER_SECRET_OLD, BUS_URL } = config;
  if (INTERNAL_LISTEN === undefined) {
    if (BUS_URL === undefined) return [];
    throw new Error(
      "The configuration is invalid.\n  INTERNAL_LISTEN: BUS_URL is set, and nodes on a bus ask each other for snapshots",
    );
  }
  if (CLUSTER_SECRET === undefined)
    throw new Error(
      "The configuration is invalid.\n  CLUSTER_SECRET: INTERNAL_LISTEN is set, so calls between nodes have to be signed",
    );
  return CLUSTER_SECRET_OLD === undefined ? [CLUSTER_SECRET] : [CLUSTER_SECRET, CLUSTER_SECRET_OLD];
}

/** This process as a node. Throws an error for the operator when the secret of a cluster is missing. */
export function describeNode(config: Config, services: readonly string[]): NodeRow {
  return {
    name: config.NODE_NAME ?? `${hostname().toLowerCase()}-${process.pid}`,
    run: randomBytes(8).toString("hex"),
    address: null,
    roles: rolesOf(config).names,
    services,
    version,
    contract: contractVersion,
    secrets: secretsFingerprint(config, clusterSecrets(config)),
    bus: config.BUS_URL === undefined ? "none" : config.BUS_URL.startsWith("nats:") ? "nats" : "redis",
  };
}

function ownAddress(listen: string, port: number): string {
  const { host } = addressOf(listen);
  const name = host === undefined || host === "0.0.0.0" || host === "::" ? hostname() : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
