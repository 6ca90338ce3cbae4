import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createFreeSpins } from "./index.ts";

let host: TestHost;
let api: TestApi;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  host = await testHost({ modules: ["free-spins"] });
  const people = await testPeople(host, createAccounts(host), [createFreeSpins(host)]);
  api = people.api;
  [alice, bob] = [await people.person("alice"), await people.person("bob")];
});
afterAll(() => host.close());

async function grant(player: PlayerId, left: number, hours: number): Promise<string> {
  const campaign = randomUUID();
  await host.db.query(
    "INSERT INTO free_spins.campaigns VALUES ($1, 'g1', 'copper-mine', 'Copper mine', 20, 10000000, 'RUB', $2)",
    [campaign, new Date(host.clock.now() + hours * 3_600_000)],
  );
  await host.db.query("INSERT INTO free_spins.grants VALUES ($1, $2, $3, $4, NULL, $5)", [
    randomUUID(),
    campaign,
    player,
    left,
    new Date(host.clock.now()),
  ]);
  return campaign;
}
const campaignOf = (id: string, token: string) => api.call(`GET /api/freeSpinsCampaigns/${id}`, { token });
const cancel = (id: string, token: string) => api.call(`PUT /api/v2/freeSpinsCampaigns/cancel/${id}`, { token });

describe("free spins", () => {
  test("without a grant the list is empty and no campaign exists", async () => {
    expect((await api.call("GET /profile/freeSpins", { token: bob.token })).body).toEqual({ data: [] });
    expect((await campaignOf(randomUUID(), bob.token)).status).toBe(404);
    expect((await cancel(randomUUID(), bob.token)).status).toBe(404);
  });

  test("alice sees hers until they expire; bob sees nothing of them", async () => {
    const id = await grant(alice.id, 7, 2);
    const { data } = (await api.call("GET /profile/freeSpins", { token: alice.token })).body;
    expect(data).toHaveLength(1);
    const game = { id: "g1", slug: "copper-mine", title: "Copper mine" };
    const expiration_at = new Date(host.clock.now() + 7_200_000).toISOString();
    expect(data[0]).toMatchObject({ campaign_id: id, game, count: 20, left: 7, bet: "10", expiration_at });
    expect((await campaignOf(id, alice.token)).body.data).toMatchObject({ id, currency: "RUB", status: "active" });
    expect((await campaignOf(id, bob.token)).status).toBe(404);
    await host.clock.advance(2 * 3_600_000);
    expect((await api.call("GET /profile/freeSpins", { token: alice.token })).body.data).toEqual([]);
    expect((await campaignOf(id, alice.token)).body.data.status).toBe("expired");
    expect(await cancel(id, alice.token)).toMatchObject({ status: 409, body: { data: { status: "expired" } } });
  });

  test("cancelling is idempotent, and used ones cannot be cancelled", async () => {
    const [left, used] = [await grant(alice.id, 3, 5), await grant(alice.id, 0, 5)];
    expect((await cancel(left, bob.token)).status).toBe(404);
    expect((await cancel(left, alice.token)).body.data).toMatchObject({ status: "cancelled", left: 3 });
    expect((await cancel(left, alice.token)).body.data).toMatchObject({ status: "cancelled" });
    expect(await cancel(used, alice.token)).toMatchObject({ status: 409, body: { code: "free_spins_over" } });
    expect((await api.call("GET /profile/freeSpins", { token: alice.token })).body.data).toEqual([]);
  });
});
