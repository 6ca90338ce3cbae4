import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "#kit/db/db.ts";
import { type Cluster, type ClusterNode, isReady } from "#tools/cluster/open-cluster.ts";
import type { Journal } from "./journal.ts";
import { call, type Endpoint, move, type Player, registerPlayer } from "./player.ts";
import type { EventWatch } from "./watch-events.ts";

export interface Field {
  readonly cluster: Cluster;
  readonly endpoint: Endpoint;
  readonly journal: Journal;
  /** Plays nothing but probes. */
  readonly prober: Player;
  readonly watch: EventWatch;
  /** The database that leads now. */
  db(): Queryable;
  /** Connects to the new primary after a promotion. */
  reconnect(): Promise<void>;
}

/** Something that is taken away, with what has to hold. */
export interface Fault {
  readonly name: string;
  readonly title: string;
  /** Of the longest silence, milliseconds; none where bets are meant to stop. */
  readonly silenceMs?: number;
  /** Returns sentences about what did not hold. */
  readonly run: (field: Field) => Promise<readonly string[]>;
}

const healMs = 5_000;
/** A machine with few cores runs all nodes, three databases and the players: what is given for its own start. */
const restartMs = 60_000;

export const faults: readonly Fault[] = [
  { name: "play", title: "kill -9 a node that does not lead", silenceMs: healMs, run: killFollower },
  ...(["betting", "flying", "crashed"] as const).map(state => ({
    name: `leader-${state}`,
    title: `kill -9 the leader of crash while ${state}`,
    silenceMs: healMs,
    run: (field: Field) => killLeader(field, state),
  })),
  { name: "freeze", title: "freeze the leader of crash for 20 s", silenceMs: 7_000, run: freezeLeader },
  { name: "bus", title: "kill -9 the bus, back after 10 s", silenceMs: healMs, run: killBus },
  { name: "standby", title: "kill -9 one standby", silenceMs: healMs, run: killStandby },
  { name: "standbys", title: "kill -9 both standbys, back after 10 s", run: killStandbys },
  { name: "primary", title: "kill -9 the primary, promotion", silenceMs: 20_000, run: killPrimary },
];

async function leaderOf({ cluster, db }: Field): Promise<ClusterNode> {
  for (;;) {
    const { rows } = await db().query<{ node: string }>(
      "SELECT node FROM cluster.leaders WHERE name = 'crash' AND beat > clock_timestamp() - interval '3 seconds'",
    );
    const found = cluster.nodes.find(({ name }) => name === rows[0]?.node);
    if (found) return found;
    await sleep(200);
  }
}

function kill(node: ClusterNode, signal: NodeJS.Signals): void {
  const pid = node.pid();
  if (pid === undefined) throw new Error(`${node.name} has no process`);
  process.kill(pid, signal);
}

async function until(what: string, limitMs: number, check: () => Promise<boolean>): Promise<string | undefined> {
  const began = performance.now();
  while (!(await check().catch(() => false))) {
    if (performance.now() - began > limitMs) return `${what} took more than ${limitMs / 1000} s`;
    await sleep(100);
  }
  return undefined;
}

/** A bet of crash by the prober is taken: somebody leads. */
const crashTakesBets =
  ({ endpoint, prober, journal }: Field) =>
  async () => {
    const answer = await move(endpoint, prober, journal, "/api/v1/games/crash/bets", {
      stake: "0.10",
      auto_cash_out: "1.01",
    });
    return answer !== undefined && (answer.status < 300 || answer.body?.code === "too_many_bets");
  };

const diceIsTaken =
  ({ endpoint, prober, journal }: Field) =>
  async () => {
    const answer = await move(endpoint, prober, journal, "/api/v1/games/dice/bets", {
      stake: "0.10",
      direction: "over",
      target: "49.50",
    });
    return answer?.status === 201;
  };

const sentences = (...found: readonly (string | undefined)[]) => found.filter(each => each !== undefined);

async function killFollower(field: Field): Promise<readonly string[]> {
  const leader = await leaderOf(field);
  const node = field.cluster.nodes.find(each => each !== leader) ?? leader;
  kill(node, "SIGKILL");
  const bets = await until("a bet after it", healMs, diceIsTaken(field));
  await sleep(3_000);
  await node.start();
  return sentences(bets, await until("its return", restartMs, () => isReady(node.port)));
}

async function stateOfCrash({ db }: Field): Promise<string | undefined> {
  const { rows } = await db().query<{ state: string }>("SELECT state FROM crash.rounds ORDER BY number DESC LIMIT 1");
  return rows[0]?.state;
}

async function killLeader(field: Field, state: string): Promise<readonly string[]> {
  const node = await leaderOf(field);
  const reached = await until(`a round that is ${state}`, 90_000, async () => (await stateOfCrash(field)) === state);
  kill(node, "SIGKILL");
  const began = performance.now();
  const led = await until("another leader", 2 * healMs, async () => (await leaderOf(field)) !== node);
  const ledMs = performance.now() - began;
  const bets = await until("a round that takes bets", 30_000, crashTakesBets(field));
  await node.start();
  return sentences(
    reached,
    led,
    ledMs > healMs ? `another leader came after ${(ledMs / 1000).toFixed(1)} s` : undefined,
    bets,
  );
}

async function freezeLeader(field: Field): Promise<readonly string[]> {
  const node = await leaderOf(field);
  const old = field.watch.oldEvents();
  kill(node, "SIGSTOP");
  await sleep(20_000);
  const other = (await leaderOf(field)) !== node;
  kill(node, "SIGCONT");
  await sleep(3_000);
  const events = field.watch.oldEvents() - old;
  return sentences(
    other ? undefined : "nobody else led while it was frozen",
    events > 0 ? `${events} events of the old epoch were delivered` : undefined,
    await until("its return", restartMs, () => isReady(node.port)),
    await until("a round that takes bets", 30_000, crashTakesBets(field)),
  );
}

async function killBus(field: Field): Promise<readonly string[]> {
  const { cluster, prober, watch } = field;
  await cluster.killBus();
  const bets = await until("a bet without the bus", healMs, diceIsTaken(field));
  const [first, ...others] = cluster.nodes.map(({ port }) => ({ port, host: field.endpoint.host }));
  const guest = await registerPlayer(field.endpoint, -1);
  const isKnown = async (endpoint: Endpoint) =>
    (await call(endpoint, "GET", "/api/v1/limits", { token: guest.token })).status !== 401;
  await Promise.all(others.map(isKnown));
  await call(first ?? field.endpoint, "PUT", "/auth/logout", { token: guest.token, ip: prober.ip });
  const ended = await until("the end of a session at the other nodes", 2_000, async () =>
    (await Promise.all(others.map(isKnown))).every(known => !known),
  );
  await sleep(10_000);
  await cluster.startBus();
  const back = performance.now();
  const events = await until("events at every node", 20_000, async () =>
    cluster.nodes.every(({ name }) => watch.lastAt(name) > back),
  );
  return sentences(bets, ended, events);
}

async function killStandby(field: Field): Promise<readonly string[]> {
  const { databases } = field.cluster;
  const [name = ""] = databases.standbys();
  await databases.kill(name);
  const bets = await until("a bet with one standby", healMs, diceIsTaken(field));
  await sleep(3_000);
  await databases.start(name);
  return sentences(bets);
}

async function killStandbys(field: Field): Promise<readonly string[]> {
  const { databases } = field.cluster;
  const names = databases.standbys();
  for (const name of names) await databases.kill(name);
  await sleep(500);
  const before = field.journal.confirmed.length;
  await sleep(8_000);
  const confirmed = field.journal.confirmed.length - before;
  const reading = (await call(field.endpoint, "GET", "/api/v1/games/dice").catch(() => undefined))?.status;
  for (const name of names) await databases.start(name);
  return sentences(
    confirmed > 0 ? `${confirmed} movements were confirmed that no standby had` : undefined,
    reading === 200 ? undefined : `reading was answered ${reading}`,
    await until("a bet with the standbys back", 30_000, diceIsTaken(field)),
  );
}

async function killPrimary(field: Field): Promise<readonly string[]> {
  const { databases, proxy } = field.cluster;
  await databases.kill(databases.primary());
  const promoted = await databases.promote();
  await proxy.pointDatabaseTo(promoted);
  await field.reconnect();
  return sentences(
    await until("a bet after the promotion", 15_000, diceIsTaken(field)),
    await until("a round that takes bets", 30_000, crashTakesBets(field)),
  );
}
