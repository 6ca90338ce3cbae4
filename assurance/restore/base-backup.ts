import { createHash } from "node:crypto";
import { mkdir, open, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

/** Each file of a backup by its path, with its SHA-256. */
export type Manifest = Readonly<Record<string, string>>;

export interface BaseBackup {
  readonly folder: string;
  readonly bytes: number;
}

export const manifestFile = "manifest.json";
const pieceBytes = 1024 * 1024;
/** Most of the time of a copy is waiting for the disk. */
const copiesAtOnce = 16;

/** As PostgreSQL's manual lists them: files of the running server, and folders that it fills itself. */
const left =
  /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init[^/]*|[^/]*\.tmp)$|^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/[^/]+$/;

/**
 * Copies the data folder of a running server (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"): the embedded one comes without
 * pg_basebackup. Returns when the log that the copy needs is in the archive; until then it cannot be restored.
 */
export async function takeBaseBackup(url: string, dataFolder: string, folder: string): Promise<BaseBackup> {
  // One session from start to stop: the backup is aborted with it.
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start($1, fast => true)", ["fairhouse"]);
    const copied = await copyTree(dataFolder, folder);
    const { rows } = await client.query<{ label: string }>(`SELECT labelfile AS "label" FROM pg_backup_stop(true)`);
    const label = rows[0]?.label ?? "";
    await writeFile(join(folder, "backup_label"), label);
    const manifest: Manifest = { ...copied.manifest, backup_label: createHash("sha256").update(label).digest("hex") };
    await writeFile(join(folder, manifestFile), JSON.stringify(manifest));
    return { folder, bytes: copied.bytes };
  } finally {
    await client.end();
  }
}

/** Copies a backup to where it will run, and compares each file with the manifest. Throws an error for the operator when one differs. */
export async function unpackBackup(backup: string, folder: string): Promise<void> {
  const manifest = JSON.parse(await readText(join(backup, manifestFile))) as Manifest;
  const copied = await copyTree(backup, folder, path => path !== manifestFile);
  for (const [path, hash] of Object.entries(manifest)) {
    if (copied.manifest[path] === hash) continue;
    const fault = copied.manifest[path] === undefined ? "is missing" : "differs from the manifest";
    throw new StartFailure(`The backup in ${backup} is damaged: ${path} ${fault}. Restore an earlier one.`);
  }
}

async function readText(file: string): Promise<string> {
  const handle = await open(file).catch(() => {
    throw new StartFailure(`There is no whole backup: ${file} is missing.`);
  });
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

async function copyTree(from: string, to: string, takes: (path: string) => boolean = path => !left.test(path)) {
  const files: string[] = [];
  async function findFiles(path: string): Promise<void> {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const own = path === "" ? entry.name : `${path}/${entry.name}`;
      if (!takes(own)) continue;
      if (entry.isDirectory()) await findFiles(own);
      else if (entry.isFile()) files.push(own);
      else
        throw new StartFailure(`${join(from, own)} is neither a file nor a folder: it would be missing in a backup.`);
    }
  }
  await findFiles("");
  const manifest: Record<string, string> = {};
  let bytes = 0;
  const copyNext = async () => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) {
      const copied = await copyFile(join(from, path), join(to, path));
      if (!copied) continue;
      manifest[path] = copied.hash;
      bytes += copied.bytes;
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, copyNext));
  return { manifest, bytes };
}

/** Undefined if the file has gone: a server drops tables while it is copied, and the log says so. */
async function copyFile(from: string, to: string): Promise<{ hash: string; bytes: number } | undefined> {
  const source = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!source) return undefined;
  const target = await open(to, "w", 0o600);
  try {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(pieceBytes);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await source.read(piece, 0, pieceBytes);
      if (bytesRead === 0) break;
      const read = piece.subarray(0, bytesRead);
      hash.update(read);
      await target.writeFile(read);
      bytes += bytesRead;
    }
    await target.datasync();
    return { hash: hash.digest("hex"), bytes };
  } finally {
    await source.close();
    await target.close();
  }
}
