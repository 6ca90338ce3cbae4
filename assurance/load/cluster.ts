import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { benchFanout } from "./cluster/fanout.ts";
import { benchLockFirst } from "./cluster/lock-first.ts";
import { benchNodes } from "./cluster/nodes.ts";
import { benchRounds } from "./cluster/rounds.ts";
import { benchStandby } from "./cluster/standby.ts";

const parts: Readonly<Record<string, (seconds: number) => Promise<readonly BenchRow[]>>> = {
  standby: benchStandby,
  locks: benchLockFirst,
  nodes: benchNodes,
  rounds: benchRounds,
  fanout: benchFanout,
};

/** Of one run: shorter ones may finish nothing on a busy machine. */
const leastSeconds = 1;

/** What several processes cost, `-- cluster --seconds=6 [--only=standby,nodes]`: each figure beside what it is compared with, measured in turn. */
export const benchCluster: BenchSuite = async ({ seconds }) => {
  const only = process.argv.find(argument => argument.startsWith("--only="))?.slice(7);
  const rows: BenchRow[] = [];
  for (const name of only?.split(",") ?? Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`--only: ${name} is no part of cluster; known: ${Object.keys(parts).join(", ")}`);
    console.log(`cluster: ${name}`);
    rows.push(...(await part(Math.max(leastSeconds, seconds / 6))));
  }
  return rows;
};
