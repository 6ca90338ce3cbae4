import { expect, test } from "vitest";
import { ApiError } from "#kit/web/api-error.ts";
import { planOf, runAll } from "./bulk-run.ts";

const refused = (code: string) => new ApiError(code === "network" ? 0 : 409, { code, message: code });

test("a plan has the rows that an action applies to, and counts the others by reason", () => {
  const refusal = (row: string) => (row.startsWith("big") ? "two people" : row === "old" ? "closed" : undefined);
  expect(planOf({ refusal }, ["a", "big 1", "b", "old", "big 2"])).toEqual({
    rows: ["a", "b"],
    left: new Map([
      ["two people", 2],
      ["closed", 1],
    ]),
  });
});

test("rows are tried one after the other, and a refused one is named while the others go on", async () => {
  const tried: string[] = [];
  const run = async (row: string, reason: string) => {
    tried.push(`${row} ${reason}`);
    if (row === "b") throw refused("payout_closed");
  };
  const failures = await runAll({ run }, ["a", "b", "c"], "checked");
  expect(tried).toEqual(["a checked", "b checked", "c checked"]);
  expect(failures).toMatchObject([{ row: "b", error: { code: "payout_closed" } }]);
});

test.each(["network", "unauthenticated", "forbidden"])("after %s the rest is not sent", async code => {
  const tried: string[] = [];
  const run = async (row: string) => {
    tried.push(row);
    if (row === "b") throw refused(code);
  };
  const failures = await runAll({ run }, ["a", "b", "c"], "");
  expect(tried).toEqual(["a", "b"]);
  expect(failures.map(({ row }) => row)).toEqual(["b", "c"]);
});

test("a fault of the program is not shown as a refusal", async () => {
  const run = async () => {
    throw new TypeError("broken");
  };
  await expect(runAll({ run }, ["a"], "")).rejects.toThrow("broken");
});
