import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** `/dev/full` refuses every write with ENOSPC, as a file on a full disk does. */
const program = `
  const { createLog } = await import("#kit/log/create-log.ts");
  const { createMetrics } = await import("#kit/log/create-metrics.ts");
  const { standardOutput } = await import("#apps/server/system-host.ts");
  const metrics = createMetrics({ process: false });
  const log = createLog({ level: "info", write: standardOutput(metrics) });
  for (let i = 0; i < 3; i++) log.info({ i }, "a round opened");
  await new Promise(resolve => setTimeout(resolve, 50));
  process.stderr.write(await metrics.print());
`;

test("a process whose log cannot be written continues, and counts the lost lines", () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
    timeout: 20_000,
  });
  closeSync(full);
  expect(stderr).toContain("log_lines_lost_total 3");
  expect(status).toBe(0);
});
