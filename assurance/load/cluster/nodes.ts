import { randomBytes, randomUUID } from "node:crypto";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { busServers, startBusServer } from "#kit/live/testing/bus-server.ts";
import { type BenchNode, type Environment, withBenchApp } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { closedLoop } from "../figures.ts";
import { HttpClient } from "../http-client.ts";
import { type BenchPlayer, openPlayers } from "../players.ts";
import { SocketClient } from "../socket-client.ts";
import { comparison, inTurn, median } from "./in-turn.ts";

const playerCounts = [256, 1024] as const;
/** Where batches halve because each node has half of the players. */
const bars = { 256: "at least 0.75", 1024: "at least 0.9" } as const;
const repeats = 3;
const call = "POST /api/v1/games/dice/bets";
const bet = '{"stake":"0.01","direction":"over","target":"49.50"}';

/** Settings of a node on the bus that may lead, with an internal listener of its own. */
export async function nodeSettings(name: string, bus: string, clusterSecret: string): Promise<Environment> {
  return {
    NODE_NAME: name,
    BUS_URL: bus,
    CLUSTER_SECRET: clusterSecret,
    INTERNAL_LISTEN: `127.0.0.1:${await freePort()}`,
  };
}

/** The broker that is installed here. */
export function startBus() {
  const kind = busServers.redis === undefined ? "nats" : "redis";
  if (busServers[kind] === undefined) throw new Error("no bus is installed: apt-get install redis-server");
  return startBusServer(kind);
}

/** Dice over sockets: one process with a bus beside one without, and two processes beside one, each with the same players. */
export async function benchNodes(seconds: number): Promise<readonly BenchRow[]> {
  const bus = await startBus();
  const clusterSecret = randomBytes(24).toString("hex");
  try {
    return await withBenchApp({ services: "general,dice", environment: { NODE_NAME: "plain" } }, async app => {
      const first = await app.startNode(await nodeSettings("first", bus.url, clusterSecret));
      const second = await app.startNode(await nodeSettings("second", bus.url, clusterSecret));
      const players = await openPlayers(app, Math.max(...playerCounts));
      const rows: BenchRow[] = [];
      for (const count of playerCounts)
        rows.push(...(await compare({ plain: app, first, second }, players.slice(0, count), count, seconds)));
      await app.requireRightBooks();
      return rows;
    });
  } finally {
    bus.stop();
  }
}

interface Nodes {
  readonly plain: BenchNode;
  readonly first: BenchNode;
  readonly second: BenchNode;
}

interface Run {
  readonly perSecond: number;
  readonly p99: number;
  readonly nodeMicros: number;
  readonly betsPerBatch: number;
}

async function compare(
  { plain, first, second }: Nodes,
  players: readonly BenchPlayer[],
  count: (typeof playerCounts)[number],
  seconds: number,
): Promise<readonly BenchRow[]> {
  const runs = { plain: [] as Run[], bus: [] as Run[], two: [] as Run[], mixed: [] as Run[] };
  const ways = {
    plain: () => play([plain], players, seconds),
    bus: () => play([first], players, seconds),
    // Each player at one node, as a proxy with a hash by player would send them.
    two: () => play([first, second], players, seconds),
    // Each bet at the other node than the one before.
    mixed: () => play([first, second], players, seconds, true),
  };
  await inTurn(
    Object.fromEntries(
      Object.entries(ways).map(([name, run]) => [
        name,
        async () => {
          const found = await run();
          runs[name as keyof typeof runs].push(found);
          return found.perSecond;
        },
      ]),
    ),
    repeats,
  );
  const of = (name: keyof typeof runs, figure: keyof Run) => runs[name].map(run => run[figure]);
  const row = (figure: string, key: keyof Run, name: keyof typeof runs, baseline: keyof typeof runs, bar = "") =>
    comparison({ figure, players: count, values: of(name, key), baseline: of(baseline, key), bar });
  const heap = async (node: BenchNode) => (await node.order({ kind: "heap" })).used / 1e6;
  return [
    row("bets/s, bus on, of off", "perSecond", "bus", "plain", "at least 0.93"),
    row("p99 ms, bus on, of off", "p99", "bus", "plain"),
    comparison({
      figure: "heap MB, bus on, of off",
      players: count,
      values: [await heap(first)],
      baseline: [await heap(plain)],
    }),
    row("bets/s, two nodes, of one", "perSecond", "two", "bus", bars[count]),
    row("bets/s, two nodes without a node for each player, of one", "perSecond", "mixed", "bus"),
    row("µs of Node a bet, two nodes, of one", "nodeMicros", "two", "bus"),
    row("bets a batch, two nodes, of one", "betsPerBatch", "two", "bus"),
    {
      figure: "bets a batch, without a node for each player",
      players: count,
      value: Math.round(median(of("mixed", "betsPerBatch"))),
    },
  ];
}

/** Closed loop over one socket a player, or one at each node and a bet at each in turn. */
async function play(
  nodes: readonly BenchNode[],
  players: readonly BenchPlayer[],
  seconds: number,
  alternating = false,
): Promise<Run> {
  const open = (node: BenchNode, { token }: BenchPlayer) => SocketClient.open(node.apiPort, token);
  const clients = await Promise.all(
    players.map((player, index) =>
      Promise.all(
        (alternating ? nodes : nodes.slice(index % nodes.length).slice(0, 1)).map(node => open(node, player)),
      ),
    ),
  );
  const before = await Promise.all(nodes.map(stateOf));
  let sent = 0;
  const load = await closedLoop(clients, seconds, async own => {
    sent += 1;
    const client = own[sent % own.length] as SocketClient;
    const answer = client.next();
    client.send(`{"id":${sent},"call":"${call}","key":"${randomUUID()}","input":${bet}}`);
    const text = await answer;
    if (!text.includes('"status":201')) throw new Error(text.toString());
  });
  const after = await Promise.all(nodes.map(stateOf));
  for (const client of clients.flat()) client.close();
  const grown = (figure: keyof NodeState) =>
    after.reduce((sum, each, index) => sum + each[figure] - (before[index]?.[figure] ?? 0), 0);
  return {
    perSecond: load.perSecond,
    p99: load.p99,
    nodeMicros: (grown("cpuMs") * 1000) / sent,
    betsPerBatch: grown("batched") / grown("batches"),
  };
}

interface NodeState {
  readonly cpuMs: number;
  readonly batched: number;
  readonly batches: number;
}

async function stateOf({ apiPort, order }: BenchNode): Promise<NodeState> {
  const client = new HttpClient(apiPort);
  const { body } = await client.ask("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  client.close();
  const text = body.toString();
  const read = (name: string) =>
    Number(new RegExp(`^wallet_batch_size_${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return { cpuMs: (await order({ kind: "usage" })).cpu, batched: read("sum"), batches: read("count") };
}
