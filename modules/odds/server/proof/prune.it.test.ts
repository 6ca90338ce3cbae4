import { afterAll, beforeAll, expect, test } from "vitest";
import { messagesOf } from "../../testing/messages.ts";
import { testOdds } from "../../testing/test-odds.ts";
import { prune, retainMessages, retentionDays } from "./prune.ts";

let odds: Awaited<ReturnType<typeof testOdds>>;
beforeAll(async () => {
  odds = await testOdds();
  await odds.start();
});
afterAll(() => odds.close());

const retained = async (event: string) =>
  (
    await odds.host.db.query<{ type: string; there: boolean }>(
      "SELECT type, message IS NOT NULL AS there FROM odds.messages WHERE event = $1 ORDER BY position",
      [event],
    )
  ).rows.map(({ type, there: isThere }) => `${isThere ? "" : "no "}${type}`);

async function play(event: string) {
  const messages = messagesOf(odds.feed, event);
  await odds.send("pre", messages.fixture());
  await odds.send("pre", messages.odds());
  await odds.send("pre", messages.odds());
  await odds.send("pre", messages.odds());
  await odds.host.pass(5);
  const ended = [
    [1, 0],
    [0, 0],
  ] as const;
  await odds.send("live", messages.state("ended", ended), messages.settlement("home"));
}

test("thirty days after an event its texts are removed, but for the facts, results and prices of slips; hashes, heads and chain stay", async () => {
  for (const event of ["m:p1", "m:p2"]) await play(event);
  await odds.host.db.tx(tx => retainMessages(tx, [{ event: "m:p2", from: 3, to: 3 }]));
  const { db, clock } = odds.host;
  const chain = "SELECT string_agg(encode(head, 'hex'), ',' ORDER BY event, position) AS value FROM odds.messages";
  const before = await odds.readValue(chain);
  const frames = await odds.readValue<number>("SELECT count(*)::int AS value FROM odds.frames");
  expect(await prune(db, clock.now())).toBe(0);
  // The database's clock is not the test's.
  await db.query("UPDATE odds.frames SET applied = $1::timestamptz - frame * interval '1 second'", [
    new Date(clock.now()),
  ]);
  const later = clock.now() + (retentionDays + 1) * 86_400_000;
  await prune(db, later, 3);
  expect(await retained("m:p1")).toEqual([
    "no fixture",
    "no odds_change",
    "no odds_change",
    "no odds_change",
    "no event_state",
    "no bet_settlement",
  ]);
  expect(await retained("m:p2")).toEqual([
    "fixture",
    "no odds_change",
    "odds_change",
    "no odds_change",
    "event_state",
    "bet_settlement",
  ]);
  expect(await odds.readValue(chain)).toBe(before);
  // The fixture, the price and the end of the second match; heartbeats and everything else are gone.
  expect(frames).toBeGreaterThan(3);
  expect(await odds.readValue("SELECT count(*)::int AS value FROM odds.frames")).toBe(3);
  expect(await prune(db, later, 3)).toBe(0);
});

test("the log stays append-only: a text can be removed and nothing else", async () => {
  const { db } = odds.host;
  for (const change of ["message = 'x'", "message = NULL, n = 7", "hash = head"])
    await expect(db.query(`UPDATE odds.messages SET ${change} WHERE event = 'm:p2'`), change).rejects.toThrow(
      "append-only",
    );
  await expect(db.query("DELETE FROM odds.messages WHERE event = 'm:p2'")).rejects.toThrow("append-only");
});
