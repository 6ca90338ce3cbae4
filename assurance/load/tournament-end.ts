import { formatAmount, micros } from "#kit/money/amount.ts";
import { endTournament } from "../tournament-end/run.ts";
import type { BenchSuite } from "./bench-suite.ts";
import { round } from "./figures.ts";
import { withOwnServer } from "./wallet-database.ts";

const players = Number(process.argv.find(argument => argument.startsWith("--players="))?.slice(10) ?? 100_000);
const places = 200;
const prizeKills = 5;

/**
 * `npm run bench -- tournament-end --players=100000`: a tournament of bots ends while the processes that end it are killed. Fails unless its ranks equal those of a plain
 * query over bets, each prize is paid once, and the sum paid equals the sum of the prize table.
 */
export const benchTournamentEnd: BenchSuite = () =>
  withOwnServer({ modules: "all", pool: 20 }, async ({ db, url }) => {
    console.log(`tournament-end: ${players} bots play three bets each, then ${2 + prizeKills} processes are killed`);
    const from = performance.now();
    const ended = await endTournament(db, url, { players, places, prizeKills });
    const isRight =
      ended.ranks === players &&
      ended.differing + ended.notOnce + ended.differences === 0 &&
      ended.prizes === places &&
      ended.booked === places &&
      ended.paid === ended.promised &&
      ended.state === "finished";
    if (!isRight)
      throw new Error(JSON.stringify(ended, (_, value) => (typeof value === "bigint" ? String(value) : value)));
    return [
      {
        figure: `a tournament of ${players} bots, ${ended.bets} bets`,
        kills: ended.kills.length,
        "ranks that differ": ended.differing,
        "prizes paid once": ended.prizes,
        "sum paid": formatAmount(micros(ended.paid)),
        "sum of the table": formatAmount(micros(ended.promised)),
        seconds: round((performance.now() - from) / 1000, 1),
      },
    ];
  });
