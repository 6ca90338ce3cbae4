import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import { createBetIds } from "./bet-id.ts";
import { createFeed } from "./feed.ts";
import { liveRow } from "./rows.ts";

const alice = "00000000-0000-4000-8000-00000000a11c" as PlayerId;
const ids = createBetIds("de".repeat(32));

function betOf(n: number): Bet {
  const key = `00000000-0000-7000-8000-${String(n).padStart(12, "0")}` as Uuid;
  const at = new Date(n);
  const money = { currency: "USD", stake: micros(1n), payout: micros(2n) } as const;
  return { ...money, player: alice, key, game: "dice", settledAt: at, placedAt: at } as unknown as Bet;
}

test("a player who hides their profile is hidden at once, also in the snapshot of earlier bets", async () => {
  const hidden = new Set<PlayerId>();
  const sent: LiveBetRow[] = [];
  const rowOf = async (bet: Bet) =>
    liveRow(ids, bet, {
      face: hidden.has(bet.player) ? null : { name: "amber-fox-4127", avatar: "5ea1" },
      test: false,
    });
  const identityOf = async (player: PlayerId) =>
    hidden.has(player) ? null : { name: "amber-fox-4127", avatar: "5ea1" };
  const feed = createFeed({ clock: manualClock(), log: quietLog, rowOf, identityOf }, rows => sent.push(...rows));
  feed.add(betOf(1));
  expect((await feed.recent()).map(row => row.player?.name)).toEqual(["amber-fox-4127"]);
  expect(sent).toHaveLength(1);
  hidden.add(alice);
  expect(JSON.stringify(await feed.recent())).not.toMatch(/amber-fox|5ea1/);
});

test("the snapshot has the latest thirty, newest first, even after a slow profile lookup", async () => {
  const slow = new Map<string, () => void>();
  const rowOf = (bet: Bet) =>
    new Promise<LiveBetRow>(resolve =>
      slow.set(bet.key, () => resolve(liveRow(ids, bet, { face: null, test: false }))),
    );
  const feed = createFeed(
    { clock: manualClock(), log: quietLog, rowOf, identityOf: async () => null },
    () => undefined,
  );
  for (let n = 1; n <= 40; n++) feed.add(betOf(n));
  const shown = feed.recent();
  for (const found of [...slow.values()].reverse()) found();
  const expected = Array.from({ length: 30 }, (_, index) => new Date(40 - index).toISOString());
  expect((await shown).map(row => row.at)).toEqual(expected);
});

test("a bet is shown after its own delay, and is in no snapshot before", async () => {
  const clock = manualClock();
  const sent: LiveBetRow[] = [];
  const delays = [2_000, 500];
  const rowOf = async (bet: Bet) => liveRow(ids, bet, { face: null, test: false });
  const needs = { clock, log: quietLog, rowOf, identityOf: async () => null, delayMs: () => delays.shift() ?? 0 };
  const feed = createFeed(needs, rows => sent.push(...rows));
  feed.add(betOf(1));
  feed.add(betOf(2));
  expect(await feed.recent()).toEqual([]);
  await clock.advance(500);
  expect((await feed.recent()).map(({ at }) => at)).toEqual([new Date(2).toISOString()]);
  await clock.advance(1_500);
  expect((await feed.recent()).map(({ at }) => at)).toEqual([new Date(1), new Date(2)].map(at => at.toISOString()));
  await expect.poll(() => sent.length).toBe(2);
});

test("rows of another node are published and remembered; who hides later is hidden in them too", async () => {
  const hidden = new Set<PlayerId>();
  const face = { name: "amber-fox-4127", avatar: "5ea1" };
  const identityOf = async (player: PlayerId) => (hidden.has(player) ? null : face);
  const rowOf = async (bet: Bet) => liveRow(ids, bet, { face, test: false });
  const sent: LiveBetRow[] = [];
  const needs = { clock: manualClock(), log: quietLog, rowOf, identityOf };
  const [here, there] = [createFeed(needs, () => undefined), createFeed(needs, rows => sent.push(...rows))];
  here.peers.attach(message => there.peers.receive(JSON.parse(JSON.stringify(message))));
  here.add(betOf(1));
  await expect.poll(() => sent.map(row => row.at)).toEqual([new Date(1).toISOString()]);
  expect(await there.recent()).toEqual(sent);
  hidden.add(alice);
  expect(JSON.stringify(await there.recent())).not.toMatch(/amber-fox|5ea1/);
  expect(() => there.peers.receive([{ of: alice, row: { id: "x" } }])).toThrow();
});
