import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyGame, nameFault, nextSteps } from "./new/copy-game.ts";

/** `npm run new game <name>`: copies the dice slice under another name and formats it. */
const games = join(import.meta.dirname, "../modules/games");
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
const biome = join(import.meta.dirname, "../node_modules/.bin/biome");
if (existsSync(biome)) spawnSync(biome, ["check", "--write", target], { stdio: "ignore" });
console.log(nextSteps(name));
