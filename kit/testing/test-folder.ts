import { readdirSync, readFileSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { findPostmaster, isAlive } from "#kit/db/embedded/postmaster.ts";

const memory = "/dev/shm";
/** Several times what a whole run holds at once. */
const roomBytes = 8 * 2 ** 30;

/**
 * Where a test run keeps its files: in memory where there is room, else the system's folder for them. A database of all modules is two thousand
 * files, which take a disk a hundred times as long as memory.
 */
export function testFolder(): string {
  return !isInMemory(tmpdir()) && hasRoom() ? memory : tmpdir();
}

/** Whether a folder of {@link testFolder} is in memory. */
export const isInMemory = (folder: string) => folder.startsWith(`${memory}/`);

function hasRoom(): boolean {
  try {
    const mount = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync("/proc/mounts", "utf8"))?.[1]?.split(",");
    const { bavail, bsize } = statfsSync(memory);
    const isUsable = mount?.includes("rw") === true && !mount.includes("noexec");
    return isUsable && bavail * bsize >= roomBytes && freemem() >= roomBytes;
  } catch {
    return false;
  }
}

/** Stops and deletes what killed runs of this user left behind: folders named by a prefix and the process that made them. */
export async function sweepTestFolders(base: string, prefix: string): Promise<void> {
  for (const name of readdirSync(base)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const folder = join(base, name);
    for (const data of [folder, ...subfoldersOf(folder)]) {
      const running = findPostmaster(join(data, "postgres"));
      if (running) process.kill(running.pid, "SIGQUIT");
    }
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function subfoldersOf(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name));
}
