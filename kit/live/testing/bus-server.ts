import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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

export async function startBusServer(kind: "redis" | "nats"): Promise<BusServer> {
  const program = busServers[kind] ?? "";
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-bus-"));
  const redis = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  let child: ChildProcess | undefined;
  const server: BusServer = {
    url: `${kind}://127.0.0.1:${port}`,
    stop() {
      child?.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
    async start() {
      child = spawn(program, kind === "redis" ? redis.with(-1, tmpdir()) : ["-a", "127.0.0.1", "-p", `${port}`], {
        stdio: "ignore",
      });
      await reachable(port);
    },
  };
  await server.start();
  return server;
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
