import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive } from "#kit/db/embedded/postmaster.ts";
import { ownFolder } from "./own-folder.ts";

/** A tool that has started a program in its folder, and works until it is ended. */
const tool = `
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { ownFolder } from ${JSON.stringify(join(import.meta.dirname, "own-folder.ts"))};
const folder = await ownFolder("fairhouse-own-folder-");
mkdirSync(folder + "/data");
const { pid } = spawn("sleep", ["600"], { cwd: folder + "/data", detached: true, stdio: "ignore" });
process.send({ folder, pid });
setInterval(() => {}, 1000);
`;

test.runIf(process.platform === "linux").each(["SIGKILL", "SIGINT"] as const)(
  "what a tool started in its folder ends with it, and the folder is removed, when %s ends the tool",
  async signal => {
    const scripts = await ownFolder("fairhouse-own-folder-test-");
    await writeFile(join(scripts, "tool.mjs"), tool);
    const running = fork(join(scripts, "tool.mjs"));
    const [{ folder, pid }] = (await once(running, "message")) as [{ folder: string; pid: number }];
    expect(isAlive(pid)).toBe(true);
    running.kill(signal);
    await expect.poll(() => [isAlive(pid), existsSync(folder)], { timeout: 20_000 }).toEqual([false, false]);
    await rm(scripts, { recursive: true });
  },
);

test.runIf(process.platform === "linux")("the guard of a folder that was removed ends before its tool", async () => {
  const scripts = await ownFolder("fairhouse-own-folder-test-");
  await writeFile(join(scripts, "tool.mjs"), tool);
  const running = fork(join(scripts, "tool.mjs"));
  const [{ folder, pid }] = (await once(running, "message")) as [{ folder: string; pid: number }];
  const started = () => readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, "utf8").trim().split(" ");
  expect(started()).toHaveLength(2);
  await rm(folder, { recursive: true });
  await expect.poll(started, { timeout: 20_000 }).toEqual([String(pid)]);
  running.kill();
  process.kill(pid);
  await rm(scripts, { recursive: true });
});

test.runIf(process.platform === "linux")("a program elsewhere is left alone", async () => {
  const other = spawn("sleep", ["600"], { stdio: "ignore" });
  const scripts = await ownFolder("fairhouse-own-folder-test-");
  await writeFile(join(scripts, "tool.mjs"), tool);
  const running = fork(join(scripts, "tool.mjs"));
  const [{ folder }] = (await once(running, "message")) as [{ folder: string }];
  running.kill("SIGKILL");
  await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false);
  expect(other.exitCode ?? other.signalCode).toBeNull();
  other.kill();
  await rm(scripts, { recursive: true });
});
