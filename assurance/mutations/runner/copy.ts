import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Mutation, root } from "./mutation.ts";

/** A copy of the checkout as it is, uncommitted changes included, in which patches are applied and taken back. */
export interface Copy {
  readonly folder: string;
  /** Undefined when it applied, else what `git apply` said. */
  apply(mutation: Mutation): string | undefined;
  restore(mutation: Mutation): void;
  remove(): void;
}

export function copyCheckout(): Copy {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-mutations-"));
  for (const file of filesOfCheckout()) copyInto(folder, file);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    apply: ({ patch }) => applyPatch(folder, patch),
    restore({ changes }) {
      for (const file of changes) copyInto(folder, file);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** What `git apply` says against applying the patch in this folder; undefined when it applied, or would with `--check`. */
export function applyPatch(folder: string, patch: string, ...options: readonly string[]): string | undefined {
  return applyPatches(folder, [patch], ...options);
}

/** Applies several patches, which change different files. */
export function applyPatches(
  folder: string,
  patches: readonly string[],
  ...options: readonly string[]
): string | undefined {
  const paths = patches.map(patch => join(root, patch));
  const args = ["apply", "--recount", "-C1", "--whitespace=nowarn", ...options, ...paths];
  // Outside of a repository `git apply` takes paths from the folder it runs in.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  const { status, stderr } = spawnSync("git", args, { cwd: folder, env, encoding: "utf8" });
  return status === 0 ? undefined : stderr.trim() || "git apply failed";
}

function filesOfCheckout(): readonly string[] {
  const list = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync("git", ["ls-files", "-z", ...args], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 << 20,
    });
    if (status !== 0) throw new Error(`The files of the checkout could not be listed: ${stderr}`);
    return stdout.split("\0").filter(file => file !== "");
  };
  const deleted = new Set(list("--deleted"));
  return list("--cached", "--others", "--exclude-standard").filter(file => !deleted.has(file));
}

function copyInto(folder: string, file: string): void {
  const target = join(folder, file);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(root, file), target);
}
