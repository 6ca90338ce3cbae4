import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "#kit/host/config.ts";
import { readManifests, root } from "./source.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const documents = globSync("{*.md,{docs,kit,modules,apps,tools,assurance}/**/*.md}", { cwd: root });

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

test("functions named in the README are defined in the linked files", () => {
  const named = [...read("README.md").matchAll(/\[`(\w+)`\]\(([^)]+)\)/g)];
  expect(named.length).toBeGreaterThan(12);
  const lost = named.filter(([, name, path = ""]) => {
    const made = `(?:function|const) ${name}\\b|^\\s+(?:async )?${name}\\(|^\\s+${name}:`;
    return !new RegExp(made, "m").test(read(path));
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});
