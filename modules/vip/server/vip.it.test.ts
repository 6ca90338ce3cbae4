import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createVip } from "./index.ts";

let host: TestHost;
let api: TestApi;
let people: TestPeople;

beforeAll(async () => {
  host = await testHost({ modules: ["vip"] });
  people = await testPeople(host, createAccounts(host), [createVip(host)]);
  api = people.api;
});
afterAll(() => host.close());

const join = (token: string, request_type: unknown = "membership") =>
  api.call("POST /api/v2/vip/join", { token, body: { request_type } });
const requestOf = async (token: string) => (await api.call("GET /api/v1/vip/request", { token })).body.data;

describe("requesting to join the club", () => {
  test("alice's request is stored, a second open one is refused, and after the answer she may make another", async () => {
    const alice = (await people.person("alice")).token;
    expect(await requestOf(alice)).toBeNull();
    const first = await join(alice);
    expect(first).toMatchObject({ status: 201, body: { data: { status: "open" } } });
    expect(await join(alice, "personal_host")).toMatchObject({ status: 409, body: { code: "vip_request_open" } });
    expect(await requestOf(alice)).toMatchObject({
      id: first.body.data.id,
      request_type: "membership",
      status: "open",
    });
    await host.db.query("UPDATE vip.requests SET status = 'declined', answered_at = $1", [new Date(host.clock.now())]);
    expect((await requestOf(alice)).status).toBe("declined");
    await host.clock.advance(1);
    expect((await join(alice, "higher_limits")).status).toBe(201);
  });

  test("of ten concurrent requests one is stored", async () => {
    const bob = (await people.person("bob")).token;
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(bob)));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("an unknown kind of request is refused by name", async () => {
    const carol = (await people.person("carol")).token;
    expect(await join(carol, "money")).toMatchObject({
      status: 422,
      body: { errors: { request_type: ["request_type_invalid"] } },
    });
    expect(await requestOf(carol)).toBeNull();
  });
});
