import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { root } from "./settings.ts";

const stampFile = join(root, "dist/site.stamp");
const sources = ["apps/site/**/*", "apps/office/**/*", "kit/**/*", "modules/**/*", "package-lock.json"];
const ignored = /\.test\.tsx?$|\.md$|\.sql$|\/server\/|\/\.react-router\//;

/** Whether the built site is older than these sources. */
export async function siteIsStale(): Promise<boolean> {
  if (!existsSync(join(root, "dist/site/server/index.js"))) return true;
  if (!existsSync(join(root, "dist/office/index.html"))) return true;
  return (await readFile(stampFile, "utf8").catch(() => "")) !== (await fingerprint());
}

/** Builds the site into dist/site and the back office into dist/office. */
export async function buildSite(signal?: AbortSignal): Promise<void> {
  const stamp = await fingerprint();
  await Promise.all([
    build(["react-router", "build", "apps/site"], signal),
    build(["vite", "build", "apps/office", "--logLevel", "warn"], signal),
  ]);
  await mkdir(join(root, "dist"), { recursive: true });
  await writeFile(stampFile, stamp);
}

async function build([program = "", ...args]: readonly string[], signal?: AbortSignal): Promise<void> {
  const said: string[] = [];
  const code = await new Promise<number | null>(resolve => {
    const child = spawn(process.execPath, [join(root, "node_modules/.bin", program), ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
      ...(signal ? { signal } : {}),
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", data => said.push(String(data)));
    child.once("error", error => said.push(error.message));
    child.once("close", resolve);
  });
  signal?.throwIfAborted();
  if (code !== 0) throw new StartFailure(`${args[1]} could not be built:\n${said.join("").trim().slice(-3000)}`);
}

async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !ignored.test(file)) files.push(file);
  }
  files.sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file.slice(root.length)}\n`).update(await readFile(file));
  return hash.digest("hex");
}
