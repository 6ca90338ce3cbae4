import { createDb } from "#kit/db/create-db.ts";
import type { Failpoints } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { testApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import { createBetIds } from "#modules/bets/server/bet-id.ts";
import { createFeedReader } from "#modules/odds/server/feed-reader.ts";
import { messagesOf } from "#modules/odds/testing/messages.ts";
import { TestFeed } from "#modules/odds/testing/test-feed.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { keyOf } from "#modules/wallet/testing/test-bets.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { type BettingNeeds, createBetting, slipMarkets } from "../server/index.ts";

const unused = undefined as never;

/** A server of slips and the feed over an existing database, on the real clock plus `aheadMs`. The feed starts this epoch. */
export async function startBetting(url: string, epoch: number, failpoints?: Failpoints, aheadMs = 0) {
  const plain = plainHost(createDb(url, { pool: 8 }));
  const clock = Object.assign({}, plain.clock, { now: () => plain.clock.now() + aheadMs });
  const host = Object.assign({}, plain, { clock }, failpoints && { failpoints });
  const feed = new TestFeed(host.clock);
  for (const producer of feed.producers) feed.startEpoch(producer, epoch);
  Object.assign(host.config, { ODDS_PUBLIC_KEYS: [feed.publicKey] });
  const free = { onLost: () => undefined, release: async () => undefined };
  const reader = createFeedReader(host, feed, { tryTake: async () => free, close: async () => undefined });
  const wallet = createWallet(host, { pairs: testPairs(host.db), markets: slipMarkets });
  const needs: BettingNeeds = {
    wallet: Object.assign({}, wallet, { capital: async () => micros(10_000_000_000_000n) }),
    bets: { ids: createBetIds(host.config.SECRET_KEY) },
    odds: { quote: async () => undefined },
    payouts: { withdrawnSince: async () => new Set() },
    // Decisions of operators take no part here.
    approvals: { register: () => unused } as never,
    audit: unused,
  };
  const betting = createBetting(host, needs, 3);
  const session = (player: string): Session =>
    ({ id: host.ids.next(), player: player as PlayerId, currency: "USD", test: false }) as Session;
  const api = await testApi(host as never as TestHost, [wallet, betting], session);
  reader.start();
  const beats = setInterval(() => {
    for (const producer of feed.producers) feed.alive(producer);
  }, 300);
  /** Repeats a read until it returns a value. */
  async function until<T>(read: () => Promise<T | undefined | false>, what: string): Promise<T> {
    for (let i = 0; i < 600; i++) {
      const found = await read();
      if (found !== undefined && found !== false) return found as T;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`never: ${what}`);
  }
  // Frames sent before the reader has recovered in this epoch are not part of it.
  await until(async () => {
    const { rows } = await host.db.query<{ up: boolean }>(
      "SELECT coalesce(bool_and(up AND epoch = $1), false) AS up FROM odds.producers JOIN odds.positions USING (producer)",
      [epoch],
    );
    return rows[0]?.up;
  }, "the feed is up");
  return {
    host,
    until,
    feed,
    betting,
    wallet,
    place: (player: PlayerId, key: Uuid, events: readonly string[]) =>
      api.call("POST /api/v1/betting/slips", { token: player, key, body: slipOn(events) }),
    read: (player: PlayerId, id: string) => api.call(`GET /api/v1/betting/slips/${id}`, { token: player }),
    cashOut: (player: PlayerId, key: Uuid, id: string, offer: string) =>
      api.call(`POST /api/v1/betting/slips/${id}/cash-out`, { token: player, key, body: { offer, share: 50 } }),
    async close() {
      clearInterval(beats);
      await reader.stop();
      await wallet.stop?.();
      await host.db.end();
    },
  };
}
export type StartedBetting = Awaited<ReturnType<typeof startBetting>>;

const slipOn = (events: readonly string[]) => ({
  kind: events.length === 1 ? "single" : "accumulator",
  unit: "10",
  legs: events.map(event => ({ event, market: "1x2", outcome: "home", price: "2.03" })),
});

/** Messages about a match, numbered from a base, so that those of a later process are newer. */
export function matchMessages(feed: TestFeed, event: string, base: number) {
  let last = base;
  const { fixture, odds, state, settlement } = messagesOf(feed, event, () => ++last);
  return {
    fixture,
    odds,
    ended(home: number, away: number) {
      const score = [
        [home, away],
        [0, 0],
      ] as const;
      return [state("ended", score), settlement(home > away ? "home" : home < away ? "away" : "draw")];
    },
  };
}

/** The feed's epoch in the process that is killed; the process that takes over has the next one. */
export const epochOf = (run: number) => 1_000 + 2 * run;

/** The matches and keys of one turn of a run: the same in the process that is killed and in the one that takes over. */
export const turnOf = (run: number, turn: number, player: number) => ({
  events: [`m:kill:${run}:${turn}:a`, `m:kill:${run}:${turn}:b`] as const,
  slip: keyOf(run * 1_000_000 + turn * 1_000 + player * 2),
  cashOut: keyOf(run * 1_000_000 + turn * 1_000 + player * 2 + 1),
});
