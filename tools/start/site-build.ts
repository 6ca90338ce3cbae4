import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { root } from "./settings.ts";

/** Something that is built from sources into dist/, and again when they have changed. */
export interface BuildPart {
  /** File in dist/ that holds the fingerprint of the sources it was built from. */
  readonly stamp: string;
  readonly sources: readonly string[];
  readonly ignored: RegExp;
  isBuilt(): boolean;
  /** Scripts from the root of the project, with arguments; they run side by side. */
  readonly programs: readonly (readonly string[])[];
}

const bin = "node_modules/.bin";
/** The site into dist/site and the back office into dist/office. */
const site: BuildPart = {
  stamp: "site.stamp",
  sources: ["apps/site/**/*", "apps/office/**/*", "kit/**/*", "modules/**/*", "package-lock.json"],
  ignored: /\.test\.tsx?$|\.md$|\.sql$|\/server\/|\/\.react-router\//,
  isBuilt: () => ["site/server/index.js", "office/index.html"].every(file => existsSync(join(root, "dist", file))),
  programs: [
    [`${bin}/react-router`, "build", "apps/site"],
    [`${bin}/vite`, "build", "apps/office", "--logLevel", "warn"],
  ],
};

/** Whether the built site is not of these sources. */
export function siteIsStale(): Promise<boolean> {
  return isStale(site);
}

export function buildSite(signal?: AbortSignal): Promise<void> {
  return buildPart(site, signal);
}

/** Builds what is not of its sources. */
export async function buildIfStale(part: BuildPart, begin: () => void, signal?: AbortSignal): Promise<void> {
  if (!(await isStale(part))) return;
  begin();
  await buildPart(part, signal);
}

async function isStale(part: BuildPart): Promise<boolean> {
  if (!part.isBuilt()) return true;
  return (await readFile(join(root, "dist", part.stamp), "utf8").catch(() => "")) !== (await fingerprint(part));
}

async function buildPart(part: BuildPart, signal?: AbortSignal): Promise<void> {
  const stamp = await fingerprint(part);
  await Promise.all(part.programs.map(program => build(program, signal)));
  await mkdir(join(root, "dist"), { recursive: true });
  await writeFile(join(root, "dist", part.stamp), stamp);
}

async function build([program = "", ...args]: readonly string[], signal?: AbortSignal): Promise<void> {
  const said: string[] = [];
  const code = await new Promise<number | null>(resolve => {
    const child = spawn(process.execPath, [join(root, program), ...args], {
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

async function fingerprint({ sources, ignored }: BuildPart): Promise<string> {
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
