import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until the process at the other end of stdin has ended; then ends what works in the folder of its argument, and removes it. It also ends when the
 * folder is gone: a test run has several in one process.
 */
const [given = ""] = process.argv.slice(2);
const folder = realpathSync(given);
/** For a PostgreSQL to write its last checkpoint. */
const graceMs = 20_000;
/** How often it looks whether the folder is still there. */
const checkMs = 1_000;

process.stdin.resume();
process.stdin.once("close", () => void clear());
const check = setInterval(() => {
  if (!existsSync(folder)) process.exit(0);
}, checkMs);

async function clear(): Promise<void> {
  clearInterval(check);
  // SIGINT is PostgreSQL's fast shutdown; the brokers and the proxy end by it too.
  end("SIGINT");
  for (let waited = 0; workers().length > 0 && waited < graceMs; waited += 50) await sleep(50);
  end("SIGKILL");
  while (workers().length > 0) await sleep(50);
  for (const disk of disks()) spawnSync("umount", [disk]);
  rmSync(folder, { recursive: true, force: true });
}

function end(signal: NodeJS.Signals): void {
  for (const pid of workers())
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
}

const isInside = (path: string) => path === folder || path.startsWith(`${folder}/`);

/** Processes whose working directory is in the folder. Those of other users cannot be read, and are not ours. */
function workers(): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(pid => {
      try {
        return pid > 0 && isInside(readlinkSync(`/proc/${pid}/cwd`));
      } catch {
        return false;
      }
    });
}

/** Mount points in the folder, the innermost first. */
function disks(): readonly string[] {
  const points = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map(line => line.split(" ")[1] ?? "");
  return points.filter(isInside).toReversed();
}
