import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Manifest, storedName } from "#kit/contract/manifest.ts";
import type { MigrationSource } from "#kit/db/migrate.ts";
import { required } from "#kit/std/invariant.ts";

/** Read once: they are the same for all test files of a process. */
let manifests: Promise<ReadonlyMap<string, Manifest>> | undefined;

/** One order for every choice of modules, so that the templates of two choices begin alike. */
const byTier = (a: Manifest, b: Manifest) => a.tier - b.tier || a.name.localeCompare(b.name, "en");

const modulesFolder = join(import.meta.dirname, "../../modules");

/** The migrations of the named modules and of their dependencies, or of every module, lower tiers first: `modules/X/server/migrations/*.sql`. */
export async function migrationsOf(names: readonly string[] | "all"): Promise<readonly MigrationSource[]> {
  manifests ??= readManifests();
  const all = await manifests;
  const wanted = new Map<string, Manifest>();
  const add = (name: string, asked: boolean) => {
    const manifest = all.get(name);
    if (!manifest) return asked ? required(manifest, `there is no module named ${name}`) : undefined;
    if (wanted.has(name)) return;
    for (const need of manifest.needs) add(need, false);
    wanted.set(name, manifest);
  };
  for (const name of names === "all" ? all.keys() : names) add(name, true);
  return [...wanted.values()]
    .sort(byTier)
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
