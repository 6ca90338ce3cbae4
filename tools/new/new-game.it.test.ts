import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const left = new Set(["node_modules", "dist", "data", ".git", ".cache", "test-results"]);
/** Part of the sources; what is built, installed or run in place is not. */
const isSource = (path: string) =>
  !left.has(path.split("/")[0] ?? "") && !/(^|\/)(\.react-router|__pycache__)(\/|$)/.test(path);
const bin = (name: string) => join(root, "node_modules/.bin", name);

/** Outside of modules/games: printed documents, names in three languages, the number in the ledger, the rules of the second verifier. */
const changedElsewhere = [
  "apps/office/locale/en.json",
  "apps/office/locale/kz.json",
  "apps/office/locale/ru.json",
  "apps/text-registry.ts",
  "assurance/second-verifier/golden_rounds.py",
  "docs/api.md",
  "docs/calls.md",
  "docs/errors.md",
  "docs/games/known-failures.md",
  "docs/money/books.md",
  "docs/openapi.json",
  "modules/fairness/verifier/fairhouse_verify.py",
  "modules/fairness/verifier/rules.json",
  "modules/ledger/shared/chart.ts",
  "modules/lobby/locale/en.json",
  "modules/lobby/locale/kz.json",
  "modules/lobby/locale/ru.json",
];

/** Outside of its folder: its PAR sheet, the studio's list, the rules of the second verifier. */
const changedBySlot = [
  "assurance/second-verifier/fairhouse_slots.py",
  "assurance/second-verifier/slot-rules.json",
  "docs/slots/sample-slot.md",
  "studio/slots/registry.ts",
];

/** The text of every file, by path, as one digest each. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const paths = files.map(entry => relative(folder, join(entry.parentPath, entry.name)));
  const own = paths.filter(isSource).sort();
  return new Map(
    own.map(path => [
      path,
      createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex"),
    ]),
  );
}

/** What the static checks found out about the files that stay as they are, so that types are checked of the others. */
function copyCheckedTypes(folder: string): void {
  const checked = ".cache/types";
  if (existsSync(join(root, checked))) cpSync(join(root, checked), join(folder, checked), { recursive: true });
}

const start = promisify(execFile);

/** Throws with the program's output if it fails. */
async function run(folder: string, command: string, args: readonly string[], environment = {}): Promise<void> {
  await start(command, [...args], { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 1e8 });
}

test("a game and a slot made by npm run new type-check, play and verify; removed, they leave the tree as it was", {
  timeout: 2_400_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-new-"));
  try {
    cpSync(root, folder, { recursive: true, filter: path => isSource(relative(root, path)) });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    copyCheckedTypes(folder);
    const before = contentsOf(folder);
    await run(folder, process.execPath, ["tools/new.ts", "game", "sample"]);
    const made = contentsOf(folder);
    const others = [...made].filter(([path, text]) => before.get(path) !== text && !path.startsWith("modules/games/"));
    expect(others.map(([path]) => path)).toEqual(changedElsewhere);
    await run(folder, process.execPath, ["tools/new.ts", "slot", "sample-slot"]);
    const withSlot = [...contentsOf(folder)].filter(([path, text]) => made.get(path) !== text);
    expect(withSlot.map(([path]) => path).filter(path => !path.startsWith("studio/slots/sample-slot/"))).toEqual(
      changedBySlot,
    );
    for (const part of ["shared", "server", "browser"])
      await run(folder, bin("tsc"), ["-p", `tsconfig.${part}.json`, "--singleThreaded"]);
    const database = inject("testDatabaseServer") ?? "";
    const plays = ["run", "--project", "integration", "tools/new/plays"];
    await run(folder, bin("vitest"), plays, {
      NEW_GAME: "sample",
      NEW_SLOT: "sample-slot",
      FAIRHOUSE_TEST_DATABASE: database,
    });
    const held = ["run", "--project", "unit", "studio/slots/sample-slot", "assurance/second-verifier/slots"];
    await run(folder, bin("vitest"), [...held, "-t", "sample-slot"]);
    await run(folder, process.execPath, ["tools/new.ts", "slot", "sample-slot", "--remove"]);
    await run(folder, process.execPath, ["tools/new.ts", "game", "sample", "--remove"]);
    expect([...contentsOf(folder)]).toEqual([...before]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
