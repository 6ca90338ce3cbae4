import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileTestUsdt } from "./compile.ts";

test("test-usdt.json is the pinned compiler's output for test-usdt.sol", () => {
  const committed = JSON.parse(readFileSync(new URL("./test-usdt.json", import.meta.url), "utf8"));
  expect(compileTestUsdt()).toEqual(committed);
}, 60_000);
