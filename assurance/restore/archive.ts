import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { databaseOwner, makeOwned } from "#kit/db/embedded/owner.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

/** A folder that receives each finished file of the write-ahead log, beside the database and outlasting it. */
export async function makeArchive(folder: string): Promise<string> {
  const archive = join(folder, "archive");
  if (/['%\\]/.test(archive))
    throw new StartFailure(`The folder of the archive has a sign that a shell reads: ${archive}`);
  await makeOwned(archive, databaseOwner());
  // PostgreSQL runs as another user than root and has to pass through.
  await chmod(folder, 0o711);
  return archive;
}

/**
 * Settings of a server whose log is archived, every `seconds` at the latest. A file has its name only when it is on disk whole; one that is there
 * already is accepted if it is the same, because PostgreSQL repeats the command after a crash.
 */
export function archivingTo(archive: string, seconds: number): Readonly<Record<string, string>> {
  const target = `${archive}/%f`;
  return {
    wal_level: "replica",
    archive_mode: "on",
    archive_timeout: `${seconds}s`,
    archive_command: `if test -f '${target}'; then cmp -s '%p' '${target}'; else cp '%p' '${target}.part' && sync '${target}.part' && mv '${target}.part' '${target}'; fi`,
  };
}

/** The command of a server that is being restored. */
export const restoreCommand = (archive: string) => `cp '${archive}/%f' '%p'`;
