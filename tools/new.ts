import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyGame, type GameFile, nameFault, nextSteps, removalFault, renameTo } from "./new/copy-game.ts";
import {
  copySlot,
  nextSlotSteps,
  patternSlot,
  renameSlotTo,
  slotRegistrations,
  slugFault,
  slugRemovalFault,
} from "./new/copy-slot.ts";
import {
  numberGame,
  type Registration,
  register,
  registrations,
  unnumberGame,
  unregister,
} from "./new/registrations.ts";

/**
 * `npm run new game <name>` copies the folder of dice under another name and adds it to the list of games, `npm run new slot <name>` the
 * simplest slot of the studio; with `--remove` they take such a game away, as long as it was not changed elsewhere and never played for
 * money.
 */
interface Kind {
  /** Folder of the games of this kind. */
  readonly folder: string;
  /** The game that is copied. */
  readonly pattern: string;
  /** Folder of its printed page. */
  readonly pages: string;
  readonly registrations: readonly Registration[];
  fault(name: string, present: readonly string[]): string | undefined;
  removalFault(name: string, present: readonly string[]): string | undefined;
  renameTo(name: string): (text: string) => string;
  copy(files: readonly GameFile[], name: string): GameFile[];
  nextSteps(name: string): string;
}

const kinds: Readonly<Record<string, Kind>> = {
  game: {
    folder: "modules/games",
    pattern: "dice",
    pages: "docs/games",
    registrations,
    fault: nameFault,
    removalFault,
    renameTo,
    copy: copyGame,
    nextSteps,
  },
  slot: {
    folder: "studio/slots",
    pattern: patternSlot,
    pages: "docs/slots",
    registrations: slotRegistrations,
    fault: slugFault,
    removalFault: slugRemovalFault,
    renameTo: renameSlotTo,
    copy: copySlot,
    nextSteps: nextSlotSteps,
  },
};

const root = join(import.meta.dirname, "..");
const [wanted = "", name = "", option] = process.argv.slice(2);
const isRemoved = option === "--remove";
const chart = "modules/ledger/shared/chart.ts";
const read = (path: string) => readFileSync(join(root, path), "utf8");

const kind =
  (Object.hasOwn(kinds, wanted) ? kinds[wanted] : undefined) ??
  stop("Say what is to be new: npm run new game <name>, or npm run new slot <name>");
const folder = join(root, kind.folder);
const target = join(folder, name);
const fault = (isRemoved ? kind.removalFault : kind.fault)(name, readdirSync(folder));
if (fault !== undefined) stop(fault);
if (isRemoved) remove(kind);
else make(kind);

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function make(of: Kind): void {
  const source = join(folder, of.pattern);
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({ path: path.slice(source.length + 1), text: readFileSync(path, "utf8") }));
  for (const { path, text } of of.copy(files, name)) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  change(of);
  if (wanted === "game") writeGoldenRounds();
  console.log(of.nextSteps(name));
}

function writeGoldenRounds(): void {
  const golden = spawnSync("python3", ["-B", join(root, "assurance/second-verifier/golden_rounds.py"), name], {
    encoding: "utf8",
  });
  if (golden.status === 0) writeFileSync(join(target, "shared/vectors.json"), golden.stdout);
  else console.error(`No golden rounds were made: ${golden.stderr || golden.error?.message}`);
}

function remove(of: Kind): void {
  rmSync(target, { recursive: true });
  rmSync(join(root, of.pages, `${name}.md`), { force: true });
  change(of);
  console.log(`${of.folder}/${name} is removed, and its entries with it.`);
}

/** Rewrites the lists and what is printed from them. */
function change(of: Kind): void {
  const entries = isRemoved ? unregister : register;
  const rename = of.renameTo(name);
  const changed = new Map(of.registrations.map(each => [each.file, entries(read(each.file), each, rename)]));
  if (wanted === "game") changed.set(chart, (isRemoved ? unnumberGame : numberGame)(read(chart), name));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  const biome = join(root, "node_modules/.bin/biome");
  const formatted = [...changed.keys()].filter(path => !path.endsWith(".py"));
  // Before a slot is proven, because the proof holds for exactly these bytes. Without the rules that read the whole project first.
  const files = [...(isRemoved ? [] : [target]), ...formatted];
  if (existsSync(biome)) runTool(biome, ["check", "--write", "--config-path=tools/new/format.json", ...files]);
  // In processes of their own, which read the list as it is now.
  if (wanted === "slot" && !isRemoved) runTool(process.execPath, [join(root, "tools/par.ts"), name]);
  for (const tool of ["tools/games.ts", "tools/docs.ts"]) runTool(process.execPath, [join(root, tool)]);
}

function runTool(command: string, args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) console.error(`${command} ${args.join(" ")}: ${stderr || stdout}`);
}
