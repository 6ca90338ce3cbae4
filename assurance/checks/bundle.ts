import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** The first script of a page may weigh this much, bytes of gzip. */
export const bundleLimit = 140 * 1024;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

export interface BundleWeight {
  readonly bytes: number;
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
}

const client = path.join(import.meta.dirname, "../../dist/site/client");

/** Weighs what the home page loads before it is alive: its routes, all they import at once, and the longest texts, the Russian ones. */
export async function weighHome(): Promise<BundleWeight> {
  const manifest = JSON.parse(await readFile(path.join(client, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const seen = new Set<string>();
  const take = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) take(next);
  };
  const first = /(^|\/)((entry\.client|root|layout|home-page)\.tsx|virtual:frame-texts\/ru)(\?|$)/;
  for (const key of Object.keys(manifest)) if (first.test(key)) take(key);
  const files = await Promise.all(
    [...seen]
      .filter(file => file.endsWith(".js"))
      .map(async file => ({ file, bytes: gzipSync(await readFile(path.join(client, file))).length })),
  );
  if (files.length < 4 || !Object.keys(manifest).some(key => key.endsWith("virtual:frame-texts/ru")))
    throw new Error("the manifest does not name the home page's scripts: build the site first");
  return { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files: files.sort((a, b) => b.bytes - a.bytes) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bytes, files } = await weighHome();
  for (const file of files) console.log(`${(file.bytes / 1024).toFixed(1).padStart(7)} KB  ${file.file}`);
  console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB of at most ${bundleLimit / 1024} KB`);
  if (bytes > bundleLimit) process.exit(1);
}
