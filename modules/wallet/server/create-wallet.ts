import { join } from "node:path";
import { batched } from "#kit/db/batched.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { SeedBook, SeedSource } from "#modules/fairness/server/index.ts";
import { type Account, account } from "#modules/ledger/shared/chart.ts";
import { type LeaseRequest, type Limits, openWallet, renewLeases } from "#modules/limits/server/index.ts";
import { readDueGrants } from "#modules/wagering/server/index.ts";
import manifest from "../module.ts";
import { getWallets, type PaymentNews } from "../shared/contract.ts";
import { betPlaced, betSettled, grantEnded, slipPlaced } from "../shared/events.ts";
import { archiveBets } from "./archive/archive-bets.ts";
import { archiveTransfers } from "./archive/archive-transfers.ts";
import type { ArchivedBatch } from "./archive/move-ranges.ts";
import { createBalanceChannel, profileFragment, walletsOf } from "./balance-channel.ts";
import { createBetOperations } from "./bet-operations.ts";
import { betOf, openRoundOf } from "./bet-row.ts";
import * as bettingWindows from "./betting-window-store.ts";
import { createGrants } from "./grants.ts";
import { createHolds, type Holds } from "./holds.ts";
import { moveMoney } from "./move-money.ts";
import { capital, payInCapital } from "./pay-in-capital.ts";
import { closingObstacles, erasingObstacles, isIdentityRetained, personalData } from "./person.ts";
import type {
  Balance,
  Bet,
  BettingWindows,
  Liability,
  MoveAnswer,
  Moved,
  Movement,
  WalletBooks,
  WalletGrants,
  WalletPort,
  WalletRounds,
} from "./port.ts";
import { createProviderOperations } from "./provider-rounds/operations.ts";
import type { WalletProviderRounds } from "./provider-rounds/port.ts";
import { slipBooks } from "./slips/books.ts";
import { createFreeBets, type FreeBets } from "./slips/free-bets.ts";
import type { SlipMarkets } from "./slips/markets.ts";
import { createSlipOperations } from "./slips/operations.ts";
import { type SlipNeeds, slipStatements } from "./slips/place-slips.ts";
import type { Slip, SlipBooks, SlipEdits, WalletSlips } from "./slips/port.ts";
import { type SlipReserves, slipReserves } from "./slips/reserves.ts";
import { hasOpenSlips } from "./slips/store.ts";
import * as store from "./store.ts";
import { createWalletLanes, type WalletOptions } from "./wallet-lanes.ts";

export interface Wallet
  extends WalletPort,
    WalletRounds,
    WalletBooks,
    BettingWindows,
    WalletProviderRounds,
    WalletSlips,
    SlipEdits,
    ServerModule {
  /** Money reserved for an external party until the outcome is known. */
  readonly holds: Holds;
  readonly grants: WalletGrants;
  readonly slipBooks: SlipBooks;
  readonly slipReserves: SlipReserves;
  readonly freeBets: FreeBets;
  /** Moves bets that ended before then, and their transfers, to the archive; the setting ARCHIVE_AFTER_DAYS unless given. */
  archive(before?: Date): Promise<ArchivedCounts>;
  /** The bankroll as paid in, in micro-units. */
  capital(currency: Currency): Promise<Micros>;
  /** What is owed to each player in this currency, read in one statement. */
  liabilities(on: Queryable, currency: Currency): Promise<readonly Liability[]>;
  /** The player's balances as this transaction sees them. */
  balancesIn(on: Queryable, player: PlayerId): Promise<readonly Balance[]>;
  /** The real money of a wallet without what waiting slips reserved, locked until `tx` ends; 0 without a wallet. */
  lockBalance(tx: Tx, player: PlayerId, currency: Currency): Promise<Micros>;
  /** Publishes on the player's own channel, when `tx` has committed, that the status of one of their payments changed. */
  publishPayment(tx: Tx, player: PlayerId, news: PaymentNews): void;
}

const dayMs = 86_400_000;

export interface ArchivedCounts {
  readonly segments: number;
  readonly bets: number;
  readonly transfers: number;
}

export interface WalletNeeds {
  readonly pairs: SeedSource;
  /** Reports whether a round is open before a server seed is revealed. */
  readonly seeds?: Pick<SeedBook, "askBeforeRotation">;
  /** Asks whether a player's bet is undecided before a reality check is shown; answers who has to accept a policy before a stake. */
  readonly limits?: Pick<Limits, "askOpenBets" | "outstandingTerms">;
  /** The markets that slips are placed on; without them there are no slips. */
  readonly markets?: SlipMarkets;
  /** Names what was archived in the audit log. Without it nothing is archived. */
  readonly recordArchived?: (tx: Tx, batch: ArchivedBatch) => Promise<void>;
  /** Provides the balances of the profile call. */
  readonly accounts?: Pick<Accounts, "contribute">;
}

/** After this long a call is answered `unavailable`, and its key settles it. */
const longestStakeMs = 1_000;

/** The wallet on PostgreSQL: bets are batched in lanes, other movements run in the caller's transaction. */
export function createWallet(host: Host, needs: WalletNeeds, options: WalletOptions = {}): Wallet {
  const now = () => host.clock.now();
  const readBet = batched((bets: readonly store.NamedBet[]) => store.readBets(host.db, bets));
  const readDecided = batched((bets: readonly store.NamedBet[]) => store.readBetsAfterStakes(host.db, bets));

  /** Few wait: most wallets are not held, and are looked up together. */
  async function betAfterStakes(named: store.NamedBet) {
    const found = await readDecided(named);
    if (found !== "busy") return found;
    const [waited] = await store.readBetsAfterStakes(host.db, [named], longestStakeMs);
    return waited === "busy" ? undefined : waited;
  }
  const { me, publishBalance, publishPayment } = createBalanceChannel(host);

  const batchNeeds = {
    now,
    pairs: needs.pairs,
    async renewLeases(requests: readonly LeaseRequest[]) {
      const refused = await host.db.tx(async tx => {
        const answer = await renewLeases(tx, requests, new Date(now()), needs.limits?.outstandingTerms);
        host.failpoints.hit("wallet.lease.formed");
        return answer;
      });
      host.failpoints.hit("wallet.lease.committed");
      return refused;
    },
    async endBonuses(due: readonly { readonly player: PlayerId; readonly currency: Currency }[]) {
      for (const { player, currency } of due)
        await host.db
          .tx(tx => grants.endDue(tx, player, currency))
          .catch(error =>
            host.log.warn(
              { err: error, player, currency },
              "Failed to end a finished bonus; its next stake tries again",
            ),
          );
    },
    hit: (failpoint: string) => host.failpoints.hit(failpoint),
    onPlaced(bet: Bet, bonus: Micros) {
      lanes.emit(bet.player, "betPlaced", () => {
        publishBalance(bet.player, bet.currency, bet.balanceAfter, bonus);
        host.bus.emit(betPlaced, bet);
      });
    },
    onSettled(bet: Bet, bonus: Micros) {
      lanes.emit(bet.player, "betSettled", () => {
        publishBalance(bet.player, bet.currency, bet.settledBalance ?? bet.balanceAfter, bonus);
        host.bus.emit(betSettled, bet);
      });
    },
    onCredit: publishBalance,
  };

  const slipNeeds: SlipNeeds | undefined = needs.markets && {
    ...batchNeeds,
    sql: slipStatements(needs.markets),
    onBalance: publishBalance,
    onSlipPlaced: (slip: Slip) => host.bus.emit(slipPlaced, slip),
  };
  const lanes = createWalletLanes(host, batchNeeds, slipNeeds, options);

  async function move(tx: Tx, movement: Movement, debit: Account, credit: Account): Promise<MoveAnswer> {
    const { answer, wallet } = await moveMoney(tx, movement, { debit, credit }, new Date(now()));
    host.failpoints.hit("wallet.moved");
    if (answer.kind === "moved" && !answer.replayed)
      tx.afterCommit(() => publishBalance(movement.owner, movement.currency, wallet.real, wallet.bonus));
    return answer;
  }

  const grants = createGrants({
    now: () => new Date(now()),
    move,
    changed: publishBalance,
    hit: failpoint => host.failpoints.hit(failpoint),
    ended: (tx, grant) => host.bus.publish(tx, grantEnded, grant),
  });
  const holds = createHolds({ now: () => new Date(now()), db: host.db, move });

  /** Bonuses whose players stopped playing: past their time, or finished when the server stopped. */
  async function endDueGrants(): Promise<void> {
    const due = await readDueGrants(host.db, new Date(now()), 500);
    await batchNeeds.endBonuses(due);
  }

  async function archive(
    before = new Date(now() - (host.config.ARCHIVE_AFTER_DAYS ?? Number.POSITIVE_INFINITY) * dayMs),
  ): Promise<ArchivedCounts> {
    const { recordArchived: record } = needs;
    if (!record || !Number.isFinite(before.getTime())) return { segments: 0, bets: 0, transfers: 0 };
    const bets = await archiveBets(host, { before, record });
    const transfers = await archiveTransfers(host, { before, record });
    return { segments: bets.segments + transfers.segments, bets: bets.count, transfers: transfers.count };
  }

  needs.seeds?.askBeforeRotation(store.hasOpenRound);
  needs.limits?.askOpenBets(
    async player => (await store.hasOpenBets(host.db, player)) || (await hasOpenSlips(host.db, player)),
  );
  needs.accounts?.contribute("wallet", player => profileFragment(host.db, player));

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    channels: [me],
    handlers: [handle(getWallets, async call => ({ data: await walletsOf(host.db, call.session.player) }))],
    personalData: player => personalData(host.db, player),
    closingObstacles,
    erasingObstacles,
    isIdentityRetained,
    jobs: [
      { name: "wallet-release-holds", cron: "* * * * *", run: async () => void (await holds.releaseExpired()) },
      { name: "wallet-end-bonuses", cron: "* * * * *", run: () => endDueGrants() },
      { name: "wallet-archive-bets", cron: "40 3 * * *", run: async () => void (await archive()) },
    ],
    holds,
    grants,
    archive,
    ...createBetOperations(host, needs.pairs, lanes),
    ...createProviderOperations(host, lanes, move),
    ...createSlipOperations(host.db, lanes),
    slipBooks: slipBooks(host.db),
    slipReserves: slipReserves(host.db, () => new Date(now())),
    freeBets: createFreeBets(() => new Date(now())),
    async openRound(player, game) {
      const open = (await store.findOpenRounds(host.db, [{ player, game }])).get(player);
      return open && openRoundOf(open);
    },
    roundsToClose: async which => (await store.readRoundsToClose(host.db, which)).map(openRoundOf),
    balances: player => store.readBalances(host.db, player),
    async bet(player, key, after) {
      const row = await (after ? betAfterStakes({ player, key }) : readBet({ player, key }));
      return row && betOf(row);
    },
    open: openWallet,
    async credit(tx, { from, ...movement }) {
      const answer = await move(tx, movement, from, account("player:real"));
      invariant(answer.kind === "moved", "a credit from a player's balance");
      return answer as Moved;
    },
    debit: (tx, { to, ...movement }) => move(tx, movement, account("player:real"), to),
    move: (tx, { from, to, ...movement }) => move(tx, movement, from, to),
    history: (player, page) => store.readHistory(host.db, player, page),
    takeEpoch: name => bettingWindows.nextEpoch(host.db, name),
    bettingWindow: name => bettingWindows.readBettingWindow(host.db, name),
    openBettingWindow: (on: Queryable, name, round, epoch) =>
      bettingWindows.setBettingWindowOpen(on, name, round, epoch),
    closeBettingWindow: (name, epoch) => bettingWindows.setBettingWindowClosed(host.db, name, epoch),
    openBets: (bettingWindow, round) => store.readOpenBets(host.db, bettingWindow, round),
    publishPayment,
    balancesIn: store.readBalances,
    async lockBalance(tx, player, currency) {
      const real = (await store.lockWallet(tx, player, currency))?.real ?? micros(0n);
      const free = real - (await store.readReserved(tx, player, currency, new Date(now())));
      return micros(free > 0n ? free : 0n);
    },
    liabilities: store.readLiabilities,
    capital: currency => capital(host.db, currency),
    start: () => payInCapital(host.db, new Date(now())),
    stop: lanes.stop,
  };
}
