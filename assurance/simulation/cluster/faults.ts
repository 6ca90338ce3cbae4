import { required } from "#kit/std/invariant.ts";
import { bettingMs } from "#modules/games/crash/shared/round.ts";
import type { Chance } from "../chance.ts";
import type { Cell } from "./cells.ts";
import { oneOf } from "./database.ts";
import type { ClusterProcess, ClusterWorld } from "./node.ts";

/** What a fault may do to a cluster. */
export interface Field extends ClusterWorld {
  /** Nodes that are up. */
  alive(): readonly ClusterProcess[];
  leader(): ClusterProcess | undefined;
  /** In which state the newest round is. */
  stateOfRound(): Promise<string | undefined>;
  wait(ms: number): Promise<void>;
  /** Its timers run when it wakes, as after SIGSTOP. */
  freeze(node: ClusterProcess, ms: number): void;
  /** Ends a node at once; another one is started in its place. */
  kill(node: ClusterProcess): void;
  /** Node after node, with these secrets. */
  restartAll(secrets: readonly string[]): Promise<void>;
  promote(cell: Cell): Promise<void>;
  secrets: readonly string[];
}

export interface ClusterFault {
  readonly name: string;
  /** Ends when everything is back. */
  run(field: Field): Promise<void>;
}

const spanOf = (chance: Chance, least: number, most: number) => least + chance.below(most - least);
const anyNode = (field: Field) => oneOf(field.alive(), field.chance);
const leaderOrAny = (field: Field) => field.leader() ?? anyNode(field);

async function cutLinks(field: Field, links: readonly (readonly [string, string])[], ms: number): Promise<void> {
  for (const [a, b] of links) field.network.cut(a, b);
  await field.wait(ms);
  for (const [a, b] of links) field.network.mend(a, b);
}

/** Waits for a round in this state, and not for ever. */
async function until(field: Field, state: string): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await field.stateOfRound()) === state) return true;
    await field.wait(100);
  }
  return false;
}

/** The closing is on its way, and arrives when another node leads. */
const cutWhileClosing: ClusterFault = {
  name: "leader cut from its databases while it closes betting",
  async run(field) {
    for (let tries = 0; tries < 400 && (await field.stateOfRound()) === "betting"; tries++) await field.wait(100);
    if (!(await until(field, "betting"))) return;
    await field.wait(bettingMs - spanOf(field.chance, 300, 1_500));
    const { name } = leaderOrAny(field);
    await cutLinks(
      field,
      field.cells.map(cell => [name, cell.name] as const),
      spanOf(field.chance, 6_500, 9_000),
    );
  },
};

/** What it had published arrives when another node leads. */
const killedBehindCut: ClusterFault = {
  name: "leader cut from the bus, and killed",
  async run(field) {
    if (!(await until(field, "betting"))) return;
    const leader = leaderOrAny(field);
    field.network.cut(leader.name, "bus");
    await field.wait(spanOf(field.chance, 1_000, 7_000));
    field.kill(leader);
    await field.wait(spanOf(field.chance, 3_000, 9_000));
    field.network.mend(leader.name, "bus");
  },
};

function killLeaderWhile(state: string): ClusterFault {
  return {
    name: `leader killed while ${state}`,
    async run(field) {
      if (!(await until(field, state))) return;
      const leader = field.leader();
      if (leader) field.kill(leader);
    },
  };
}

function shiftClock(ms: number): ClusterFault {
  return {
    name: `clock of a node ${ms > 0 ? "ahead" : "behind"}`,
    async run(field) {
      const node = leaderOrAny(field);
      node.clockOffsetMs = ms;
      await field.wait(spanOf(field.chance, 5_000, 15_000));
      node.clockOffsetMs = 0;
    },
  };
}

const freeze: ClusterFault = {
  name: "leader frozen",
  async run(field) {
    field.freeze(leaderOrAny(field), spanOf(field.chance, 3_000, 20_000));
    await field.wait(21_000);
  },
};

const killPrimary: ClusterFault = {
  name: "primary killed",
  async run(field) {
    const cell = oneOf(field.cells, field.chance);
    cell.kill();
    await field.wait(spanOf(field.chance, 3_000, 14_000));
    await field.promote(cell);
  },
};

const standbysStopped: ClusterFault = {
  name: "both standbys stopped",
  async run(field) {
    const cell = oneOf(field.cells, field.chance);
    cell.stopStandbys(2);
    await field.wait(spanOf(field.chance, 1_000, 8_000));
    cell.startStandbys();
  },
};

const cancelledWaits: ClusterFault = {
  name: "waits for a standby cancelled, primary lost",
  async run(field) {
    const cell = oneOf(field.cells, field.chance);
    cell.stopStandbys(2);
    let cancelled = 0;
    for (let i = 0; i < 40; i++) {
      await field.wait(150);
      cancelled += cell.cancelWaits();
    }
    if (cancelled > 0) field.coverage.count("cancelled waits");
    cell.kill();
    cell.startStandbys();
    await field.wait(spanOf(field.chance, 500, 4_000));
    await field.promote(cell);
  },
};

const bus: ClusterFault = {
  name: "bus away",
  async run(field) {
    field.bus.isUp = false;
    await field.wait(spanOf(field.chance, 2_000, 30_000));
    field.bus.isUp = true;
  },
};

const cellAway: ClusterFault = {
  name: "cell away while betting ends",
  async run(field) {
    if (!(await until(field, "betting"))) return;
    const cell = required(field.cells[field.cells.length - 1], "a cell");
    await field.wait(field.chance.below(5_000));
    await cutLinks(
      field,
      field.alive().map(({ name }) => [name, cell.name] as const),
      spanOf(field.chance, 3_000, 9_000),
    );
  },
};

const full: ClusterFault = {
  name: "disk of the WAL full",
  async run(field) {
    const cell = oneOf(field.cells, field.chance);
    cell.isFull = true;
    await field.wait(spanOf(field.chance, 1_000, 8_000));
    cell.isFull = false;
  },
};

export const clusterFaults: readonly ClusterFault[] = [
  { name: "node killed", run: async field => field.kill(anyNode(field)) },
  killLeaderWhile("betting"),
  killLeaderWhile("flying"),
  killLeaderWhile("crashed"),
  freeze,
  killPrimary,
  {
    name: "one standby stopped",
    async run(field) {
      const cell = oneOf(field.cells, field.chance);
      cell.stopStandbys(1);
      await field.wait(5_000);
      cell.startStandbys();
    },
  },
  standbysStopped,
  cancelledWaits,
  bus,
  {
    name: "node cut from its databases",
    run: field => {
      const node = leaderOrAny(field);
      return cutLinks(
        field,
        field.cells.map(cell => [node.name, cell.name] as const),
        spanOf(field.chance, 2_000, 9_000),
      );
    },
  },
  cutWhileClosing,
  killedBehindCut,
  {
    name: "node cut from the bus",
    run: field => cutLinks(field, [[anyNode(field).name, "bus"]], spanOf(field.chance, 1_000, 12_000)),
  },
  {
    name: "leader cut from the bus",
    run: field => cutLinks(field, [[leaderOrAny(field).name, "bus"]], spanOf(field.chance, 1_000, 12_000)),
  },
  {
    name: "leader cut from the other nodes",
    run: field => {
      const leader = leaderOrAny(field);
      const others = field.alive().filter(node => node !== leader);
      return cutLinks(
        field,
        others.map(({ name }) => [leader.name, name] as const),
        spanOf(field.chance, 2_000, 9_000),
      );
    },
  },
  shiftClock(5_000),
  shiftClock(-5_000),
  cellAway,
  full,
  { name: "nodes restarted one after the other", run: field => field.restartAll(field.secrets) },
  {
    name: "CLUSTER_SECRET changed",
    async run(field) {
      const former = required(field.secrets[0], "a secret");
      const next = `${former.slice(0, 32)}${field.chance.below(1_000_000)}`;
      for (const secrets of [[former, next], [next, former], [next]]) await field.restartAll(secrets);
      field.secrets = [next];
    },
  },
];
