import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { type RoomsRules, roomsRules } from "../shared/rules.ts";
import { rub, type TestRooms, testRooms } from "../testing/test-rooms.ts";

/** A server restarts with rooms-2, whose winner gets 90 % of the pot. */

const rooms1 = roomsRules.rulesOf("rooms-1");
const rooms2: RoomsRules = { ...rooms1, version: "rooms-2", payout_percent: 90 };
const later = ruleVersions({ current: rooms2, all: [rooms1, rooms2] });

let versions = roomsRules;
let t: TestRooms;
beforeAll(async () => {
  t = await testRooms(() => versions);
});
afterAll(() => t.app.close());

/** alice and bob put 10 into the red room; the round's number. */
async function filled(api: TestApi, round: number): Promise<number> {
  const put = (player: PlayerId) =>
    api.call("POST /api/v1/games/rooms/red/bets", { token: player, key: t.app.newKey(), body: { stake: "10" } });
  for (const player of [await t.app.player(rub(100)), await t.app.player(rub(100))])
    expect((await put(player)).status).toBe(201);
  return round;
}

test("a round closed under rooms-1 is paid by it, and the next one by rooms-2", async () => {
  const waiting = async (of: Awaited<ReturnType<TestRooms["open"]>>) =>
    (await t.until(of.rooms, "red", room => room.state === "waiting" && room.entries.length === 0)).round ?? 0;
  const first = await t.open();
  const round = await filled(first.api, await waiting(first));
  await t.until(first.rooms, "red", room => room.state === "drawing" && room.beacon !== null);
  await first.rooms.stop?.();

  versions = later;
  const second = await t.open();
  expect(await t.ended(second.rooms, "red", round)).toMatchObject({ status: "paid", payout: "19.4" });
  const next = await filled(second.api, await waiting(second));
  expect(await t.ended(second.rooms, "red", next)).toMatchObject({ status: "paid", payout: "18" });
  const record = async (of: number) => (await second.api.call(`GET /api/v1/rounds/rooms-${of}`)).body.data.proof;
  expect((await record(round)).rules_version).toBe("rooms-1");
  expect((await record(next)).rules_version).toBe("rooms-2");
  await second.rooms.stop?.();
  await t.app.expectBooks();
});
