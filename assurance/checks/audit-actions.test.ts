import { expect, test } from "vitest";
import english from "../../apps/office/locale/en.json" with { type: "json" };
import { readSources } from "./source.ts";

test("every action that the audit log names has a text on its page", () => {
  const named = readSources()
    .filter(({ path }) => path.startsWith("modules/") && !path.includes("test"))
    .flatMap(({ text }) => [...text.matchAll(/\baction: "([a-z_]+\.[a-z_]+)"/g)].map(([, action = ""]) => action));
  expect(named.length).toBeGreaterThan(50);
  const texts = new Set(Object.keys(english.audit_actions));
  expect([...new Set(named)].filter(action => !texts.has(action.replace(".", "_"))).sort()).toEqual([]);
});
