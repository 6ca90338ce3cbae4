import { randomUUID } from "node:crypto";
import { createDb } from "#kit/db/create-db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PlaceBet, PlaceSlip } from "#modules/wallet/server/index.ts";
import { hashOf } from "#modules/wallet/testing/test-bets.ts";
import { slipOn } from "#modules/wallet/testing/test-slips.ts";
import type { BenchRow } from "../bench-suite.ts";
import { closedLoop, times } from "../figures.ts";
import { placeSlipInteractively } from "./interactive-slip.ts";
import { type BettingServer, withBettingServer } from "./server.ts";

export const unit = 10_000n;
const hash = hashOf(unit);
const eventCount = 300;
/** Connections that the interactive transactions are tried with: the best counts. */
const poolSizes = [8, 32];

/** A slip with a bet on the home side of each of these events. */
export function slipOf(player: PlayerId, events: readonly string[], kind: string, bets = 1n): PlaceSlip {
  const stake = unit * bets;
  const bankers = events.map(() => false);
  const slip = slipOn(player, 0, stake, []);
  return Object.assign(slip, {
    key: randomUUID() as Uuid,
    requestHash: hash,
    terms: { kind, folds: null, unit: String(unit), policy: "any", bankers },
    legs: events.map(event => ({
      event,
      kind: "1x2",
      spec: "",
      outcome: "home",
      counter: null,
      price: 2_030,
      policy: "any" as const,
      most: 1_000_000,
      version: null,
      liability: stake * 3n,
      stakeUsd: stake,
      cap: null,
    })),
  });
}

/** Slips a second through the wallet and as interactive transactions; single bets of games on the same wallet beside the singles. */
export async function benchSlips(seconds: number, playerCounts: readonly number[]): Promise<readonly BenchRow[]> {
  return withBettingServer(async server => {
    const events = Array.from({ length: eventCount }, (_, number) => `m:b:${number}`);
    await server.open(events);
    const rows: BenchRow[] = [];
    for (const count of playerCounts) {
      console.log(`betting: slips of ${count} players`);
      const players = await server.players(count);
      let turn = 0;
      const some = (legs: number) => {
        turn += 1;
        return Array.from({ length: legs }, (_, at) => events[(turn * 7 + at * 31) % events.length] ?? "");
      };
      const kinds = [
        { what: "singles, 2,100 markets", next: (player: PlayerId) => spread(slipOf(player, some(1), "single"), turn) },
        { what: "singles, one market", next: (player: PlayerId) => slipOf(player, events.slice(0, 1), "single") },
        { what: "five legs", next: (player: PlayerId) => slipOf(player, some(5), "accumulator") },
        { what: "Lucky 15", next: (player: PlayerId) => slipOf(player, some(4), "lucky_15", 15n) },
      ];
      const open = await closedLoop(players, seconds, player => server.wallet.place(openBet(player)));
      for (const { what, next } of kinds) {
        const through = await closedLoop(players, seconds, async player => {
          const answer = await server.wallet.placeSlip(next(player));
          if (answer.kind === "refused") throw new Error(`refused: ${answer.reason}`);
        });
        const interactive = await strongest(server, players, seconds, next);
        rows.push({
          figure: `slips/s, ${what}, ${count} players`,
          measured: through.perSecond,
          baseline: interactive,
          times: times(through.perSecond, interactive),
          note: `p99 ${through.p99} ms; of open bets of games: ${Math.round((100 * through.perSecond) / open.perSecond)} %`,
        });
      }
    }
    await server.requireRightBooks();
    return rows;
  });
}

/** On one of the match's seven markets. */
function spread(slip: PlaceSlip, turn: number): PlaceSlip {
  const market = turn % 7;
  const [leg] = slip.legs;
  if (market === 0 || !leg) return slip;
  const on = { kind: "total", spec: `total=${market - 1}.5`, outcome: "over" };
  return Object.assign(slip, { legs: [Object.assign({}, leg, on)] });
}

async function strongest(
  { url }: BettingServer,
  players: readonly PlayerId[],
  seconds: number,
  next: (player: PlayerId) => PlaceSlip,
): Promise<number> {
  const rates: number[] = [];
  for (const pool of poolSizes) {
    const db = createDb(url, { pool, statementTimeoutMs: 0, connectMs: 0 });
    try {
      // Opens the connections and prepares the statements.
      await Promise.all(players.slice(0, pool).map(player => placeSlipInteractively(db, next(player))));
      const { perSecond } = await closedLoop(players, seconds, player => placeSlipInteractively(db, next(player)));
      rates.push(perSecond);
    } finally {
      await db.end();
    }
  }
  return Math.max(...rates);
}

function openBet(player: PlayerId): PlaceBet {
  return {
    player,
    key: randomUUID() as Uuid,
    requestHash: hash,
    game: "crash",
    currency: "USD",
    choice: {},
    rulesVersion: "crash-1",
    stake: micros(unit),
    winCap: micros(1_000_000_000n),
  };
}
