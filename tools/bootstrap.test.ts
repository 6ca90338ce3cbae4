import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("SIGTERM to npm, whose shell forwards none, ends what npm started", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fairhouse-bootstrap-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [script, said] = [join(folder, "started.mjs"), join(folder, "said")];
  await writeFile(
    script,
    `import { writeFileSync } from "node:fs";
     const alive = setInterval(() => undefined, 1000);
     process.on("SIGTERM", () => {
       writeFileSync(${JSON.stringify(said)}, "ended");
       clearInterval(alive);
       process.disconnect();
     });
     writeFileSync(${JSON.stringify(said)}, "started");`,
  );
  // The second command keeps the shell from becoming the first.
  const shell = spawn("sh", ["-c", `"${process.execPath}" tools/bootstrap.mjs "${relative(root, script)}"; true`], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", npm_lifecycle_event: "start" },
    stdio: "ignore",
  });
  const text = () => readFile(said, "utf8").catch(() => "");
  await expect.poll(text, { timeout: 30_000 }).toBe("started");
  const ended = once(shell, "exit");
  shell.kill("SIGTERM");
  await ended;
  await expect.poll(text, { timeout: 30_000 }).toBe("ended");
}, 60_000);
