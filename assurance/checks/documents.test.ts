import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "#kit/host/config.ts";
import { readManifests, root } from "./source.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const documents = globSync("{*.md,{docs,kit,modules,apps,studio,odds-sandbox,tools,assurance}/**/*.md}", { cwd: root });

test("every setting of the server is explained to operators", () => {
  const explained = read("docs/operations.md");
  expect(Object.keys(configSchema.shape).filter(name => !explained.includes(`\`${name}\``))).toEqual([]);
});

test("every module is listed in the architecture's row of its tier", async () => {
  const lines = read("ARCHITECTURE.md").split("\n");
  const misplaced = [...(await readManifests())].filter(([folder, { tier }]) => {
    const row = lines.find(line => line.startsWith(`| ${tier} `)) ?? "";
    const family = folder.replace(/^games\/.*/, "games/*");
    return !row.includes(`\`${folder}\``) && !row.includes(`\`${family}\``);
  });
  expect(misplaced.map(([folder]) => folder)).toEqual([]);
});

test("no document links to a missing file", () => {
  expect(documents.length).toBeGreaterThan(50);
  const dead = documents.flatMap(document =>
    [...read(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter(target => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(document), target)))
      .map(target => `${document}: ${target}`),
  );
  expect(dead).toEqual([]);
});

/** Files that every game has, in the README of what calls them. */
const ofGames: Readonly<Record<string, readonly string[]>> = {
  "modules/engines/shared-rounds/README.md": ["settle-round.ts", "round-loop.ts"],
  "modules/fairness/README.md": ["shared/verify.ts", "verify.ts"],
};

test("a file that a module's README names is in its folder, or named with its path", () => {
  const byName = new Map<string, string[]>();
  for (const file of globSync("{kit,modules,apps,assurance,studio}/**/*.{ts,tsx,py,sql}", { cwd: root })) {
    const same = byName.get(posix.basename(file)) ?? [];
    byName.set(posix.basename(file), same);
    same.push(file);
  }
  const isThere = (folder: string, name: string) =>
    (byName.get(posix.basename(name)) ?? []).some(
      file =>
        file === name || file === `modules/${name}` || (file.startsWith(`${folder}/`) && file.endsWith(`/${name}`)),
    );
  const lost = documents
    .filter(document => /^modules\/.*README\.md$/.test(document))
    .flatMap(document =>
      [...read(document).matchAll(/`([\w./-]+\.(?:tsx?|py|sql))`/g)]
        .map(([, name = ""]) => name)
        .filter(name => !isThere(dirname(document), posix.normalize(name)) && !ofGames[document]?.includes(name))
        .map(name => `${document}: ${name}`),
    );
  expect(lost).toEqual([]);
});

test("functions named in the README are defined in the linked files", () => {
  const named = [...read("README.md").matchAll(/\[`(\w+)`\]\(([^)]+)\)/g)];
  expect(named.length).toBeGreaterThan(12);
  const lost = named.filter(([, name, path = ""]) => {
    const made = `(?:function|const) ${name}\\b|^\\s+(?:async )?${name}\\(|^\\s+${name}:`;
    return !new RegExp(made, "m").test(read(path));
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

test("files that the README gives every game are in the folder of each", () => {
  const games = globSync("modules/games/*/game.ts", { cwd: root }).map(dirname);
  const rows = read("README.md").split("\n| question |")[1]?.split("\n\n")[0]?.split("\n").slice(2) ?? [];
  const named = rows
    .map(row => row.split("|")[2] ?? "")
    .filter(cell => !cell.includes("engine") && !cell.includes("modules/bets/shared"))
    .flatMap(cell => [...cell.matchAll(/`([\w<>-]+\/[\w<>-]+\.tsx?)`/g)].map(([, file = ""]) => file));
  expect(named).toContain("web/<game>-page.tsx");
  const lost = games.flatMap(folder =>
    named
      .map(file => join(folder, file.replace("<game>", posix.basename(folder))))
      .filter(file => !existsSync(join(root, file))),
  );
  expect(lost).toEqual([]);
});

test("files that the README gives in its table are in the folder of their column, or named with their path", () => {
  const [head = "", , ...rows] =
    read("README.md").split("## Where to look first\n")[1]?.split("\n\n")[0]?.split("\n") ?? [];
  const cellsOf = (row: string) => row.split("|").slice(1, -1);
  const folders = cellsOf(head).map(title => /`([^`<]+)`/.exec(title)?.[1]);
  const named = rows.flatMap(row =>
    cellsOf(row).flatMap((cell, column) =>
      [...cell.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, file = ""]) => [folders[column], file] as const),
    ),
  );
  expect(named.length).toBeGreaterThan(40);
  const lost = named.filter(
    ([folder, file]) => folder && !existsSync(join(root, file)) && !existsSync(join(root, folder, file)),
  );
  expect(lost).toEqual([]);
});

test("every command that a document names is a script of the package", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  const lost = documents
    // Earlier commands have their names in records and in what changed.
    .filter(document => document !== "CHANGELOG.md" && !document.startsWith("docs/decisions/"))
    .flatMap(document =>
      [...read(document).matchAll(/npm run ([a-z][a-z:-]*)/g)]
        .filter(([, name = ""]) => !(name in scripts))
        .map(([, name]) => `${document}: ${name}`),
    );
  expect(lost).toEqual([]);
});
