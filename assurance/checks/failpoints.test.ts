import { expect, test } from "vitest";
import { failpoints } from "#apps/server/failpoints.ts";
import { readSources } from "./source.ts";

test("every failpoint is declared in one place, and every declared one is used", () => {
  const names = new Set<string>();
  for (const { path, text } of readSources()) {
    if (/\.test\.ts$|\/test-/.test(path)) continue;
    for (const [, name] of text.matchAll(/\bhit\("([a-z.-]+)"\)/g)) if (name) names.add(name);
  }
  expect([...names].sort()).toEqual(Object.keys(failpoints).sort());
});
