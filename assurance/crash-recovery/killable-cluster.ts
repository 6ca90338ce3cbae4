import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";

/** A PostgreSQL of its own that can be killed: every process of it ends at once, and the next start recovers from the log. */
export interface KillableCluster {
  readonly url: string;
  /** Resolves when it takes connections again, on the same port. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterOptions {
  readonly folder: string;
  readonly password: string;
}

export async function startKillable({ folder, password }: ClusterOptions): Promise<KillableCluster> {
  let server = await startEmbedded({ folder, password });
  const { url, port } = server;
  return {
    url,
    async kill() {
      const sessions = await childrenOf(server.pid);
      // The postmaster first: it would restart the sessions by itself.
      for (const pid of [server.pid, ...sessions]) end(pid);
      server = await startEmbedded({ folder, password, port });
    },
    stop: () => server.stop(),
  };
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid="]);
  const pairs = stdout.split("\n").map(line => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It ended by itself when the postmaster did.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
