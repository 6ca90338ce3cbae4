import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A temporary folder for what a tool starts. Processes that work in it, and disks that are mounted in it, go with the folder when this process ends, however it
 * ends: by a signal, by an error, by `kill -9`. A tool that comes to its end closes what it started and removes the folder itself.
 */
export async function ownFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  // Apart from the terminal's Ctrl-C. The pipe closes when this process ends.
  const guard = spawn(process.execPath, [join(import.meta.dirname, "guard.ts"), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  (guard.stdin as typeof guard.stdin & { unref(): void }).unref();
  return folder;
}
