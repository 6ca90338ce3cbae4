import { afterAll, beforeAll, expect, test } from "vitest";
import { oneXTwo, total } from "#modules/odds/testing/messages.ts";
import { type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
  for (const event of ["m:s1", "m:s2"]) await sportsbook.openMatches([event], [oneXTwo(), total("2.5", "2.1", "1.7")]);
});
afterAll(() => sportsbook.close());

const home = (event: string) => ({ event, market: "1x2", outcome: "home" });
const over = (spec: string) => ({ event: "m:s2", market: "total", spec, outcome: "over" });

async function share(legs: unknown) {
  const player = await sportsbook.player("1");
  return sportsbook.api.call("POST /api/v1/betting/shares", { token: player, body: { legs } });
}
const read = (code: string) => sportsbook.api.call(`GET /api/v1/betting/shares/${code}`);

test("selections are passed on by a code, which shows them at the prices of now", async () => {
  const made = await share([home("m:s1"), over("total=2.5")]);
  expect(made.status, made.text).toBe(201);
  const { code } = made.body.data;
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
  const found = await read(code);
  expect(found.body.data).toEqual({
    code,
    legs: [
      { event: "m:s1", market: "1x2", spec: "", outcome: "home", price: "2.03" },
      { event: "m:s2", market: "total", spec: "total=2.5", outcome: "over", price: "2.1" },
    ],
  });
});

test("the same selections have the same code for every player, others and another order a different one", async () => {
  const codes = [];
  for (const legs of [
    [home("m:s1"), over("total=2.5")],
    [home("m:s1"), over("total=2.50")],
    [over("total=2.5"), home("m:s1")],
    [home("m:s1")],
  ])
    codes.push((await share(legs)).body.data.code);
  expect(codes[0]).toBe(codes[1]);
  expect(new Set(codes).size).toBe(3);
  const { rows } = await sportsbook.host.db.query("SELECT code FROM betting.shares");
  expect(rows).toHaveLength(3);
});

test("an event that no bet is taken on has no price, and a code is forgotten ninety days after it was last asked for", async () => {
  const { code } = (await share([home("m:unknown"), home("m:s1")])).body.data;
  expect((await read(code)).body.data.legs.map(({ price }: { price: string | null }) => price)).toEqual([null, "2.03"]);
  const forget = () => sportsbook.betting.jobs?.find(({ name }) => name === "betting-shares")?.run({} as never);
  await forget();
  expect((await read(code)).status).toBe(200);
  await sportsbook.host.db.query("UPDATE betting.shares SET made = made - interval '91 days'");
  await forget();
  expect((await read(code)).status).toBe(404);
});

test.each([
  ["no selection", []],
  ["twenty-one", Array.from({ length: 21 }, (_, at) => home(`m:${at}`))],
  ["a hundred", Array.from({ length: 100 }, (_, at) => home(`m:${at}`))],
  ["a market that we don't list", [{ event: "m:s1", market: "moon", outcome: "home" }]],
  ["an outcome of another market", [{ event: "m:s1", market: "1x2", outcome: "over" }]],
  ["a total without its goals", [{ event: "m:s1", market: "total", outcome: "over" }]],
  ["an event in markup", [home("<b>")]],
  ["an event with a null character", [home("m:\u0000")]],
  ["a word instead of a list", "all"],
])("%s is refused and kept nowhere", async (_, legs) => {
  const before = await sportsbook.host.db.query("SELECT 1 FROM betting.shares");
  const answer = await share(legs);
  expect(answer.status, answer.text).toBe(422);
  expect(answer.body.code).toBe("validation_failed");
  expect((await sportsbook.host.db.query("SELECT 1 FROM betting.shares")).rows).toHaveLength(before.rows.length);
});

test.each(["unknown000", "ABCDEFGHJK", "аbcdefghjk", "0123456789'", "%00", "a", "iloulilouo"])(
  "the code %s leads nowhere",
  async code => {
    expect((await read(encodeURIComponent(code))).status).toBe(404);
  },
);
