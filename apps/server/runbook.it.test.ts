import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";

const text = readFileSync("docs/runbook.md", "utf8");

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: ["payments", "wallet", "ledger", "odds", "betting"] });
});
afterAll(() => host.close());

test("the runbook's queries run on the tables as they are", async () => {
  const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql);
  const queries = blocks.flatMap(sql => sql.split(";")).filter(sql => sql.trim() !== "");
  expect(queries.length).toBeGreaterThan(5);
  for (const sql of queries) await expect(host.db.query(sql), sql).resolves.toBeDefined();
});

test("the runbook's commands and pages exist", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const [, command = ""] of text.matchAll(/`npm run ([a-z-]+)/g)) expect(scripts).toHaveProperty(command);
  const router = readFileSync("apps/office/router.tsx", "utf8");
  const pages = [...text.matchAll(/`\/([a-z]+(?:\/:id)?)`/g)].map(([, page = ""]) => page);
  expect(pages.length).toBeGreaterThan(4);
  for (const page of pages) expect(router).toMatch(new RegExp(`path: "${page}(/:tab\\?)?"`));
});

test("the runbook begins with the four incidents", () => {
  const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(titles.slice(0, 4)).toEqual([
    "A payout is stuck",
    "A provider is down",
    "The ledger does not balance",
    "A round did not end",
  ]);
});
