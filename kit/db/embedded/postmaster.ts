import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** The contents of postmaster.pid of a PostgreSQL that runs on a data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** The running PostgreSQL of the data folder; undefined if there is none (also after a crash that left the file). */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readLines(join(folder, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !runsOn(pid, folder)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Every PostgreSQL process works in its data folder, which distinguishes it from another process with the same pid. */
function runsOn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

/** Whether the process still exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
