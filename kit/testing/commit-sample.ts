import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";

/** Of the checkout, by which a run chooses a part of its largest tests so that it can be repeated. Outside of a repository "none". */
export function commitHash(): string {
  const folder = import.meta.dirname;
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "none";
}

let commit: string | undefined;

/**
 * Which of `count` parts, from 0, this commit's run tests of `name`: each name gets its own. With `SAMPLE=all` tests leave no part out
 * (`isWhole`).
 */
export function partOf(name: string, count: number): number {
  commit ??= commitHash();
  return createHash("sha256").update(`${commit} ${name}`).digest().readUInt32BE() % count;
}

/** Whether every test was asked for in full. */
export const isWhole = process.env.SAMPLE === "all";
