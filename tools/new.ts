import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyGame, nameFault, nextSteps, removalFault, renameTo } from "./new/copy-game.ts";
import { numberGame, register, registrations, unnumberGame, unregister } from "./new/registrations.ts";

/**
 * `npm run new game <name>` copies the folder of dice under another name and adds it to the list of games; with `--remove` it takes such a
 * game away, as long as it was not changed elsewhere and never played for money.
 */
const root = join(import.meta.dirname, "..");
const games = join(root, "modules/games");
const [kind, name = "", option] = process.argv.slice(2);
const isRemoved = option === "--remove";
const chart = "modules/ledger/shared/chart.ts";
const target = join(games, name);
const rename = renameTo(name);
const read = (path: string) => readFileSync(join(root, path), "utf8");

const fault =
  kind !== "game"
    ? "Say what is to be new: npm run new game <name>"
    : (isRemoved ? removalFault : nameFault)(name, readdirSync(games));
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
if (isRemoved) remove();
else make();

function make(): void {
  const source = join(games, "dice");
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({ path: path.slice(source.length + 1), text: readFileSync(path, "utf8") }));
  for (const { path, text } of copyGame(files, name)) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  change(register, numberGame);
  const golden = spawnSync("python3", ["-B", join(root, "assurance/second-verifier/golden_rounds.py"), name], {
    encoding: "utf8",
  });
  if (golden.status === 0) writeFileSync(join(target, "shared/vectors.json"), golden.stdout);
  else console.error(`No golden rounds were made: ${golden.stderr || golden.error?.message}`);
  console.log(nextSteps(name));
}

function remove(): void {
  rmSync(target, { recursive: true });
  rmSync(join(root, `docs/games/${name}.md`), { force: true });
  change(unregister, unnumberGame);
  console.log(`modules/games/${name} is removed, and its entries with it.`);
}

/** Rewrites the lists and what is printed from them. */
function change(entries: typeof register, number: typeof numberGame): void {
  const changed = new Map(registrations.map(each => [each.file, entries(read(each.file), each, rename)]));
  changed.set(chart, number(read(chart), name));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  // In processes of their own, which read the list as it is now.
  for (const tool of ["tools/games.ts", "tools/docs.ts"]) runTool(process.execPath, [join(root, tool)]);
  const biome = join(root, "node_modules/.bin/biome");
  const formatted = [...changed.keys()].filter(path => !path.endsWith(".py"));
  if (existsSync(biome)) runTool(biome, ["check", "--write", ...(isRemoved ? [] : [target]), ...formatted]);
}

function runTool(command: string, args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) console.error(`${command} ${args.join(" ")}: ${stderr || stdout}`);
}
