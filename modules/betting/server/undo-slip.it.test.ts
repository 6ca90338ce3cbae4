import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const undo = (player: PlayerId, id: string, key = sportsbook.host.ids.next()) =>
  sportsbook.api.call(`POST /api/v1/betting/slips/${id}/undo`, { token: player, key, body: {} });
const won = [
  [1, 0],
  [0, 0],
] as const;

async function bettor(event: string): Promise<{ player: PlayerId; id: string }> {
  await sportsbook.openMatches([event]);
  const player = await sportsbook.player("100");
  return { player, id: (await sportsbook.place(player, single(event))).body.data.id };
}

test("a slip is undone once: the stake returns, and no later result brings it back", async () => {
  const { player, id } = await bettor("m:u1");
  const slip = (await sportsbook.read(player, id)).body.data;
  expect(Date.parse(slip.undo_until) - Date.parse(slip.placed_at)).toBe(10_000);
  const key = sportsbook.host.ids.next();
  const undone = await undo(player, id, key);
  expect(undone.body.data).toMatchObject({
    status: "voided",
    undo_until: null,
    revisions: [{ result: "voided", reason: "undone" }],
  });
  expect(await sportsbook.balance(player)).toBe("100");
  expect((await undo(player, id, key)).body.data).toMatchObject({ status: "voided", revisions: [{ number: 1 }] });
  expect((await undo(player, id)).body.code).toBe("undo_unavailable");
  await sportsbook.endMatch("m:u1", won);
  await sportsbook.settle();
  expect((await sportsbook.read(player, id)).body.data).toMatchObject({ status: "voided", revisions: [{ number: 1 }] });
  expect(await sportsbook.balance(player)).toBe("100");
});

test("after ten seconds, after a price moved, and once a market is suspended, a slip cannot be undone", async () => {
  const late = await bettor("m:u2");
  await sportsbook.feed.beat(11);
  expect((await sportsbook.read(late.player, late.id)).body.data.undo_until).toBeNull();
  const moved = await bettor("m:u3");
  await sportsbook.send("pre", sportsbook.messagesFor("m:u3").odds([oneXTwo(three("2.2"))]));
  const suspended = await bettor("m:u4");
  await sportsbook.send("pre", sportsbook.messagesFor("m:u4").stop());
  for (const { player, id } of [late, moved, suspended]) {
    expect((await undo(player, id)).body.code).toBe("undo_unavailable");
    expect(await sportsbook.balance(player)).toBe("90");
  }
});

test("a slip that was cashed out in part cannot be undone: its whole stake would come back beside what was paid", async () => {
  const { player, id } = await bettor("m:u10");
  const { cash_out: offer } = (await sportsbook.read(player, id)).body.data;
  const half = await sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, {
    token: player,
    key: sportsbook.host.ids.next(),
    body: { offer, share: 50 },
  });
  expect(half.status, half.text).toBe(200);
  const balance = await sportsbook.balance(player);
  expect((await undo(player, id)).body.code).toBe("undo_unavailable");
  await sportsbook.settle();
  expect((await sportsbook.read(player, id)).body.data).toMatchObject({ status: "open", revisions: [{ number: 1 }] });
  expect(await sportsbook.balance(player)).toBe(balance);
});

test("a slip on an event that has begun cannot be undone, even one accepted before", async () => {
  const { player, id } = await bettor("m:u5");
  const messages = sportsbook.messagesFor("m:u5");
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds());
  expect((await undo(player, id)).body.code).toBe("undo_unavailable");
  const live = sportsbook.place(player, single("m:u5"));
  await sportsbook.feed.beat(6);
  const placed = (await live).body.data;
  expect(placed.undo_until).toBeNull();
  expect((await undo(player, placed.id)).body.code).toBe("undo_unavailable");
});

test("a player undoes three slips a day, whatever is asked at once; others have their own three", async () => {
  await sportsbook.openMatches(["m:u6"]);
  const player = await sportsbook.player("100");
  const ids: string[] = [];
  for (let slip = 0; slip < 5; slip += 1) ids.push((await sportsbook.place(player, single("m:u6", "2"))).body.data.id);
  for (const id of ids.slice(0, 2)) expect((await undo(player, id)).status).toBe(200);
  const codes = await Promise.all(ids.slice(2).map(async id => (await undo(player, id)).status));
  expect(codes.filter(status => status === 200)).toHaveLength(1);
  const left = await Promise.all(ids.map(async id => (await sportsbook.read(player, id)).body.data));
  const open = left.filter(({ status }) => status === "open");
  expect(open).toHaveLength(2);
  expect((await undo(player, open[0].id)).body.code).toBe("undo_limit");
  expect(await sportsbook.balance(player)).toBe("96");
  const other = await bettor("m:u7");
  expect((await undo(other.player, other.id)).status).toBe(200);
});

test("other players' slips are not found, and a key of another undo is a conflict", async () => {
  const { player, id } = await bettor("m:u8");
  const mallory = await sportsbook.player("1");
  expect((await undo(mallory, id)).status).toBe(404);
  expect((await undo(player, "nothing")).status).toBe(404);
  const key = sportsbook.host.ids.next();
  expect((await undo(player, id, key)).status).toBe(200);
  const second = (await sportsbook.place(player, single("m:u8"))).body.data.id;
  expect((await undo(player, second, key)).body.code).toBe("idempotency_conflict");
});

test("an undo whose process ended after its decision is finished by the job of settlement", async () => {
  const { player, id } = await bettor("m:u9");
  sportsbook.host.failpoints.arm("betting.undo.decided", () => {
    throw new Error("killed");
  });
  const key = sportsbook.host.ids.next();
  expect((await undo(player, id, key)).status).toBe(500);
  expect((await sportsbook.read(player, id)).body.data.status).toBe("open");
  await sportsbook.settle();
  expect((await sportsbook.read(player, id)).body.data).toMatchObject({
    status: "voided",
    revisions: [{ reason: "undone" }],
  });
  expect((await undo(player, id, key)).body.data.status).toBe("voided");
  expect(await sportsbook.balance(player)).toBe("100");
});
