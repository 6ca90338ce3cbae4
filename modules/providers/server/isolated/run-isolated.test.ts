import { expect, test } from "vitest";
import { runIsolated } from "./run-isolated.ts";

const run = (body: string, timeoutMs?: number) =>
  runIsolated(`export const verify = record => ${body};`, { stake: "1" }, timeoutMs);

test("a module computes from the record it is given", async () => {
  expect(await run("({ twice: record.stake + record.stake })")).toEqual({ twice: "11" });
});

test.each([
  ["the environment", "process.env"],
  ["the network", "fetch('http://127.0.0.1')"],
  ["modules of the runtime", "require('node:fs')"],
  ["code from text", "(0, eval)('1')"],
  ["code by a constructor", "record.constructor.constructor('return process')()"],
  ["its caller", "verify.caller"],
])("a module that reaches for %s fails", async (_what, body) => {
  await expect(run(body)).rejects.toThrow("the verifier module failed");
});

test("a module that imports, or asks for an import, fails", async () => {
  await expect(runIsolated("import 'node:fs'; export const verify = () => 1;", {})).rejects.toThrow("failed");
  await expect(run("import('node:fs').then(() => 1, () => 2)")).resolves.toEqual({});
});

test("a module that never returns is ended", async () => {
  await expect(run("{ for (;;); }", 1_000)).rejects.toThrow("the verifier module failed");
});
