import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** The commit to compare with: the one that is given, else where this branch left `main`, else the last commit. */
export function changedAgainst(given: string | undefined): string {
  if (given === undefined)
    return git("merge-base", "HEAD", "main") ?? git("merge-base", "HEAD", "origin/main") ?? "HEAD";
  const commit = git("rev-parse", "--verify", "--quiet", `${given}^{commit}`);
  if (commit) return commit;
  console.error(`There is no commit "${given}".`);
  process.exit(1);
}

/** The folders of what has changed since: `modules/games/dice/`, `kit/db/`. Uncommitted and new files count. */
export function changedFolders(since: string): readonly string[] {
  const changed = git("diff", "--name-only", since) ?? "";
  const added = git("ls-files", "--others", "--exclude-standard") ?? "";
  const folders = `${changed}\n${added}`.split("\n").flatMap(file => folderOf(file) ?? []);
  return [...new Set(folders)].sort();
}

export function folderOf(file: string): string | undefined {
  return /^(?:modules\/games|modules\/engines|modules|kit|apps|tools|assurance)\/[^/]+\//.exec(file)?.[0];
}
