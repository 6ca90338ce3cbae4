// The first step of every npm script. It needs only Node 20: it installs what is missing and continues under the
// Node that the lockfile pins. `node tools/bootstrap.mjs tools/start.ts --dev`
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stampFile = join(modules, ".installed");

/** Forwards signals to the child, and exits when the child exits. */
let child;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child?.kill(signal));
}

// npm starts a shell, and the shell this process. A shell that SIGTERM ends forwards nothing: the product would go on without npm.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child?.kill("SIGTERM");
  }, 250).unref();
}

function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

function run(command, args, options) {
  return new Promise(resolve => {
    child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.once("error", error => resolve({ error }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

/** The lockfile state that node_modules must be installed from. */
function stampOf() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${process.platform}-${process.arch}`).digest("hex");
}

async function install() {
  const stamp = stampOf();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  const began = Date.now();
  console.log("Installing packages from the lockfile (about half a minute the first time) ...");
  const ticker = setInterval(() => {
    console.log(`  still installing, ${Math.round((Date.now() - began) / 1000)} s`);
  }, 10_000);
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const viaNode = npm?.endsWith(".js");
  const result = viaNode
    ? await run(process.execPath, [npm, ...args])
    : await run("npm", args, { shell: process.platform === "win32" });
  clearInterval(ticker);
  if (result.signal) process.exit(130);
  if (result.error) fail(`npm could not be started (${result.error.message}): install npm 10 or newer.`);
  if (result.code !== 0) fail("The packages could not be installed; see npm's error above.");
  writeFileSync(stampFile, stamp);
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** The pinned Node where one exists for this platform, else the installed one when it is new enough. */
function findNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const pinned = join(modules, `node-${process.platform.replace("win32", "win")}-${process.arch}`, "bin", name);
  for (const candidate of [pinned, process.execPath]) {
    if (!existsSync(candidate)) continue;
    const { stdout } = spawnSync(candidate, ["--version"], { encoding: "utf8" });
    const [major = 0, minor = 0] = (stdout ?? "").replace("v", "").split(".").map(Number);
    if (major > 22 || (major === 22 && minor >= 22)) return candidate;
  }
  return fail(
    `There is no pinned Node for ${process.platform} on ${process.arch}, and this one is ${process.version}: install Node 22.22 or newer.`,
  );
}

const [script, ...args] = process.argv.slice(2);
if (!script || !statSync(join(root, script), { throwIfNoEntry: false })) fail(`There is no script ${script ?? ""}.`);
await install();
const node = findNode();
const path = [dirname(node), join(modules, ".bin"), process.env.PATH ?? ""].join(delimiter);
// Types are stripped and code is compiled once, not at every start of every server process.
const caching = ["tools/start.ts", "tools/test.ts"].includes(script);
const cache = caching ? { NODE_COMPILE_CACHE: join(modules, ".compile-cache") } : {};
// The channel closes when this process exits, also when it was killed and could forward no signal.
const result = await run(node, [join(root, script), ...args], {
  cwd: process.cwd(),
  env: { ...cache, ...process.env, PATH: path },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
if (result.error) fail(`${node} could not be started: ${result.error.message}.`);
process.exit(result.code ?? 130);
