import { chown, mkdir } from "node:fs/promises";

/** The user PostgreSQL runs as. It refuses root, so root lends it `unprivilegedUser`. */
export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const unprivilegedUser = 65534;

/** Whom PostgreSQL is to run as: this user, or nobody when this user is root. */
export function databaseOwner(): Owner {
  return process.getuid?.() === 0 ? { uid: unprivilegedUser, gid: unprivilegedUser } : {};
}

/** Makes the folder, 0700, and gives it to the owner. */
export async function makeOwned(folder: string, owner: Owner): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(folder, owner);
}

/** Gives one file or folder to the owner. */
export async function giveTo(path: string, owner: Owner): Promise<void> {
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid);
}
