import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { openCrowdAccounts } from "./accounts.ts";
import { demoPlayers } from "./people.ts";

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
});
afterAll(() => host.close());

test("the crowd reuses its accounts after a restart", async () => {
  const accounts = createAccounts(host);
  await openCrowdAccounts(accounts);
  await openCrowdAccounts(accounts);
  const { rows } = await host.db.query<{ email: string }>(
    "SELECT email FROM accounts.players WHERE is_test ORDER BY email",
  );
  expect(rows.map(({ email }) => email)).toEqual(demoPlayers.map(({ email }) => email).sort());
});
