import { expect, test } from "vitest";
import { failpoints } from "#apps/server/failpoints.ts";
import { studioFailpoints } from "#studio/rgs/server/failpoints.ts";
import { tableFailpoints, turnFailpoints } from "#studio/tables/server/failpoints.ts";
import { readSources } from "./source.ts";

test.each([
  ["the casino", /^(?!.*studio\/)/, failpoints],
  ["the studio", /^(apps\/)?studio\//, { ...studioFailpoints, ...tableFailpoints, ...turnFailpoints }],
] as const)("every failpoint in the code of %s is listed, and every listed one is used", (_whose, own, known) => {
  const names = new Set<string>();
  for (const { path, text } of readSources()) {
    if (!own.test(path) || /\.test\.ts$|\/test-/.test(path)) continue;
    for (const [, name] of text.matchAll(/\bhit\("([a-z.-]+)"\)/g)) if (name) names.add(name);
  }
  expect([...names].sort()).toEqual(Object.keys(known).sort());
});
