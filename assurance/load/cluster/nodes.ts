import { randomBytes, randomUUID } from "node:crypto";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { busServers, startBusServer } from "#kit/live/testing/bus-server.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { type BenchNode, type Environment, withBenchApp } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { HttpClient } from "../http-client.ts";
import { type BenchPlayer, openPlayers } from "../players.ts";
import { SocketClient } from "../socket-client.ts";
import { comparison, countsOf, inTurn, median, pairsOf } from "./in-turn.ts";
import { wholeLoop } from "./whole-loop.ts";

const playerCounts = [256, 1024] as const;
/** Lower for fewer players: each node has half of them, so its batches are half as large. */
const bars = { 256: "at least 0.75", 1024: "at least 0.9" } as const;
const openedAtOnce = 64;
const call = "POST /api/v1/games/dice/bets";
const bet = '{"stake":"0.01","direction":"over","target":"49.50"}';

/** Settings of a node on the bus that may become a leader, with its own internal listener. */
export async function nodeSettings(name: string, bus: string, clusterSecret: string): Promise<Environment> {
  return {
    NODE_NAME: name,
    BUS_URL: bus,
    CLUSTER_SECRET: clusterSecret,
    INTERNAL_LISTEN: `127.0.0.1:${await freePort()}`,
  };
}

/** Starts the message broker that is installed on this machine. */
export async function startBus() {
  const kind = busServers.redis === undefined ? "nats" : "redis";
  if (busServers[kind] === undefined) throw new Error("no bus is installed: apt-get install redis-server");
  return startBusServer(kind, await ownFolder("fairhouse-bus-"));
}

/** Dice over sockets with the same players: one process with a bus against one without, and two processes against one. */
export async function benchNodes(seconds: number): Promise<readonly BenchRow[]> {
  const bus = await startBus();
  const clusterSecret = randomBytes(24).toString("hex");
  try {
    return await withBenchApp({ services: "general,dice", environment: { NODE_NAME: "plain" } }, async app => {
      const [first, second] = await Promise.all([
        app.startNode(await nodeSettings("first", bus.url, clusterSecret)),
        app.startNode(await nodeSettings("second", bus.url, clusterSecret)),
      ]);
      const players = await openPlayers(app, Math.max(...countsOf(playerCounts)));
      const nodes = { plain: app, first, second };
      const sockets: Sockets = { plain: [], first: [], second: [] };
      const rows: BenchRow[] = [];
      try {
        await openSockets(sockets, nodes, players);
        for (const count of countsOf(playerCounts)) rows.push(...(await compare(nodes, sockets, count, seconds)));
      } finally {
        for (const client of names.flatMap(name => sockets[name])) client.close();
      }
      await app.requireRightBooks();
      return rows;
    });
  } finally {
    bus.stop();
  }
}

const names = ["plain", "first", "second"] as const;
type Name = (typeof names)[number];
type Nodes = Readonly<Record<Name, BenchNode>>;
/** A socket of each player at each node, in the order of the players. */
type Sockets = Readonly<Record<Name, SocketClient[]>>;

/** Each places one bet, so that the session, seeds and wallet of its player are in its node's memory before a run. */
async function openSockets(sockets: Sockets, nodes: Nodes, players: readonly BenchPlayer[]): Promise<void> {
  for (const name of names)
    for (let from = 0; from < players.length; from += openedAtOnce) {
      const group = players.slice(from, from + openedAtOnce);
      const clients = await Promise.all(group.map(({ token }) => SocketClient.open(nodes[name].apiPort, token)));
      sockets[name].push(...clients);
      await Promise.all(clients.map(placeBet));
    }
}

async function placeBet(client: SocketClient): Promise<void> {
  const answer = client.next();
  client.send(`{"id":1,"call":"${call}","key":"${randomUUID()}","input":${bet}}`);
  const text = await answer;
  if (!text.includes('"status":201')) throw new Error(text.toString());
}

interface Run {
  readonly perSecond: number;
  readonly p99: number;
  readonly nodeMicros: number;
  readonly betsPerBatch: number;
}

async function compare(
  nodes: Nodes,
  sockets: Sockets,
  count: (typeof playerCounts)[number],
  seconds: number,
): Promise<readonly BenchRow[]> {
  const runs = { plain: [] as Run[], bus: [] as Run[], two: [] as Run[], mixed: [] as Run[] };
  const { first, second } = nodes;
  const at = (...among: readonly Name[]) => among.map(name => sockets[name].slice(0, count));
  // Each player at one node, as behind a proxy that hashes by player.
  const halves = at("first", "second").map((clients, node) => clients.filter((_, index) => index % 2 === node));
  const ways = {
    plain: () => play([nodes.plain], at("plain").flat(), seconds, placeBet),
    bus: () => play([first], at("first").flat(), seconds, placeBet),
    two: () => play([first, second], halves.flat(), seconds, placeBet),
    mixed() {
      // Each bet at another node than the one before.
      const [ones = [], others = []] = at("first", "second");
      const own = ones.map((client, index) => ({ next: client, after: others[index] as SocketClient }));
      return play([first, second], own, seconds, async player => {
        const { next, after } = player;
        Object.assign(player, { next: after, after: next });
        await placeBet(next);
      });
    },
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
    pairsOf(),
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
      baseline: [await heap(nodes.plain)],
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

/** Runs a closed loop of these clients, and measures what it costs the nodes. */
async function play<Client>(
  nodes: readonly BenchNode[],
  clients: readonly Client[],
  seconds: number,
  place: (client: Client) => Promise<void>,
): Promise<Run> {
  const before = await Promise.all(nodes.map(stateOf));
  let sent = 0;
  const load = await wholeLoop(clients, seconds, client => {
    sent += 1;
    return place(client);
  });
  const after = await Promise.all(nodes.map(stateOf));
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
