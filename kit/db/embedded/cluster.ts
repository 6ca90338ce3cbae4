import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { giveTo, makeOwned, type Owner } from "./owner.ts";
import { explainDatabaseLog, StartFailure } from "./start-failure.ts";

/** The one user of an embedded PostgreSQL. */
export const databaseUser = "fairhouse";

/**
 * PostgreSQL is started in its data folder with the path `/proc/self/cwd`: so it also works where its user cannot
 * enter the folders above, as in a checkout under a 0700 home.
 */
export const dataFolderArgument = "/proc/self/cwd";

/** Creates the data folder if there is none, else checks that it is complete and of this version. */
export async function ensureCluster(folder: string, password: string, binaries: Binaries, owner: Owner): Promise<void> {
  const entries = await readdir(folder).catch(() => undefined);
  if (!entries || entries.length === 0) return initialise(folder, password, binaries, owner);
  const whole = entries.includes("PG_VERSION") && existsSync(join(folder, "global/pg_control"));
  const version = whole ? Number.parseInt(await readFile(join(folder, "PG_VERSION"), "utf8"), 10) : Number.NaN;
  if (Number.isNaN(version)) {
    throw new StartFailure(
      `${folder} is not a whole PostgreSQL data folder: restore it from a backup, or move it away to start with an empty one.`,
    );
  }
  if (version !== binaries.majorVersion) {
    throw new StartFailure(
      `The data in ${folder} was made by PostgreSQL ${version}, and this installation runs ${binaries.majorVersion}: dump it with the old version and load it into the new one.`,
    );
  }
}

/** Created beside the final name and moved there when complete, so an interrupted start leaves no partial folder. */
async function initialise(folder: string, password: string, binaries: Binaries, owner: Owner): Promise<void> {
  const half = `${folder}.new`;
  await rm(half, { recursive: true, force: true });
  await makeOwned(half, owner);
  const secret = await passwordFile(password, owner);
  try {
    const result = spawnSync(binaries.initdb, initArguments(secret.file), { ...owner, cwd: half, encoding: "utf8" });
    if (result.status !== 0) {
      throw new StartFailure(explainDatabaseLog(result.error?.message ?? result.stderr, folder, 0));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(half, folder);
  } finally {
    await rm(secret.folder, { recursive: true, force: true });
    await rm(half, { recursive: true, force: true });
  }
}

function initArguments(passwordFile: string): readonly string[] {
  return [
    `--pgdata=${dataFolderArgument}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
  ];
}

async function passwordFile(password: string, owner: Owner): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), "fairhouse-init-"));
  const file = join(folder, "password");
  await writeFile(file, password, { mode: 0o600 });
  await giveTo(file, owner);
  await giveTo(folder, owner);
  return { folder, file };
}
