import { spawnSync } from "node:child_process";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

export interface ClusterSettings {
  readonly nodes: number;
  readonly bus: "redis" | "nats";
  /** Port of the edge; the following hundred ports are the cluster's. */
  readonly port: number;
  /** Parts are taken away: links between them can be cut. */
  readonly isDrill: boolean;
  /** In a drill that fills it: the primary's log is on a disk of its own. */
  readonly hasSmallLog: boolean;
  readonly programs: { readonly haproxy: string; readonly bus: string };
}

const defaultPort = 4000;
const mostNodes = 9;

/** Reads `--nodes=`, `--bus=` and `--port=`, and finds the programs. Throws an error for the operator for what is wrong or missing. */
export function readClusterSettings(args: readonly string[]): ClusterSettings {
  const nodes = numberOf(args, "nodes", 3, mostNodes);
  const port = numberOf(args, "port", defaultPort, 65_000);
  const bus = textOf(args, "bus") ?? "redis";
  if (bus !== "redis" && bus !== "nats") throw new StartFailure(`--bus is "${bus}", but should be redis or nats.`);
  return {
    nodes,
    bus,
    port,
    isDrill: args.includes("drill"),
    hasSmallLog: args.includes("drill") && (textOf(args, "only") ?? "wal").split(",").includes("wal"),
    programs: {
      haproxy: required(["haproxy"], "haproxy"),
      bus:
        bus === "redis"
          ? required(["valkey-server", "redis-server"], "redis-server")
          : required(["nats-server"], "nats-server"),
    },
  };
}

export function textOf(args: readonly string[], name: string): string | undefined {
  return args.find(arg => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

export function numberOf(args: readonly string[], name: string, fallback: number, most: number): number {
  const text = textOf(args, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= most) return value;
  throw new StartFailure(`--${name} is "${text}", but should be a whole number from 1 to ${most}.`);
}

function required(programs: readonly string[], debianPackage: string): string {
  for (const program of programs) {
    const found = spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`], { encoding: "utf8" });
    if (found.status === 0) return found.stdout.trim();
  }
  throw new StartFailure(`${programs.join(" and ")} is not installed: apt-get install ${debianPackage}`);
}
