import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { benchFanout } from "./cluster/fanout.ts";
import { benchLockFirst } from "./cluster/lock-first.ts";
import { benchNodes } from "./cluster/nodes.ts";
import { benchRounds } from "./cluster/rounds.ts";
import { benchStandby } from "./cluster/standby.ts";
import { benchTraces } from "./cluster/traces.ts";

const parts: Readonly<Record<string, (seconds: number) => Promise<readonly BenchRow[]>>> = {
  standby: benchStandby,
  locks: benchLockFirst,
  nodes: benchNodes,
  rounds: benchRounds,
  fanout: benchFanout,
  traces: benchTraces,
};

/** What several processes cost, `-- cluster --seconds=6 [--parts=standby,nodes] [--pairs=3] [--players=256]`: each figure beside what it is compared with, measured in turn. */
export const benchCluster: BenchSuite = async ({ seconds }) => {
  const asked = process.argv.find(argument => argument.startsWith("--parts="))?.slice(8);
  const rows: BenchRow[] = [];
  for (const name of asked?.split(",") ?? Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`--parts: ${name} is no part of cluster; known: ${Object.keys(parts).join(", ")}`);
    const began = performance.now();
    rows.push(...(await part(seconds / 6)));
    console.log(`cluster: ${name}, ${Math.round((performance.now() - began) / 1000)} s`);
  }
  return rows;
};
