import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { access, constants, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "#kit/db/embedded/make-folder.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

/** Secrets that must not be lost: seeds at rest cannot be read without them. */
export interface Secrets {
  readonly secretKey: string;
  readonly paymentsSecret: string;
  readonly beaconSeed: string;
  readonly databasePassword: string;
}

/** The key that signs the audit log's checkpoints; an installation with its own settings has its own key. */
export function auditSigningKey({ secretKey }: Secrets): string {
  return createHmac("sha256", secretKey).update("audit checkpoints").digest("hex");
}

const secretNames = ["secretKey", "paymentsSecret", "beaconSeed", "databasePassword"] as const;

/** Creates the folder and locks it for this process: two launchers on one folder would share one database. */
export async function takeDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new StartFailure(folderComplaint(folder, error as NodeJS.ErrnoException));
  }
  const file = join(folder, "house.lock");
  const holder = await holderOf(file);
  if (holder) throw new StartFailure(`Fairhouse is already running on ${folder} (process ${holder}).`);
  await guarded(folder, () => writeFile(file, `${process.pid} ${birthOf(process.pid)}\n`));
  return { release: () => rm(file, { force: true }) };
}

async function holderOf(file: string): Promise<number | undefined> {
  const [pid, birth] = (await readFile(file, "utf8").catch(() => "")).trim().split(" ");
  return pid && birth && birthOf(Number(pid)) === birth ? Number(pid) : undefined;
}

/** The process start time, which distinguishes it from a later process with the same ID; undefined when there is none. */
function birthOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8");
    return fields.slice(fields.lastIndexOf(")")).split(" ")[20];
  } catch {
    return undefined;
  }
}

/** Reads the secrets, or creates them on the first start. They are on disk before they are used. */
export async function keepSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, "secrets.json");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw new StartFailure(`${file} cannot be read: ${error.message}.`);
    return undefined;
  });
  if (text !== undefined) return parseSecrets(text, file);
  if (existsSync(join(folder, "postgres"))) {
    throw new StartFailure(`${file} is missing. Restore it: the data can't be read without it.`);
  }
  const secrets = Object.fromEntries(secretNames.map(name => [name, randomBytes(32).toString("hex")]));
  await guarded(folder, () => writeDurably(file, `${JSON.stringify(secrets, null, 2)}\n`));
  return secrets as unknown as Secrets;
}

function parseSecrets(text: string, file: string): Secrets {
  try {
    const secrets = JSON.parse(text) as Secrets;
    if (secretNames.every(name => /^[0-9a-f]{64}$/.test(secrets[name]))) return secrets;
  } catch {
    // Falls through to the error.
  }
  throw new StartFailure(`${file} is damaged. Restore it from a backup: the data can't be read without it.`);
}

async function writeDurably(file: string, text: string): Promise<void> {
  const half = `${file}.new`;
  const handle = await open(half, "w", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(half, file);
}

async function guarded(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new StartFailure(folderComplaint(folder, error as NodeJS.ErrnoException));
  }
}

function folderComplaint(folder: string, error: NodeJS.ErrnoException): string {
  if (error.code === "ENOSPC") return `The disk that holds ${folder} is full: free some space and start again.`;
  return `The data folder ${folder} cannot be used (${error.code ?? error.message}): choose another one with DATA_DIR.`;
}
