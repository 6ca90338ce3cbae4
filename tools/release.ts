import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { readHeader } from "#kit/db/migration-header.ts";
import { released, unreleased } from "./release/changelog.ts";
import { gzipped, provenanceOf, type ReleaseFile, signedEnvelope, sums } from "./release/pack.ts";
import { sbomOf } from "./release/sbom.ts";
import { compareSurfaces, nextVersion, type PrintedDocuments, surfaceOf } from "./release/surface.ts";

/**
 * `npm run release`: the next version by what changed since the last tag `vN.N.N`, and its notes. `-- --write` sets the version and the
 * section of CHANGELOG.md. `-- --pack=FOLDER` makes the archive of the last commit, its SBOM, sums and provenance, signed where RELEASE_SIGNING_KEY is set.
 */
const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const bytesOf = (value: string): Uint8Array => Buffer.from(value);
const text = (path: string) => readFile(join(root, path), "utf8");
const documents: Readonly<Record<keyof PrintedDocuments, string>> = {
  openApi: "docs/openapi.json",
  errors: "docs/errors.md",
  events: "docs/events.md",
  settings: "docs/settings.md",
};
/** The contracts of a version from before its settings were printed. */
const missing: PrintedDocuments = { openApi: '{"paths":{}}', errors: "", events: "", settings: "" };

try {
  const pack = args.find(arg => arg.startsWith("--pack="))?.slice("--pack=".length);
  const unknown = args.find(arg => arg !== "--write" && !arg.startsWith("--pack="));
  if (unknown !== undefined) throw new StartFailure(`${unknown} is unknown: --write, --pack=FOLDER.`);
  if (pack !== undefined) await packInto(pack);
  else await prepare(args.includes("--write"));
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

async function prepare(write: boolean): Promise<void> {
  const { version } = await manifest();
  const last = git("tag", "--list", "v[0-9]*", "--sort=-v:refname").toString().split("\n")[0] ?? "";
  const changelog = await text("CHANGELOG.md");
  const changes = last === "" ? undefined : compareSurfaces(surfaceAt(last), await surfaceNow());
  const next = changes ? nextVersion(version, changes) : version;
  const notes = [
    `# Fairhouse ${next}`,
    unreleased(changelog),
    ...(changes && changes.breaking.length > 0
      ? [`## Breaking\n${changes.breaking.map(line => `- ${line}`).join("\n")}`]
      : []),
    `## Going back\n${last === "" ? "This is the first release." : await wayBack(last)}`,
  ].join("\n\n");
  console.log(notes);
  if (!write) return;
  await writeFile(join(root, "CHANGELOG.md"), released(changelog, next, new Date().toISOString().slice(0, 10)));
  for (const file of ["package.json", "package-lock.json"]) await writeVersion(file, next);
  console.error(`\nWritten. Commit it, tag it v${next}, then: npm run release -- --pack=FOLDER`);
}

async function writeVersion(file: string, version: string): Promise<void> {
  const content = JSON.parse(await text(file)) as { version: string; packages?: { "": { version: string } } };
  content.version = version;
  if (content.packages) content.packages[""].version = version;
  await writeFile(join(root, file), `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Whether the former version runs on the schema of this one. */
async function wayBack(last: string): Promise<string> {
  const before = new Set(git("ls-tree", "-r", "--name-only", last).toString().split("\n"));
  const contracts: string[] = [];
  for (const path of git("ls-files", "*.sql")
    .toString()
    .split("\n")
    .filter(file => file.includes("/migrations/")))
    if (!before.has(path) && readHeader(path, await text(path)).phase !== "expand") contracts.push(path);
  if (contracts.length === 0) return `${last} runs on the database of this version: every new migration only adds.`;
  return `${last} does not run once these are applied; leave them out with npm run migrate -- --phase=expand until nobody goes back:\n${contracts.map(path => `- ${path}`).join("\n")}`;
}

async function packInto(folder: string): Promise<void> {
  const { name, version } = await manifest();
  if (git("status", "--porcelain").toString() !== "")
    throw new StartFailure("There are changes that are not committed: what is packed is a commit.");
  const commit = git("rev-parse", "HEAD").toString().trim();
  const stem = `${name}-${version}`;
  const archive = {
    name: `${stem}.tar.gz`,
    bytes: gzipped(git("archive", "--format=tar", `--prefix=${stem}/`, commit)),
  };
  const sbom = {
    name: `${stem}.cdx.json`,
    bytes: bytesOf(`${JSON.stringify(sbomOf(await text("package-lock.json"), { name, version }), undefined, 1)}\n`),
  };
  const statement = provenanceOf([archive, sbom], { commit, version });
  const key = process.env.RELEASE_SIGNING_KEY;
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key))
    throw new StartFailure("RELEASE_SIGNING_KEY should be 32 bytes in hex.");
  const provenance =
    key === undefined
      ? { name: `${stem}.intoto.json`, bytes: bytesOf(statement) }
      : { name: `${stem}.intoto.dsse.json`, bytes: bytesOf(signedEnvelope(statement, key)) };
  const files: readonly ReleaseFile[] = [archive, sbom, provenance];
  await mkdir(folder, { recursive: true });
  for (const file of [...files, { name: "SHA256SUMS", bytes: bytesOf(sums(files)) }])
    await writeFile(join(folder, file.name), file.bytes);
  console.log(sums(files).trimEnd());
  if (key === undefined) console.error("The provenance is not signed: RELEASE_SIGNING_KEY is not set.");
}

async function manifest(): Promise<{ readonly name: string; readonly version: string }> {
  return JSON.parse(await text("package.json")) as { name: string; version: string };
}

async function surfaceNow() {
  const entries = await Promise.all(Object.entries(documents).map(async ([name, path]) => [name, await text(path)]));
  return surfaceOf(Object.fromEntries(entries) as PrintedDocuments);
}

function surfaceAt(ref: string) {
  const present = new Set(git("ls-tree", "-r", "--name-only", ref, "docs").toString().split("\n"));
  const entries = Object.entries(documents).map(([name, path]) => [
    name,
    present.has(path) ? git("show", `${ref}:${path}`).toString() : missing[name as keyof PrintedDocuments],
  ]);
  return surfaceOf(Object.fromEntries(entries) as PrintedDocuments);
}

function git(...command: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync("git", command, { cwd: root, maxBuffer: 2 ** 29 });
  if (status !== 0) throw new StartFailure(`git ${command[0]}: ${stderr.toString().trim()}`);
  return stdout;
}
