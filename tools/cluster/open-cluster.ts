import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { type Child, startChild, untilReady } from "#tools/start/child.ts";
import { type Environment, root } from "#tools/start/settings.ts";
import { startApp } from "#tools/start/start-app.ts";
import { type ShiftableClock, shiftableClock } from "./clock.ts";
import { type Databases, startDatabases } from "./databases.ts";
import { type Link, openLink } from "./link.ts";
import { type Program, startProgram } from "./processes.ts";
import { type RunningProxy, startProxy } from "./proxy.ts";
import type { ClusterSettings } from "./settings.ts";

/** A process of the server, which faults end and start again. */
export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  pid(): number | undefined;
  /** After it ended; from then on with these settings in place of its own. The first node always runs this checkout, others that of `code`. */
  start(changes?: Environment, code?: string): Promise<void>;
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
  /** In a drill: from other nodes to its internal listener. */
  readonly internal?: Link;
  /** In a drill: links of the last node to the database and the bus. */
  readonly database?: Link;
  readonly bus?: Link;
  /** In a drill where libfaketime is installed: the clock of the last node. */
  readonly clock?: ShiftableClock;
}

export interface Cluster {
  /** Host name of the site, with the edge's port. */
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly nodes: readonly ClusterNode[];
  readonly databases: Databases;
  readonly proxy: RunningProxy;
  readonly folder: string;
  /** Environment of the first node, with the keys that all nodes share. */
  readonly environment: Environment;
  readonly clusterSecret: string;
  /** What a drill rotates to. */
  readonly nextSecret: string;
  killBus(): Promise<void>;
  startBus(): Promise<void>;
  close(): Promise<void>;
}

const offsets = {
  node: 10,
  perNode: 3,
  internalLinks: 40,
  bus: 50,
  busLink: 51,
  databaseLink: 52,
  database: 60,
  databases: 61,
  sandbox: 70,
} as const;

/** Everything on loopback, in a folder that is removed at the end. What was started is ended by its own process id. */
export async function openCluster(
  settings: ClusterSettings,
  progress: (text: string) => void,
  signal?: AbortSignal,
): Promise<Cluster> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last().catch((error: Error) => progress(error.message));
  };
  try {
    return await open(settings, progress, signal, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { nodes: count, bus, port, programs, isDrill, hasSmallLog }: ClusterSettings,
  progress: (text: string) => void,
  signal: AbortSignal | undefined,
  undo: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Cluster> {
  const folder = await ownFolder("fairhouse-cluster-");
  undo.push(() => rm(folder, { recursive: true, force: true }));
  progress("starting a primary and two standbys (the embedded PostgreSQL; this command promotes, not Patroni)");
  const databases = await startDatabases(
    join(folder, "databases"),
    port + offsets.databases,
    randomBytes(16).toString("hex"),
    hasSmallLog,
  );
  undo.push(databases.stop);

  const busPort = port + offsets.bus;
  let broker: Program | undefined;
  const startBus = async () => {
    const args =
      bus === "redis"
        ? ["--port", `${busPort}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        : ["-a", "127.0.0.1", "-p", `${busPort}`];
    broker = await startProgram(programs.bus, args, busPort, join(folder, "bus.log"));
  };
  const endBus = async () => {
    broker?.kill("SIGKILL");
    await broker?.ended;
    broker = undefined;
  };
  await startBus();
  undo.push(endBus);

  const link = async (own: number, target: number) => {
    const opened = await openLink(own, target);
    undo.push(opened.close);
    return opened;
  };
  const openMember = async (index: number): Promise<Member> => {
    const first = port + offsets.node + index * offsets.perNode;
    const plain = { name: `node-${index + 1}`, port: first, apiPort: first + 1, internalPort: first + 2 };
    if (!isDrill) return plain;
    const internal = await link(port + offsets.internalLinks + index, plain.internalPort);
    if (index < count - 1) return { ...plain, internal };
    const clock = shiftableClock(folder);
    return {
      ...plain,
      internal,
      bus: await link(port + offsets.busLink, busPort),
      database: await link(port + offsets.databaseLink, port + offsets.database),
      ...(clock && { clock }),
    };
  };
  const members = await Promise.all(Array.from({ length: count }, (_, index) => openMember(index)));
  const proxy = await startProxy({
    program: programs.haproxy,
    folder,
    edgePort: port,
    databasePort: port + offsets.database,
    nodes: members,
    databases: databases.servers,
  });
  undo.push(async () => {
    proxy.kill("SIGTERM");
    await proxy.ended;
  });

  const databaseUrlAt = (own: number) => {
    const url = new URL(databases.primaryUrl());
    url.port = `${own}`;
    return url.href;
  };
  const host = `fairhouse.localhost:${port}`;
  const through = (opened: Link | undefined, linked: number, plain: number) => (opened ? port + linked : port + plain);
  const settingsOf = ({ name, port: own, apiPort, internalPort, ...links }: Member, index: number) => ({
    HOST: host,
    PORT: `${own}`,
    API_PORT: `${apiPort}`,
    NODE_NAME: name,
    INTERNAL_LISTEN: `127.0.0.1:${internalPort}`,
    ...(links.internal && { INTERNAL_ADDRESS: `http://127.0.0.1:${port + offsets.internalLinks + index}` }),
    ...links.clock?.environment,
    CLUSTER_SECRET: clusterSecret,
    BUS_URL: `${bus}://127.0.0.1:${through(links.bus, offsets.busLink, offsets.bus)}`,
    DATABASE_URL: databaseUrlAt(through(links.database, offsets.databaseLink, offsets.database)),
    DATABASE_SYNC: "required",
    DATABASE_READ_URL: databaseUrlAt(databases.servers.at(-1)?.port ?? port + offsets.databases),
    TRUSTED_PROXIES: "127.0.0.1",
    DRAIN_SECONDS: "5",
    IDLE_MINUTES: "0",
  });
  const clusterSecret = randomBytes(24).toString("hex");
  const [firstMember, ...others] = members as [Member, ...Member[]];
  const sandboxPort = port + offsets.sandbox;
  const data = join(folder, "data");
  await mkdir(data, { recursive: true });
  progress("starting the first node with the sandbox");
  const app = await startApp({
    environment: {
      PATH: process.env.PATH,
      ...settingsOf(firstMember, 0),
      SANDBOX_PORT: `${sandboxPort}`,
      DATA_DIR: data,
      STUDIO: "0",
      ODDS: "0",
      DEMO_CROWD: "0",
    },
    mode: "production",
    progress,
    demo: false,
    ...(signal && { signal }),
  });
  undo.push(app.close);

  const nodes: ClusterNode[] = [{ ...firstMember, pid: app.serverPid, start: app.restartServer, stop: app.stopServer }];
  for (const [index, member] of others.entries()) {
    // One node receives mail: its port is one of this machine.
    const environment = { ...app.environment, ...settingsOf(member, index + 1), MAIL_LISTEN: undefined };
    const node = otherNode(member, environment, join(data, `${member.name}.log`));
    undo.push(node.stop);
    nodes.push(node);
  }
  progress(`starting ${others.length} more nodes`);
  await Promise.all(nodes.slice(1).map(node => node.start()));
  progress("ready");
  return {
    host,
    port,
    sandboxPort,
    nodes,
    databases,
    proxy,
    folder,
    environment: app.environment,
    clusterSecret,
    nextSecret: randomBytes(24).toString("hex"),
    killBus: endBus,
    startBus,
    close,
  };
}

interface Member extends Pick<ClusterNode, "name" | "port" | "internal" | "bus" | "database" | "clock"> {
  readonly apiPort: number;
  readonly internalPort: number;
}

function otherNode(member: Member, own: Environment, log: string): ClusterNode {
  const { name, port } = member;
  let child: Child | undefined;
  let environment = own;
  return {
    ...member,
    pid: () => child?.pid,
    async start(changes, code = root) {
      environment = { ...environment, ...changes };
      child = startChild({ name, script: join(code, "apps/server/main.ts"), environment, log });
      await untilReady(child, name, () => isReady(port));
    },
    stop: async () => child?.stop(15_000),
  };
}

export function isReady(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const sent = request({ host: "127.0.0.1", port, path: "/readyz", timeout: 2_000 }, answer => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    sent.on("error", () => resolve(false));
    sent.on("timeout", () => sent.destroy());
    sent.end();
  });
}
