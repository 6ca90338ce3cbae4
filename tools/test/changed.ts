import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The commit to compare with: the one that is given, else where this branch left `main`, else the last commit. */
export function changedAgainst(given: string | undefined): string {
  const git = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    return status === 0 ? stdout.trim() : undefined;
  };
  if (given !== undefined) {
    const commit = git("rev-parse", "--verify", "--quiet", `${given}^{commit}`);
    if (commit) return commit;
    console.error(`There is no commit "${given}".`);
    process.exit(1);
  }
  return git("merge-base", "HEAD", "main") ?? git("merge-base", "HEAD", "origin/main") ?? "HEAD";
}
