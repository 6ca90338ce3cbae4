import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createTournaments } from "./index.ts";

let host: TestHost;
let api: TestApi;
let people: TestPeople;

beforeAll(async () => {
  host = await testHost({ modules: ["tournaments"] });
  const accounts = createAccounts(host);
  people = await testPeople(host, accounts, [createTournaments(host, { accounts })]);
  api = people.api;
});
afterAll(() => host.close());

const list = async (query = "") => (await api.call(`GET /api/v1/tournaments${query}`)).body.data;

async function hold(startsIn: number, endsIn: number, scoring = "multiplier"): Promise<string> {
  const id = randomUUID();
  const at = (hours: number) => new Date(host.clock.now() + hours * 3_600_000);
  const title = { en: "Long flights", ru: "Долгие полёты", kz: "Ұзақ ұшулар" };
  await host.db.query(
    "INSERT INTO tournaments.tournaments VALUES ($1, $2, $3, '{crash}', 'USD', '{100000000,50000000}', $4, $5)",
    [id, title, scoring, at(startsIn), at(endsIn)],
  );
  return id;
}

async function hidden(name: string, what = "is_avatar_hidden"): Promise<PlayerId> {
  const { id, token } = await people.person(name);
  await api.call("PUT /profile/settings", { token, body: { [what]: true } });
  return id;
}

describe("tournaments", () => {
  test("without tournaments the lists are empty and none can be opened", async () => {
    expect(await list()).toEqual([]);
    for (const status of ["upcoming", "active", "finished"]) expect(await list(`?status=${status}`)).toEqual([]);
    expect((await api.call("GET /api/v1/tournaments?status=soon")).status).toBe(422);
    expect((await api.call(`GET /api/v1/tournaments/${randomUUID()}`)).status).toBe(404);
  });

  test("the status follows from the time", async () => {
    const [past, later, here] = [await hold(-5, -1), await hold(1, 2), await hold(-1, 3)];
    const ids = async (query = "") => (await list(query)).map((one: { id: string }) => one.id);
    expect(await ids()).toEqual([later, here, past]);
    expect(await ids("?status=active")).toEqual([here]);
    await host.clock.advance(3_600_000);
    expect(await ids("?status=active")).toEqual([later, here]);
    expect(await ids("?status=upcoming")).toEqual([]);
    expect((await list())[0]).toMatchObject({ title: "Long flights", games: ["crash"], prizes: ["100", "50"] });
  });

  test("the leaderboard puts the higher score first, then the earlier one, and hides hidden players", async () => {
    const id = await hold(-1, 1);
    const at = (minute: number) => new Date(host.clock.now() - minute * 60_000);
    const scores = [
      [(await people.person("alice")).id, 250_000n, at(5)],
      [await hidden("bob"), 250_000n, at(9)],
      [(await people.person("carol")).id, 1_234_567n, at(1)],
      [await hidden("dave", "is_statistics_hidden"), 200_000n, at(1)],
    ] as const;
    for (const [player, score, reached] of scores)
      await host.db.query("INSERT INTO tournaments.scores VALUES ($1, $2, $3, $4)", [id, player, score, reached]);
    const { leaderboard } = (await api.call(`GET /api/v1/tournaments/${id}`)).body.data;
    expect(leaderboard.map((row: { score: string }) => row.score)).toEqual([
      "123.4567",
      "25.0000",
      "25.0000",
      "20.0000",
    ]);
    expect(leaderboard[0]).toMatchObject({ place: 1, player: { name: expect.any(String) }, test: false });
    expect(leaderboard[1].player).toBeNull();
    expect(leaderboard[2].player).not.toBeNull();
    expect(leaderboard[3].player).toBeNull();
  });
});
