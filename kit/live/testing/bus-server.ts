import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A broker of its own on loopback, for tests. */
export interface BusServer {
  readonly url: string;
  /** Ends it; `start` runs it again on the same port. */
  stop(): void;
  start(): Promise<void>;
}

const has = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/** The programs that are installed here; tests of the others are skipped. */
export const busServers: Readonly<Record<"redis" | "nats", string | undefined>> = {
  redis: ["valkey-server", "redis-server"].find(has),
  nats: ["nats-server"].find(has),
};

/** @param folder that it works in; removed when it stops */
export async function startBusServer(
  kind: "redis" | "nats",
  folder = mkdtempSync(join(tmpdir(), "fairhouse-bus-")),
): Promise<BusServer> {
  const program = busServers[kind] ?? "";
  const port = await freePort();
  const redis = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  let child: ChildProcess | undefined;
  const server: BusServer = {
    url: `${kind}://127.0.0.1:${port}`,
    stop() {
      child?.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
    async start() {
      mkdirSync(folder, { recursive: true });
      child = spawn(program, kind === "redis" ? redis : ["-a", "127.0.0.1", "-p", `${port}`], {
        cwd: folder,
        stdio: "ignore",
      });
      await reachable(port);
    },
  };
  await server.start();
  return server;
}

/** A client of the broker that is no node: it reads every frame, and publishes whatever bytes it likes. */
export interface Stranger {
  readonly seen: readonly { readonly subject: string; readonly bytes: Buffer }[];
  publish(subject: string, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export function connectStranger({ url }: BusServer): Promise<Stranger> {
  return url.startsWith("nats:") ? natsStranger(url) : redisStranger(url);
}

async function redisStranger(url: string): Promise<Stranger> {
  const { Redis } = await import("ioredis");
  const [publisher, listener] = [new Redis(url), new Redis(url)];
  const seen: { subject: string; bytes: Buffer }[] = [];
  listener.on("pmessageBuffer", (_pattern: string, subject: Buffer, bytes: Buffer) =>
    seen.push({ subject: subject.toString(), bytes }),
  );
  await listener.psubscribe("*");
  return {
    seen,
    publish: async (subject, bytes) => void (await publisher.publish(subject, Buffer.from(bytes))),
    async close() {
      publisher.disconnect();
      listener.disconnect();
    },
  };
}

async function natsStranger(url: string): Promise<Stranger> {
  const { connect: connectNats } = await import("@nats-io/transport-node");
  const connection = await connectNats({ servers: new URL(url).host });
  const seen: { subject: string; bytes: Buffer }[] = [];
  connection.subscribe(">", {
    callback(_error, { subject, data }) {
      seen.push({ subject, bytes: Buffer.from(data) });
    },
  });
  await connection.flush();
  return {
    seen,
    async publish(subject, bytes) {
      connection.publish(subject, bytes);
      await connection.flush();
    },
    close: () => connection.close(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function reachable(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>(resolve => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (isOpen) return;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
