import type { Host } from "#kit/host/host.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { createBetIds } from "./bet-id.ts";
import { createFeed } from "./feed.ts";
import type { Desk } from "./index.ts";
import { createRounds, type RoundsNeeds } from "./rounds/rounds.ts";
import { liveRow } from "./rows.ts";
import { winCapOf } from "./win-caps.ts";

export interface TestDeskOptions {
  readonly hidden?: ReadonlySet<PlayerId>;
  /** Of every currency, micro-units. */
  readonly bankroll?: Micros;
  /** Games that are played in steps: the wallet they play on, and the seeds of everybody's rounds. */
  readonly rounds?: Pick<RoundsNeeds, "wallet" | "pairs">;
}

const ids = createBetIds("de".repeat(32));

/** What a story about one game needs of the desk, without a database: caps from a bankroll of ten billion, names from ids. */
export function testDesk({ clock, log }: Pick<Host, "clock" | "log">, options: TestDeskOptions = {}): Desk {
  const { hidden = new Set(), bankroll = micros(10_000_000_000n * 1_000_000n) } = options;
  const faceOf: Desk["faceOf"] = async player => ({
    face: hidden.has(player) ? null : { name: player.slice(-4), avatar: player.replaceAll("-", "") },
    test: false,
  });
  return {
    manifest,
    ids,
    faceOf,
    currencyOf: call => call.session?.currency ?? "RUB",
    seeds: {
      hash: () => ({ hash: "ab".repeat(32), seed: null }),
      now: async () => ({ hash: "ab".repeat(32), seed: null }),
    },
    openDraws: () => undefined,
    openRounds(spec) {
      const winCap = (currency: Currency) => ({ cap: winCapOf(spec.limits[currency].max, bankroll) });
      return createRounds({ ...must(options.rounds, "a desk with rounds"), ids, winCap }, spec);
    },
    openTable: ({ limits, rulesVersion }) => ({
      winCap: currency => ({ cap: winCapOf(limits[currency].max, bankroll), bankroll }),
      info: call => ({
        ...{ currency: call.session?.currency ?? "RUB", features: { autobet: true, turbo: true } },
        ...{ rtp: "99", edge: "1", rules_version: rulesVersion },
        ...{ limits: { min: "1", max: "10000" }, win_cap: "1" },
      }),
      feed: send => createFeed({ clock, log, rowOf: async bet => liveRow(ids, bet, await faceOf(bet.player)) }, send),
      decided: () => undefined,
    }),
  };
}
