import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TopSpan, topMultipliers, topWagers, topWins } from "#modules/projections/server/index.ts";
import { boards, daysOf, periods, type TopBoard } from "../shared/period.ts";
import { type RankedLine, replaceLines } from "./store.ts";

/** How far down a player finds their own line. */
const ranked = 500;

export interface RankNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  /** Our own games that are not between players. */
  readonly games: readonly string[];
  /** Test accounts, which are left out. */
  readonly testPlayers: (on: Queryable) => Promise<readonly PlayerId[]>;
  /** Those of these who have closed their accounts, which are left out too. */
  readonly closedAmong: (on: Queryable, players: readonly PlayerId[]) => Promise<ReadonlySet<PlayerId>>;
}

/** Ranks the players of the day, the week and the month that now is in, from the projections. */
export async function rankPlayers(needs: RankNeeds): Promise<void> {
  const { host, games, testPlayers: testPlayersOf } = needs;
  const testPlayers = await testPlayersOf(host.db);
  for (const period of periods) {
    const { first, last } = daysOf(period, host.clock.now());
    const span = { from: first, to: last, games, testPlayers, limit: ranked };
    for (const board of boards) {
      const lines = await linesBy(board, host.db, span);
      const players = lines.map(({ playerId }) => playerId);
      await host.db.tx(async tx => {
        const closed = await needs.closedAmong(tx, players);
        const open = lines.filter(({ playerId }) => !closed.has(playerId));
        await replaceLines(tx, { board, period, begins: first }, open);
      });
    }
  }
}

async function linesBy(board: TopBoard, on: Queryable, span: TopSpan): Promise<readonly RankedLine[]> {
  if (board === "wagers") return (await topWagers(on, span)).map(line => ({ ...line, key: null }));
  const found = await (board === "wins" ? topWins(on, span) : topMultipliers(on, span));
  return found.map(line => ({ ...line, currency: null, amount: null }));
}
