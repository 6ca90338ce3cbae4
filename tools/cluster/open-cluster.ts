import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild, untilReady } from "#tools/start/child.ts";
import { type Environment, root } from "#tools/start/settings.ts";
import { startApp } from "#tools/start/start-app.ts";
import { type Databases, startDatabases } from "./databases.ts";
import { type Program, startProgram } from "./processes.ts";
import { type RunningProxy, startProxy } from "./proxy.ts";
import type { ClusterSettings } from "./settings.ts";

/** A process of the server, which faults end and start again. */
export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  pid(): number | undefined;
  /** After it ended. */
  start(): Promise<void>;
}

export interface Cluster {
  /** Of the site, with the edge's port. */
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly nodes: readonly ClusterNode[];
  readonly databases: Databases;
  readonly proxy: RunningProxy;
  readonly folder: string;
  killBus(): Promise<void>;
  startBus(): Promise<void>;
  close(): Promise<void>;
}

const offsets = { node: 10, perNode: 3, bus: 50, database: 60, databases: 61, sandbox: 70 } as const;

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
  { nodes: count, bus, port, programs }: ClusterSettings,
  progress: (text: string) => void,
  signal: AbortSignal | undefined,
  undo: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "fairhouse-cluster-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  progress("starting a primary and two standbys (the embedded PostgreSQL; this command promotes, not Patroni)");
  const databases = await startDatabases(
    join(folder, "databases"),
    port + offsets.databases,
    randomBytes(16).toString("hex"),
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

  const members = Array.from({ length: count }, (_, index) => {
    const first = port + offsets.node + index * offsets.perNode;
    return { name: `node-${index + 1}`, port: first, apiPort: first + 1, internalPort: first + 2 };
  });
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

  const databaseUrl = new URL(databases.primaryUrl());
  databaseUrl.port = `${port + offsets.database}`;
  const host = `fairhouse.localhost:${port}`;
  const settingsOf = ({ name, port: own, apiPort, internalPort }: (typeof members)[0]) => ({
    HOST: host,
    PORT: `${own}`,
    API_PORT: `${apiPort}`,
    NODE_NAME: name,
    INTERNAL_LISTEN: `127.0.0.1:${internalPort}`,
    CLUSTER_SECRET: clusterSecret,
    BUS_URL: `${bus}://127.0.0.1:${busPort}`,
    DATABASE_URL: databaseUrl.href,
    DATABASE_SYNC: "required",
    TRUSTED_PROXIES: "127.0.0.1",
    DRAIN_SECONDS: "5",
    IDLE_MINUTES: "0",
  });
  const clusterSecret = randomBytes(24).toString("hex");
  const [firstMember, ...others] = members as [(typeof members)[0], ...(typeof members)[0][]];
  const sandboxPort = port + offsets.sandbox;
  const data = join(folder, "data");
  await mkdir(data, { recursive: true });
  progress("starting the first node with the sandbox");
  const app = await startApp({
    environment: {
      PATH: process.env.PATH,
      ...settingsOf(firstMember),
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

  const nodes: ClusterNode[] = [
    { name: firstMember.name, port: firstMember.port, pid: app.serverPid, start: app.restartServer },
  ];
  for (const member of others) {
    const node = otherNode(member, { ...app.environment, ...settingsOf(member) }, join(data, `${member.name}.log`));
    undo.push(node.stop);
    nodes.push(node);
  }
  progress(`starting ${others.length} more nodes`);
  await Promise.all(nodes.slice(1).map(node => node.start()));
  progress("ready");
  return { host, port, sandboxPort, nodes, databases, proxy, folder, killBus: endBus, startBus, close };
}

function otherNode(
  { name, port }: { readonly name: string; readonly port: number },
  environment: Environment,
  log: string,
): ClusterNode & { stop(): Promise<void> } {
  let child: Child | undefined;
  return {
    name,
    port,
    pid: () => child?.pid,
    async start() {
      child = startChild({ name, script: join(root, "apps/server/main.ts"), environment, log });
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
