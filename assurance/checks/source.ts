import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import type { Manifest } from "#kit/contract/manifest.ts";
import { required } from "#kit/std/invariant.ts";

export const root = join(import.meta.dirname, "../..");

export interface Source {
  /** From the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every source file of the product. */
export function readSources(): readonly Source[] {
  return globSync("{kit,modules,studio,odds-sandbox,apps}/**/*.{ts,tsx,sql}", { cwd: root })
    .filter(path => !path.includes(".react-router/"))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** The manifests of all modules by folder (`games/dice`). */
export async function readManifests(): Promise<ReadonlyMap<string, Manifest>> {
  const found = new Map<string, Manifest>();
  for (const path of globSync("modules/**/module.ts", { cwd: root })) {
    const exported = Object.values((await import(join(root, path))) as object);
    const manifest = exported.find((value): value is Manifest => typeof value === "object" && "tier" in value);
    found.set(required(manifest, `${path} exports no manifest`).folder, required(manifest, path));
  }
  return found;
}

/** The specifiers a file imports or exports from, also lazily and for types only. */
export function importsOf(source: Source): readonly string[] {
  const { module } = parseSync(source.path, source.text);
  const lazy = module.dynamicImports.map(({ moduleRequest }) =>
    source.text.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""),
  );
  const again = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  );
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...again, ...lazy];
}
