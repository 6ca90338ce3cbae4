import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { balanceChanged } from "#modules/wallet/shared/events.ts";
import manifest from "../module.ts";
import { closeDays } from "./closed-days.ts";
import { type ReturnedOf, rememberReturns } from "./edges.ts";
import { type FoldNeeds, fold } from "./fold.ts";
import { foldVersion } from "./fold-version.ts";
import { readRuns, rebuild } from "./generations.ts";

export { type ReturnedOf, rememberReturns } from "./edges.ts";
export { projectionFacts, turnoverFacts } from "./facts.ts";
export { RebuildDiffers } from "./generations.ts";
export { projectionInvariants } from "./invariants.ts";
export {
  type CountryDay,
  type CountrySums,
  daysByCountry,
  type ProductSums,
  sumsByCountry,
  sumsByProduct,
} from "./read-countries.ts";
export {
  daysPlayed,
  type MoneyDay,
  moneyOnDays,
  type PlayedDay,
  type PlayedGameDay,
  type PlayedSum,
  playedBy,
  playedByDay,
  playedIn,
  playedOnDays,
  playedSince,
} from "./read-days.ts";
export { countFirstDeposits, type FirstDeposit, listFirstDeposits } from "./read-first-deposits.ts";
export {
  type AccountSpan,
  type ActiveIn,
  accountsAt,
  type ClosedDay,
  type ClosedRow,
  closedDay,
  closedDayOfHash,
  closedRows,
  countActive,
  dayOf,
  foldedBalances,
  gamesIn,
  isFolded,
  listActive,
  listClosedDays,
  type Movement,
  movementsIn,
  type PlayedInGame,
  type Span,
  type Sums,
  spanOf,
} from "./read-half-hours.ts";
export {
  isPlaceOfWin,
  type LargeWinRow,
  largeWinsIn,
  type VersionPlayed,
  versionsIn,
} from "./read-oversight.ts";
export { type TopSpan, type TopWager, type TopWin, topMultipliers, topWagers, topWins } from "./read-tops.ts";
export { lostSinceSql } from "./since-sql.ts";

/** Between two folds: at least this, and at most a tenth of the time is spent folding while that keeps within the figure for the delay. */
const restMs = 500;
const mostRestMs = 1_200;

export interface Projections extends ServerModule {
  /** Folds what players have done by now; all of them unless some are named. */
  foldNow(players?: readonly PlayerId[]): Promise<void>;
  /** Folds everything again beside the sums that are read, and replaces them. False when another process does so now. */
  rebuild(): Promise<boolean>;
  /** Closes the days that have ended; how many. */
  closeDays(): Promise<number>;
  /** Runs after a fold that found the named players' wallets moved. */
  onFolded(listener: (players: readonly PlayerId[]) => Promise<void>): void;
}

/** What players played, summed from the numbers of their wallets after the fact. */
export function createProjections(
  host: Host,
  { returnedOf, testPlayers }: { readonly returnedOf: ReturnedOf; readonly testPlayers: FoldNeeds["testPlayers"] },
): Projections {
  const needs = {
    host,
    testPlayers,
    returnedOf: rememberReturns(returnedOf, (error, bet) =>
      host.log.warn({ err: error, bet }, "Failed to read the edge of a bet: it counts as none"),
    ),
  };
  const listeners: ((players: readonly PlayerId[]) => Promise<void>)[] = [];
  let moved = new Set<PlayerId>();
  let cancel: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  host.bus.on(balanceChanged, ({ player }) => {
    moved.add(player);
    cancel ??= host.clock.after(restMs, run);
  });

  function run(): void {
    running ??= foldMoved().finally(() => {
      running = undefined;
    });
  }

  async function foldMoved(): Promise<void> {
    const players = [...moved];
    moved = new Set();
    const began = host.clock.monotonic();
    try {
      // Another process folds: it may have looked before these players moved.
      if (!(await foldLive(players))) for (const player of players) moved.add(player);
      else for (const listener of listeners) await listener(players);
    } catch (error) {
      host.log.warn({ err: error }, "Failed to update the projections; a job retries within a minute");
    }
    const rest = Math.min(mostRestMs, Math.max(restMs, 9 * (host.clock.monotonic() - began)));
    cancel = undefined;
    if (moved.size > 0 && !stopped) cancel = host.clock.after(rest, run);
  }

  async function foldLive(players?: readonly PlayerId[], waits = false): Promise<boolean> {
    const { live } = await readRuns(host.db);
    return fold(needs, live, players, waits);
  }

  async function follow(): Promise<void> {
    await foldLive();
    if ((await readRuns(host.db)).version !== foldVersion) await rebuild(needs, host);
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    foldNow: async players => void (await foldLive(players, true)),
    rebuild: () => rebuild(needs, host),
    closeDays: () => closeDays(host, host.config.REPORTING_ZONE),
    onFolded: listener => void listeners.push(listener),
    jobs: [
      { name: "projections-follow", cron: "* * * * *", run: follow },
      {
        name: "projections-close-days",
        cron: "*/10 * * * *",
        run: async () => void (await closeDays(host, host.config.REPORTING_ZONE)),
      },
    ],
    async stop() {
      stopped = true;
      cancel?.();
      await running;
    },
  };
}
