import { spawnSync } from "node:child_process";
import { chown, cp, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Owner } from "#kit/db/embedded/owner.ts";

/** A file system of a few megabytes in memory, mounted over a folder. */
export interface SmallDisk {
  /** Writes a file until nothing fits any more. */
  fill(): Promise<void>;
  /** Removes that file. */
  release(): Promise<void>;
  unmount(): void;
}

const ballast = "ballast";
const piece = Buffer.alloc(1024 * 1024);

/** Mounts it with what the folder holds. Undefined where this user may not mount. */
export async function mountSmallDisk(folder: string, megabytes: number, owner: Owner): Promise<SmallDisk | undefined> {
  const before = `${folder}.before`;
  await rename(folder, before);
  await mkdir(folder);
  const options = [`size=${megabytes}m`, "mode=0700", `uid=${owner.uid ?? 0}`, `gid=${owner.gid ?? 0}`].join();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "fairhouse-drill", folder]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true });
    await rename(before, folder);
    return undefined;
  }
  await cp(before, folder, { recursive: true, preserveTimestamps: true });
  await rm(before, { recursive: true });
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined)
    for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
  return {
    async fill() {
      const file = await open(join(folder, ballast), "w");
      try {
        for (;;) await file.write(piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        await file.close();
      }
    },
    release: () => rm(join(folder, ballast), { force: true }),
    unmount() {
      const { status, stderr } = spawnSync("umount", [folder], { encoding: "utf8" });
      if (status !== 0) throw new Error(`${folder} could not be unmounted: ${stderr.trim()}`);
    },
  };
}
