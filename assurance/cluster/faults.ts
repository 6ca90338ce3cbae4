import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidArray } from "#kit/db/array-parameters.ts";
import { type ClusterNode, isReady } from "#tools/cluster/open-cluster.ts";
import { cutBus, cutDatabase, cutLeader, shiftClock } from "./cuts.ts";
import { fillLog } from "./full-disk.ts";
import type { Entry } from "./journal.ts";
import { call, type Endpoint, move, registerPlayer } from "./player.ts";
import {
  diceIsTaken,
  type Field,
  healMs,
  kill,
  leaderOf,
  restartMs,
  sentences,
  stateOfCrash,
  until,
  untilRoundTakesBets,
} from "./probes.ts";
import { deployAndRollBack } from "./release.ts";
import { restartAll, rotateClusterSecret, rotatePaymentsSecret, rotateSealKey } from "./rotations.ts";

/** Something that is taken away, with what has to hold. */
export interface Fault {
  readonly name: string;
  readonly title: string;
  /** How long the longest silence may last, milliseconds; none where bets are meant to stop. */
  readonly silenceMs?: number;
  /** Returns sentences about what did not hold. */
  readonly run: (field: Field) => Promise<readonly string[]>;
}

export const faults: readonly Fault[] = [
  { name: "play", title: "kill -9 a node that does not lead", silenceMs: healMs, run: killFollower },
  ...(["betting", "flying", "crashed"] as const).map(state => ({
    name: `leader-${state}`,
    title: `kill -9 the leader of crash while ${state}`,
    silenceMs: healMs,
    run: (field: Field) => killLeader(field, state),
  })),
  { name: "freeze", title: "freeze the leader of crash for 20 s", silenceMs: 7_000, run: freezeLeader },
  { name: "bus", title: "kill -9 the bus, back after 30 s", silenceMs: healMs, run: killBus },
  { name: "standby", title: "kill -9 one standby", silenceMs: healMs, run: killStandby },
  { name: "standbys", title: "kill -9 both standbys, back after 10 s", run: killStandbys },
  { name: "wal", title: "fill the disk of the primary's log, space after 15 s", run: fillLog },
  { name: "primary", title: "kill -9 the primary, promotion", silenceMs: 20_000, run: killPrimary },
  { name: "sync", title: "cancel commits that wait for a standby, then lose the primary", run: cancelSync },
  { name: "cut-database", title: "cut a node from the database, 15 s", silenceMs: healMs, run: cutDatabase },
  { name: "cut-bus", title: "cut a node from the bus, 15 s", silenceMs: healMs, run: cutBus },
  { name: "cut-leader", title: "cut the leader of crash from the other nodes", silenceMs: healMs, run: cutLeader },
  { name: "clock-ahead", title: "clock of a node 5 s ahead", silenceMs: healMs, run: shiftClock(5) },
  { name: "clock-behind", title: "clock of a node 5 s behind", silenceMs: healMs, run: shiftClock(-5) },
  {
    name: "rolling",
    title: "restart all nodes, one after the other",
    silenceMs: healMs,
    run: field => restartAll(field),
  },
  {
    name: "rotate",
    title: "rotate CLUSTER_SECRET in three rounds of restarts",
    silenceMs: healMs,
    run: rotateClusterSecret,
  },
  {
    name: "rotate-payments",
    title: "change PAYMENTS_SECRET with the provider, deposits all along",
    silenceMs: healMs,
    run: rotatePaymentsSecret,
  },
  { name: "rotate-seal", title: "change SEAL_KEY and seal everything again", silenceMs: healMs, run: rotateSealKey },
  {
    name: "release",
    title: "the previous version on the schema of the next, and back",
    silenceMs: healMs,
    run: deployAndRollBack,
  },
];

async function killFollower(field: Field): Promise<readonly string[]> {
  const leader = await leaderOf(field);
  const node = field.cluster.nodes.find(each => each !== leader) ?? leader;
  kill(node, "SIGKILL");
  const bets = await until("a bet after it", healMs, diceIsTaken(field));
  await sleep(3_000);
  await node.start();
  return sentences(bets, await until("its return", restartMs, () => isReady(node.port)));
}

async function killLeader(field: Field, state: string): Promise<readonly string[]> {
  const node = await leaderOf(field);
  const reached = await until(`a round that is ${state}`, 90_000, async () => (await stateOfCrash(field)) === state);
  kill(node, "SIGKILL");
  const began = performance.now();
  const led = await until("another leader", 2 * healMs, async () => (await leaderOf(field)) !== node);
  const ledMs = performance.now() - began;
  const bets = await untilRoundTakesBets(field);
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
    await untilRoundTakesBets(field),
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
  await sleep(30_000);
  await cluster.startBus();
  const back = performance.now();
  // The leader's own sockets miss nothing, and get nothing while a flight has no events; the others get a snapshot.
  const leader = await leaderOf(field);
  const events = await Promise.all(
    cluster.nodes
      .filter(node => node !== leader)
      .map(({ name }) => until(`events at ${name}`, healMs, async () => watch.lastAt(name) > back)),
  );
  return sentences(bets, ended, ...events);
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

const confirmedSince = ({ journal }: Field, since: number): readonly Entry[] =>
  journal.entries.filter(({ status = 500, ended = 0 }) => status < 300 && ended > since);

/** An answer to what was sent before may have been on its way while the standbys were lost. */
function withoutStandby(confirmed: readonly Entry[], away: number): string | undefined {
  const sent = confirmed.filter(({ began }) => began > away);
  const list = sent.map(({ path, status }) => `${path} (${status})`).join(", ");
  return sent.length > 0 ? `${sent.length} movements were confirmed that no standby had: ${list}` : undefined;
}

async function killStandbys(field: Field): Promise<readonly string[]> {
  const { databases } = field.cluster;
  const names = databases.standbys();
  for (const name of names) await databases.kill(name);
  await sleep(500);
  const away = performance.now();
  await sleep(8_000);
  const confirmed = confirmedSince(field, away);
  const reading = (await call(field.endpoint, "GET", "/api/v1/games/dice").catch(() => undefined))?.status;
  for (const name of names) await databases.start(name);
  return sentences(
    withoutStandby(confirmed, away),
    reading === 200 ? undefined : `reading was answered ${reading}`,
    await until("a bet with the standbys back", 30_000, diceIsTaken(field)),
  );
}

/** A standby leads instead, and the lost server comes back as a standby with a fresh copy. */
async function failOver(field: Field): Promise<readonly string[]> {
  const { databases, proxy } = field.cluster;
  const lost = databases.primary();
  const promoted = await databases.promote();
  await proxy.pointDatabaseTo(promoted);
  await field.reconnect();
  const complaints = sentences(
    await until("a bet after the promotion", 15_000, diceIsTaken(field)),
    await untilRoundTakesBets(field),
  );
  await databases.rejoin(lost);
  return complaints;
}

async function killPrimary(field: Field): Promise<readonly string[]> {
  const { databases } = field.cluster;
  await databases.kill(databases.primary());
  return failOver(field);
}

/** Stakes and cash-outs among them that are not in the books. */
async function goneAfter(field: Field, confirmed: readonly Entry[]): Promise<string | undefined> {
  const movements = confirmed.filter(({ path }) => !path.endsWith("/reveal"));
  const { rows } = await field
    .db()
    .query<{ key: string }>(
      "SELECT k.key::text FROM unnest($1::uuid[]) AS k(key) WHERE NOT EXISTS (SELECT FROM wallet.bets b WHERE k.key IN (b.key, b.settle_key))",
      [uuidArray(movements.map(({ key }) => key))],
    );
  const gone = movements
    .filter(({ key }) => rows.some(row => row.key === key))
    .map(({ path, key }) => `${path} ${key}`);
  return gone.length > 0
    ? `${gone.length} of ${movements.length} confirmed movements are gone: ${gone.join(", ")}`
    : undefined;
}

/** A round of mines of the prober: its next tile is found by reading once its commit is visible, whichever node is asked. */
async function beginRound({ endpoint, prober, journal }: Field): Promise<string> {
  const begun = await move(endpoint, prober, journal, "/api/v1/games/miner/bets", { stake: "0.10", mines: 1 });
  return `/api/v1/games/miner/bets/${begun?.body?.data?.id}/reveal`;
}

/** One call under one key at these nodes. Resolves with a sentence if it was confirmed before `isOver`. */
function sendTo(
  { endpoint, prober }: Field,
  nodes: readonly ClusterNode[],
  path: string,
  key: string,
  isOver: () => boolean,
): Promise<string | undefined>[] {
  return nodes.map(async ({ name, port }) => {
    const answer = await call({ ...endpoint, port }, "POST", path, { ...prober, key, body: { tile: 0 } }).catch(
      () => undefined,
    );
    const isConfirmed = answer !== undefined && answer.status < 300 && !isOver();
    return isConfirmed ? `${name} confirmed a tile that no standby had` : undefined;
  });
}

/**
 * PostgreSQL answers a cancelled wait as a success with a warning, and what was committed so is lost with the primary. No player may have seen any of it
 * confirmed: what they saw is compared with the books of the promoted standby.
 */
async function cancelSync(field: Field): Promise<readonly string[]> {
  const { cluster } = field;
  const { databases } = cluster;
  const names = databases.standbys();
  const path = await beginRound(field);
  for (const name of names) await databases.kill(name);
  let isOver = false;
  const key = randomUUID();
  const sendTile = (nodes: readonly ClusterNode[]) => sendTo(field, nodes, path, key, () => isOver);
  // At once: what waits behind another commit is never committed while no standby is there.
  const tiles = sendTile(cluster.nodes.slice(0, 1));
  await sleep(500);
  const away = performance.now();
  let cancelled = 0;
  for (const end = performance.now() + 6_000; performance.now() < end; await sleep(300)) {
    tiles.push(...sendTile(cluster.nodes));
    const { rows } = await field
      .db()
      .query<{ done: boolean }>(
        "SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      );
    cancelled += rows.filter(({ done }) => done).length;
  }
  isOver = true;
  const confirmed = confirmedSince(field, away);
  await databases.kill(databases.primary());
  for (const name of names) await databases.start(name);
  const complaints = await failOver(field);
  return sentences(
    cancelled > 0 ? undefined : "no commit was waiting",
    withoutStandby(confirmed, away),
    await goneAfter(field, confirmed),
    ...new Set(await Promise.all(tiles)),
    ...complaints,
  );
}
