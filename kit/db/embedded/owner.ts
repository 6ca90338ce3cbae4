import { chown, mkdir } from "node:fs/promises";

/** Without ids: the user of this process. */
export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const unprivilegedUser = 65534;

/** The user that runs PostgreSQL, which refuses to run as root: this user, or `nobody` if this user is root. */
export function databaseOwner(): Owner {
  return process.getuid?.() === 0 ? { uid: unprivilegedUser, gid: unprivilegedUser } : {};
}

/** Creates the folder, 0700, and changes its owner. */
export async function makeOwned(folder: string, owner: Owner): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(folder, owner);
}

export async function giveTo(path: string, owner: Owner): Promise<void> {
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid);
}
