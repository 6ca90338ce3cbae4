import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyGame, nameFault, nextSteps, renameTo } from "./new/copy-game.ts";
import { numberGame, register, registrations } from "./new/registrations.ts";

/** `npm run new game <name>`: copies the dice slice under another name, registers it where dice is registered, and formats it all. */
const root = join(import.meta.dirname, "..");
const games = join(root, "modules/games");
const [kind, name = ""] = process.argv.slice(2);
const fault = kind === "game" ? nameFault(name, readdirSync(games)) : "Say what is to be new: npm run new game <name>";
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}

const source = join(games, "dice");
const target = join(games, name);
const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name))
  .map(path => ({ path: path.slice(source.length + 1), text: readFileSync(path, "utf8") }));
for (const { path, text } of copyGame(files, name)) {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const rename = renameTo(name);
const changed = new Map<string, string>();
for (const registration of registrations) {
  changed.set(registration.file, register(read(registration.file), registration, rename));
}
const chart = "modules/ledger/shared/chart.ts";
changed.set(chart, numberGame(read(chart), name));
for (const [path, text] of changed) writeFileSync(join(root, path), text);

const golden = spawnSync("python3", [join(root, "assurance/second-verifier/golden_rounds.py"), name], {
  encoding: "utf8",
});
if (golden.status === 0) writeFileSync(join(target, "shared/vectors.json"), golden.stdout);
else console.error(`No golden rounds were made: ${golden.stderr || golden.error?.message}`);
// In a process of its own, which reads the list as it is now.
spawnSync(process.execPath, [join(root, "tools/bootstrap.mjs"), join(root, "tools/games.ts")], { cwd: root });
const biome = join(root, "node_modules/.bin/biome");
if (existsSync(biome))
  spawnSync(biome, ["check", "--write", target, ...changed.keys()], { cwd: root, stdio: "ignore" });
console.log(nextSteps(name));
