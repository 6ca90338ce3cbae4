import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Manifest, storedName } from "#kit/contract/manifest.ts";
import type { MigrationSource } from "#kit/db/migrate.ts";
import { required } from "#kit/std/invariant.ts";

const modulesFolder = join(import.meta.dirname, "../../modules");

/** The migrations of the named modules and of their dependencies, or of every module, lower tiers first: `modules/X/server/migrations/*.sql`. */
export async function migrationsOf(names: readonly string[] | "all"): Promise<readonly MigrationSource[]> {
  const all = await readManifests();
  const wanted = new Map<string, Manifest>();
  const add = (name: string, asked: boolean) => {
    const manifest = all.get(name);
    if (!manifest) return asked ? required(manifest, `there is no module named ${name}`) : undefined;
    if (wanted.has(name)) return;
    for (const need of manifest.needs) add(need, false);
    wanted.set(name, manifest);
  };
  const asked = names === "all" ? [...all.values()].sort((a, b) => a.tier - b.tier).map(({ name }) => name) : names;
  for (const name of asked) add(name, true);
  return [...wanted.values()]
    .map(manifest => ({
      module: storedName(manifest),
      folder: join(modulesFolder, manifest.folder, "server/migrations"),
    }))
    .filter(source => existsSync(source.folder));
}

async function readManifests(): Promise<ReadonlyMap<string, Manifest>> {
  const found = new Map<string, Manifest>();
  for await (const file of glob("**/module.ts", { cwd: modulesFolder })) {
    const exported = Object.values((await import(pathToFileURL(join(modulesFolder, file)).href)) as object);
    const manifest = exported.find((value): value is Manifest => typeof value === "object" && "tier" in value);
    found.set(required(manifest, `${dirname(file)}/module.ts exports no manifest`).name, required(manifest, file));
  }
  return found;
}
