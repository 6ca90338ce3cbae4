import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "#kit/db/db.ts";
import type { Cluster, ClusterNode } from "#tools/cluster/open-cluster.ts";
import type { Journal } from "./journal.ts";
import { type Endpoint, move, type Player } from "./player.ts";
import type { EventWatch } from "./watch-events.ts";

export interface Field {
  readonly cluster: Cluster;
  readonly endpoint: Endpoint;
  readonly journal: Journal;
  /** Plays nothing but probes. */
  readonly prober: Player;
  readonly watch: EventWatch;
  /** The commit of the version before this one. */
  readonly previous: string;
  /** The database that leads now. */
  db(): Queryable;
  /** Connects to the new primary after a promotion. */
  reconnect(): Promise<void>;
}

export const healMs = 5_000;
/** A machine with few cores runs all nodes, three databases and the players: what is given for its own start. */
export const restartMs = 60_000;

export async function leaderOf({ cluster, db }: Field): Promise<ClusterNode> {
  for (;;) {
    const { rows } = await db().query<{ node: string }>(
      "SELECT node FROM cluster.leaders WHERE name = 'crash' AND beat > clock_timestamp() - interval '3 seconds'",
    );
    const found = cluster.nodes.find(({ name }) => name === rows[0]?.node);
    if (found) return found;
    await sleep(200);
  }
}

export function kill(node: ClusterNode, signal: NodeJS.Signals): void {
  const pid = node.pid();
  if (pid === undefined) throw new Error(`${node.name} has no process`);
  process.kill(pid, signal);
}

export async function until(what: string, limitMs: number, check: () => Promise<boolean>): Promise<string | undefined> {
  const began = performance.now();
  while (!(await check().catch(() => false))) {
    if (performance.now() - began > limitMs) return `${what} took more than ${limitMs / 1000} s`;
    await sleep(100);
  }
  return undefined;
}

/** A flight that is on is no fault: one round in six flies for more than 30 s, and none for longer than this. */
const longestFlightMs = 231_000;

/** Waits until a bet of crash is taken; the time of flights is not counted. A sentence if the rest takes too long. */
export async function untilRoundTakesBets(
  field: Field,
  what = "a round that takes bets",
  limitMs = 30_000,
): Promise<string | undefined> {
  const takesBets = crashTakesBets(field);
  let waitedMs = 0;
  const latest = performance.now() + longestFlightMs + limitMs;
  for (let last = performance.now(); !(await takesBets().catch(() => false)); ) {
    await sleep(100);
    const now = performance.now();
    if ((await stateOfCrash(field).catch(() => undefined)) !== "flying") waitedMs += now - last;
    if (waitedMs > limitMs || now > latest) return `${what} took more than ${limitMs / 1000} s, flights not counted`;
    last = now;
  }
  return undefined;
}

export async function stateOfCrash({ db }: Pick<Field, "db">): Promise<string | undefined> {
  const { rows } = await db().query<{ state: string }>("SELECT state FROM crash.rounds ORDER BY number DESC LIMIT 1");
  return rows[0]?.state;
}

/** A bet of crash by the prober is taken: the rounds have a leader. */
const crashTakesBets =
  ({ endpoint, prober, journal }: Field) =>
  async () => {
    const answer = await move(endpoint, prober, journal, "/api/v1/games/crash/bets", {
      stake: "0.10",
      auto_cash_out: "1.01",
    });
    return answer !== undefined && (answer.status < 300 || answer.body?.code === "too_many_bets");
  };

export const diceIsTaken =
  ({ endpoint, prober, journal }: Field) =>
  async () => {
    const answer = await move(endpoint, prober, journal, "/api/v1/games/dice/bets", {
      stake: "0.10",
      direction: "over",
      target: "49.50",
    });
    return answer?.status === 201;
  };

export const sentences = (...found: readonly (string | undefined)[]) => found.filter(each => each !== undefined);
