import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { createWelcomePack } from "./index.ts";

let host: TestHost;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["welcome-pack"], environment: { GEO_PRIVATE_COUNTRY: "KZ" } });
  api = await testApi(host, [createWelcomePack(host, { accounts: createAccounts(host) })], () => null);
});
afterAll(() => host.close());

const ask = async (headers: Record<string, string> = {}) =>
  (await api.call("GET /api/v3/welcome-pack/get-welcome-packs-guest", { headers })).body;

describe("the welcome pack", () => {
  test("none is shown while none is open", async () => {
    expect(await ask()).toEqual({ data: [] });
  });

  test("an open one is shown in its region, in the caller's language and the region's currency, its steps in order", async () => {
    const id = randomUUID();
    const title = { en: "Four first steps", ru: "Четыре первых шага", kz: "Алғашқы төрт қадам" };
    await host.db.query("INSERT INTO welcome_pack.packs VALUES ($1, $2, 'KZ', 1, false)", [id, title]);
    for (const [currency, step] of [["KZT", 2] as const, ["KZT", 1] as const, ["RUB", 1] as const])
      await host.db.query(
        `INSERT INTO welcome_pack.steps (pack_id, step, kind, currency, percent, max_amount, min_deposit, wager)
         VALUES ($1, $2, 'deposit_bonus', $3, 100, 50000000000, 500000000, 30)`,
        [id, step, currency],
      );
    expect(await ask()).toEqual({ data: [] });
    await host.db.query("UPDATE welcome_pack.packs SET is_open = true");
    const { data } = await ask({ "accept-language": "kk" });
    expect(data).toMatchObject([{ id, publicTitle: title.kz, steps: [{ step: 1 }, { step: 2 }] }]);
    expect(data[0].steps[0]).toEqual({
      step: 1,
      kind: "deposit_bonus",
      currency: "KZT",
      percent: 100,
      max_amount: "50000",
      min_deposit: "500",
      wager: 30,
      spins: null,
    });
    expect(await ask({ region: "RU" })).toEqual({ data: [] });
  });
});
