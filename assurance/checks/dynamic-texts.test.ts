import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTranslate, type Texts } from "#kit/i18n/translate.ts";
import { entryKinds } from "#modules/notifications/shared/kinds.ts";
import { featureTags } from "#studio/frame/shared/feature.ts";
import { slots } from "#studio/slots/registry.ts";
import { namespaceFiles } from "#tools/texts/print-registry.ts";
import { dynamicGroups, withFallback } from "./dynamic-texts.ts";
import { isTest } from "./layers.ts";
import { root } from "./source.ts";

/** Keys with a type are checked by the compiler (kit/i18n/text-keys.ts); these are the others. */

const sources = globSync("{kit,modules,apps}/**/*.{ts,tsx}", { cwd: root })
  .filter(path => !isTest(path) && !path.startsWith("kit/i18n/") && !path.includes("/.react-router/"))
  .map(path => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** `file group`, the group as it is written there. */
const used = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/\b(?:t|say)\.in\(\s*("([^"]+)"|[^,]+)/g)].map(found => ({ path, group: found[2] ?? null })),
);

test("every group that is chosen from by a name without a type is listed, and every listed one is used", () => {
  expect(used.length).toBeGreaterThan(20);
  const listed = dynamicGroups.flatMap(({ group, files }) => files.map(path => ({ path, group })));
  const means = (own: (typeof used)[number], { path, group }: (typeof listed)[number]) =>
    own.path === path && (own.group === null || group === own.group || group.endsWith(`:${own.group}`));
  expect(used.filter(each => !listed.some(entry => means(each, entry)))).toEqual([]);
  expect(listed.filter(entry => !used.some(each => means(each, entry)))).toEqual([]);
});

const files = namespaceFiles();
const englishOf = (namespace: string): Texts | undefined => {
  const file = files.get(namespace);
  return file === undefined ? undefined : JSON.parse(readFileSync(join(root, file), "utf8"));
};

test.each(dynamicGroups)("$group has a text for every name", ({ group, names }) => {
  const t = createTranslate("en", "common", englishOf);
  expect(names.filter(name => t.find(`${group}.${name}`) === undefined)).toEqual([]);
});

test("the catalogue names every tag that a slot of the studio can have, and no other", () => {
  const { tags } = JSON.parse(readFileSync(join(root, "modules/catalogue/locale/en.json"), "utf8")) as {
    readonly tags: Readonly<Record<string, string>>;
  };
  const kinds = slots.map(({ evaluation }) => evaluation.kind);
  const possible = new Set<string>([...featureTags, ...kinds, "scatter", "buy", "jackpot"]);
  expect(Object.keys(tags).toSorted()).toEqual([...possible].toSorted());
});

test("the timeline of a player names every kind of inbox entry", () => {
  const { history } = JSON.parse(readFileSync(join(root, "apps/office/locale/en.json"), "utf8")) as {
    readonly history: { readonly notices: Readonly<Record<string, string>> };
  };
  expect(Object.keys(history.notices).toSorted()).toEqual([...entryKinds].toSorted());
});

test("keys without a type are looked up only where something else is shown without a text", () => {
  const found = sources.filter(({ text }) => /\bt\.find\(/.test(text)).map(({ path }) => path);
  expect(found.sort()).toEqual([...withFallback].sort());
});
