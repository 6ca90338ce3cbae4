import type { Host } from "#kit/host/host.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { createBetIds } from "../server/bet-id.ts";
import { createFeed } from "../server/feed.ts";
import type { Bets } from "../server/index.ts";
import { viewOf } from "../server/own-bets.ts";
import { liveRow } from "../server/rows.ts";
import { winCapOf } from "../server/win-caps.ts";
import type { StakeTable } from "../shared/stakes.ts";

export interface TestBetsOptions {
  readonly hidden?: ReadonlySet<PlayerId>;
  /** Bankroll of every currency, micro-units. */
  readonly bankroll?: Micros;
}

const ids = createBetIds("de".repeat(32));

/** What a frame would name a player by: the name and the picture of `testBets`, and the id. The name in quotes: a hash may hold its four digits. */
export const signsOf = (player: PlayerId): readonly string[] => [
  JSON.stringify(player.slice(-4)),
  player.replaceAll("-", ""),
  player,
];

/** What a test of one game needs of the bets module, without a database: caps from a bankroll of ten billion, names from ids. */
export function testBets({ clock, log }: Pick<Host, "clock" | "log">, options: TestBetsOptions = {}): Bets {
  const { hidden = new Set(), bankroll = micros(10_000_000_000n * 1_000_000n) } = options;
  const publicProfileOf: Bets["publicProfileOf"] = async player => ({
    face: hidden.has(player) ? null : { name: player.slice(-4), avatar: player.replaceAll("-", "") },
    test: false,
  });
  const limitsOf = new Map<string, StakeTable>();
  const winCap = (limits: StakeTable, currency: Currency) => ({
    cap: winCapOf(limits[currency].max, bankroll),
    bankroll,
  });
  return {
    manifest,
    ids,
    publicProfileOf,
    registered: new Map(),
    currencyOf: call => call.session?.currency ?? "RUB",
    seeds: {
      hash: () => ({ hash: "ab".repeat(32), seed: null }),
      now: async () => ({ hash: "ab".repeat(32), seed: null }),
    },
    liveRow: (bet, profile) => liveRow(ids, bet, profile),
    ownView: bet => viewOf({ ids, provided: [] }, bet),
    registerDraws: () => undefined,
    registerProvided: () => undefined,
    winCap: (game, currency) => winCap(required(limitsOf.get(game), `${game} is registered`), currency),
    playing: { count: async () => 0, list: async () => [] },
    returnAlerts: async () => [],
    watchRounds: () => undefined,
    registerGame: ({ game, limits, rulesVersion }) => {
      limitsOf.set(game, limits);
      return {
        winCap: currency => winCap(limits, currency),
        info: call => ({
          currency: call.session?.currency ?? "RUB",
          features: { autobet: true, turbo: true },
          closed: null,
          rtp: "99",
          edge: "1",
          rules_version: rulesVersion,
          limits: { min: "1", max: "10000" },
          win_cap: "1",
        }),
        feed: send =>
          createFeed(
            {
              clock,
              log,
              rowOf: async bet => liveRow(ids, bet, await publicProfileOf(bet.player)),
              identityOf: async player => (await publicProfileOf(player)).face,
            },
            send,
          ),
        decided: () => undefined,
      };
    },
  };
}
