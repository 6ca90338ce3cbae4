import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type CrashBatch, runCrashRecovery } from "../crash-recovery/run.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";

/**
 * `npm run bench -- crash-recovery --only=wallet,payments --times=10 --seconds=280 --into=crash-recovery.jsonl`: the file gets a line a batch, and what
 * is in it counts, so that an interrupted run continues.
 */
export const benchCrashRecovery: BenchSuite = async ({ seconds }) => {
  const option = (name: string) => process.argv.find(argument => argument.startsWith(`--${name}=`))?.split("=")[1];
  const only = option("only")?.split(",");
  const into = option("into");
  const former = into && existsSync(into) ? readBatches(into) : [];
  const report = await runCrashRecovery({
    times: Number(option("times") ?? 10),
    seconds: Math.max(seconds, 20),
    before: countsOf(former),
    ...(only && { only }),
    onBatch(batch) {
      if (into) appendFileSync(into, `${JSON.stringify(batch)}\n`);
      for (const violation of batch.violations) console.log(violation);
    },
  });
  const batches = [...former, ...report.batches];
  const sum = (count: (batch: CrashBatch) => number) => batches.reduce((all, batch) => all + count(batch), 0);
  const rests = batches.map(batch => batch.holdsGoneAfter);
  const rows: BenchRow[] = [...report.hits].map(([failpoint, kills]) => ({ failpoint, kills }));
  return [
    ...rows,
    {
      failpoint: "all",
      kills: sum(batch => batch.killedAt.length),
      calls: sum(batch => batch.calls),
      noResponse: sum(batch => batch.noResponse),
      payments: sum(batch => batch.payments),
      violations: sum(batch => batch.violations.length),
      "holds zero after s": rests.includes(null) ? "never" : Math.max(0, ...rests.map(ms => (ms ?? 0) / 1000)),
    },
  ];
};

function readBatches(file: string): CrashBatch[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map(line => JSON.parse(line) as CrashBatch);
}

function countsOf(batches: readonly CrashBatch[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of batches.flatMap(batch => batch.killedAt)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
