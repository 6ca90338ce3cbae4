import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onlySandbox } from "../demo/crowd/only-sandbox.ts";
import { type Child, startChild } from "./child.ts";
import { type Environment, root } from "./settings.ts";

const script = join(root, "tools/demo/populate.ts");
const pendingFile = "story-pending";

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  readonly note?: string;
}

/**
 * Records that the demo is to be played on this database, until it is complete. The file contains the random value that its keys
 * are derived from, so that a repeated step is the same step.
 */
export async function requestDemo(dataFolder: string): Promise<void> {
  if (isDemoPending(dataFolder)) return;
  await writeFile(join(dataFolder, pendingFile), randomBytes(16).toString("hex"), { mode: 0o600 });
}

export function isDemoPending(dataFolder: string): boolean {
  return existsSync(script) && existsSync(join(dataFolder, pendingFile));
}

/**
 * Plays the demo in its own process; its output lines are its progress. An interrupted demo is completed by the next start: completed
 * steps are detected and not repeated. @returns a message when it did not complete.
 */
export async function playDemo(
  dataFolder: string,
  environment: Environment,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const demo = startChild({ name: "demo", script, environment });
  signal?.addEventListener("abort", () => void demo.stop(), { once: true });
  const sentence = await demo.ended;
  if (!sentence.includes("exit code 0")) return sentence;
  await rm(join(dataFolder, pendingFile), { force: true });
  return undefined;
}

/** Demo players play until the server closes; `DEMO_CROWD=0` disables them. They are refused with a real payment provider. */
export function startDemoCrowd(
  environment: Environment,
  sandboxPort: number,
  log: { log?: string },
): Child | undefined {
  if (environment.DEMO_CROWD === "0" || onlySandbox(environment, String(sandboxPort)) !== undefined) return undefined;
  const script = join(root, "tools/demo/crowd.ts");
  return startChild({
    name: "demo crowd",
    script,
    environment: { ...environment, SANDBOX_PORT: String(sandboxPort) },
    ...log,
  });
}

/** The logins that the demo wrote to DATA_DIR/demo.json. */
export async function demoLogins(dataFolder: string): Promise<readonly DemoLogin[]> {
  const text = await readFile(join(dataFolder, "demo.json"), "utf8").catch(() => '{"logins":[]}');
  return (JSON.parse(text) as { logins: DemoLogin[] }).logins;
}
