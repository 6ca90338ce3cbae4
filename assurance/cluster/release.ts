import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { migrate } from "#kit/db/migrate.ts";
import { isReady } from "#tools/cluster/open-cluster.ts";
import { root } from "#tools/start/settings.ts";
import { diceIsTaken, type Field, healMs, restartMs, sentences, until, untilRoundTakesBets } from "./probes.ts";

/**
 * The previous version from git on the schema of the next one, beside nodes of this one: all nodes but the first go back to it one after
 * the other, and forward again. What the next version's migration adds is made up here, so that the schema is newer than both.
 */
export async function deployAndRollBack(field: Field): Promise<readonly string[]> {
  const { cluster, previous } = field;
  const code = await checkOut(previous, join(cluster.folder, "previous"));
  await expandSchema(cluster.databases.primaryUrl(), join(cluster.folder, "next"));
  const complaints: string[] = [];
  for (const version of [code, root])
    for (const node of cluster.nodes.slice(1)) {
      await node.stop();
      await node.start({ MIGRATE: "never" }, version);
      const what = `${node.name} of ${version === root ? "this version" : previous}`;
      complaints.push(
        ...sentences(
          await until(what, restartMs, () => isReady(node.port)),
          await until(`a bet after ${what}`, healMs, diceIsTaken(field)),
          await untilRoundTakesBets(field, `a round after ${what}`),
        ),
      );
    }
  return complaints;
}

/** The files of a commit, with the packages and the built site of this checkout. */
async function checkOut(ref: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const lock = git(["show", `${ref}:package-lock.json`]);
  if (lock !== (await readFile(join(root, "package-lock.json"), "utf8")))
    throw new StartFailure(`--previous: ${ref} has other packages; install it apart and compare by hand.`);
  const archive = join(folder, "previous.tar");
  git(["archive", `--output=${archive}`, ref]);
  const unpacked = spawnSync("tar", ["-xf", archive, "-C", folder], { encoding: "utf8" });
  if (unpacked.status !== 0) throw new StartFailure(`${archive} could not be unpacked: ${unpacked.stderr.trim()}`);
  for (const shared of ["node_modules", "dist"]) await symlink(join(root, shared), join(folder, shared));
  return folder;
}

function git(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", [...args], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new StartFailure(`--previous needs the repository: git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}

async function expandSchema(url: string, folder: string): Promise<void> {
  const next = join(folder, "crash");
  await mkdir(next, { recursive: true });
  const own = join(root, "modules/games/crash/server/migrations");
  for (const file of await readdir(own)) await symlink(join(own, file), join(next, file));
  await writeFile(join(next, "999-next-version.sql"), nextVersion);
  const owner = createDb(url, { pool: 1 });
  try {
    await migrate(owner, [{ module: "crash", folder: next }], "expand");
  } finally {
    await owner.end();
  }
}

const nextVersion = `-- phase: expand
ALTER TABLE crash.rounds ADD COLUMN next_version text;
ALTER TABLE wallet.bets ADD COLUMN next_version int NOT NULL DEFAULT 0;
CREATE TABLE crash.next_version (id uuid PRIMARY KEY);
`;
