import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { isWhole, partOf } from "#kit/testing/commit-sample.ts";

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

const kinds = ["game", "slot"] as const;
const named = { game: "sample", slot: "sample-slot" } as const;
/** Where each may change any file: a game also the registry beside it. */
const own = { game: "modules/games/", slot: "studio/slots/sample-slot/" } as const;
const changed = { game: changedElsewhere, slot: changedBySlot } as const;

/** A round of it through the whole server; of a slot also its mathematics. */
const plays = {
  game: [{ project: "integration", args: ["tools/new/plays.it"], environment: { NEW_GAME: named.game } }],
  slot: [
    { project: "integration", args: ["tools/new/plays-slot.it"], environment: { NEW_SLOT: named.slot } },
    {
      project: "unit",
      args: [`studio/slots/${named.slot}`, "assurance/second-verifier/slots", "-t", named.slot],
      environment: {},
    },
  ],
} as const;

/** Most of it is the compiler's time: one of the two a run, chosen by the commit. */
test.each(kinds.filter((_, index) => isWhole || index === partOf("new", kinds.length)))(
  "a %s made by npm run new type-checks, plays and verifies; removed, it leaves the tree as it was",
  { timeout: 2_400_000 },
  async kind => {
    const folder = mkdtempSync(join(tmpdir(), "fairhouse-new-"));
    try {
      cpSync(root, folder, { recursive: true, filter: path => isSource(relative(root, path)) });
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      copyCheckedTypes(folder);
      const before = contentsOf(folder);
      await run(folder, process.execPath, ["tools/new.ts", kind, named[kind]]);
      const others = [...contentsOf(folder)].filter(([path, text]) => before.get(path) !== text);
      expect(others.map(([path]) => path).filter(path => !path.startsWith(own[kind]))).toEqual(changed[kind]);
      for (const part of ["shared", "server", "browser"])
        await run(folder, bin("tsc"), ["-p", `tsconfig.${part}.json`, "--singleThreaded"]);
      const database = inject("testDatabaseServer") ?? "";
      for (const { project, args, environment } of plays[kind])
        await run(
          folder,
          bin("vitest"),
          ["run", "--project", project, ...args],
          Object.assign({ FAIRHOUSE_TEST_DATABASE: database }, environment),
        );
      await run(folder, process.execPath, ["tools/new.ts", kind, named[kind], "--remove"]);
      expect([...contentsOf(folder)]).toEqual([...before]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
