import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileTestUsdt } from "./compile.ts";

test("the kept test-usdt.json is what the pinned compiler makes of test-usdt.sol", () => {
  const committed = JSON.parse(readFileSync(new URL("./test-usdt.json", import.meta.url), "utf8"));
  expect(compileTestUsdt()).toEqual(committed);
}, 60_000);
