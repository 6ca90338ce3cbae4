import { parseSync } from "vite";
import { expect, test } from "vitest";
import { descriptionsIn, withEmpty } from "./without-descriptions.ts";

const without = (code: string) => withEmpty(code, descriptionsIn(parseSync("contract.js", code).program));

test("summaries of calls and channels and reasons of failures are emptied", () => {
  expect(without('route({ path: "/a", summary: "What it does" });channel({ summary: `More`, name: "x" });')).toBe(
    'route({ path: "/a", summary: "" });channel({ summary: "", name: "x" });',
  );
  expect(without('const a = errorCode("gone", { status: 409, when: "it is" + " gone" });')).toBe(
    'const a = errorCode("gone", { status: 409, when: "" });',
  );
});

test("fields and calls of these names elsewhere stay", () => {
  const code =
    'object({ summary: "a", when: "b" }); route({ body: { summary: "c" }, when: "d" }); route({ summary }); summary(when);';
  expect(without(code)).toBe(code);
});
