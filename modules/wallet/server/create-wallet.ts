import { join } from "node:path";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import { batched } from "#kit/db/batched.ts";
import type { DbConnection, Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { SeedBook, SeedSource } from "#modules/fairness/server/index.ts";
import { type Account, account } from "#modules/ledger/shared/chart.ts";
import { type LeaseRequest, type Limits, openPurse, renewLeases } from "#modules/limits/server/index.ts";
import manifest from "../module.ts";
import { type BalanceView, getWallets, meChannel, type PaymentNews } from "../shared/contract.ts";
import { balanceChanged, betPlaced, betSettled, slipPlaced } from "../shared/events.ts";
import { betOf, openRoundOf } from "./bet-row.ts";
import { createHolds, type Holds } from "./holds.ts";
import { createLane, type Lane } from "./lane.ts";
import { laneMetrics } from "./lane-metrics.ts";
import { moveMoney } from "./move-money.ts";
import { capital, payInCapital } from "./pay-in-capital.ts";
import { closingObstacles, personalData } from "./person.ts";
import { placeBatch } from "./place-batch.ts";
import type {
  Balance,
  Bet,
  BettingWindows,
  EndOfRound,
  FinishAnswer,
  MoveAnswer,
  Moved,
  Movement,
  PlaceAnswer,
  PlaceBet,
  Purse,
  SettleAnswer,
  Settlement,
  StepAnswer,
  StepOfRound,
  WalletBooks,
  WalletPort,
  WalletRounds,
} from "./port.ts";
import { cancelFreeRounds, readFreeGrants, readFreeWins, startFreeRounds } from "./provider-rounds/free-rounds.ts";
import { hitPot } from "./provider-rounds/hit-pot.ts";
import { placeInRounds } from "./provider-rounds/place-in-round.ts";
import type {
  RollbackAnswer,
  RoundAnswer,
  RoundBet,
  RoundRollback,
  RoundWin,
  WalletProviderRounds,
  WinAnswer,
} from "./provider-rounds/port.ts";
import { rollBackBets } from "./provider-rounds/rollback-batch.ts";
import { readRoundFigures, readUnrevealedWins, readVoidRounds } from "./provider-rounds/round-figures.ts";
import * as providerStore from "./provider-rounds/store.ts";
import type { RollbackTask, RoundTask, WinTask } from "./provider-rounds/tasks.ts";
import { explainWin, payWins } from "./provider-rounds/win-batch.ts";
import { finishBatch, settleBatch } from "./settle-batch.ts";
import { slipBooks } from "./slips/books.ts";
import type { SlipMarkets } from "./slips/markets.ts";
import { placeSlips, type SlipNeeds, slipStatements } from "./slips/place-slips.ts";
import type {
  PlaceSlip,
  PlaceSlipAnswer,
  ReviseAnswer,
  Slip,
  SlipBooks,
  SlipRevision,
  WalletSlips,
} from "./slips/port.ts";
import { type SlipReserves, slipReserves } from "./slips/reserves.ts";
import { reviseSlips } from "./slips/revise-slips.ts";
import { findSlips, hasOpenSlips, slipOf } from "./slips/store.ts";
import type { ReviseTask, SlipTask } from "./slips/tasks.ts";
import { isStepOf, repeatedStep, stepBatch } from "./step-batch.ts";
import * as store from "./store.ts";
import {
  answerable,
  type FinishTask,
  type PlaceTask,
  type SettleTask,
  type StepTask,
  type WalletTask,
} from "./task.ts";

export interface Wallet
  extends WalletPort,
    WalletRounds,
    WalletBooks,
    BettingWindows,
    WalletProviderRounds,
    WalletSlips,
    ServerModule {
  /** Money reserved for an external party until the outcome is known. */
  readonly holds: Holds;
  readonly slipBooks: SlipBooks;
  readonly slipReserves: SlipReserves;
  /** The bankroll as paid in, in micro-units. */
  capital(currency: Currency): Promise<Micros>;
  /** The purses of all players in this currency, read in one statement. */
  everyPurse(on: Queryable, currency: Currency): Promise<readonly Purse[]>;
  /** The player's purses as this transaction sees them. */
  balancesIn(on: Queryable, player: PlayerId): Promise<readonly Balance[]>;
  /** The real money of a wallet without what waiting slips reserved, locked until `tx` ends; 0 without a wallet. */
  lockBalance(tx: Tx, player: PlayerId, currency: Currency): Promise<Micros>;
  /** Publishes on the player's own channel, when `tx` has committed, that the status of one of their payments changed. */
  publishPayment(tx: Tx, player: PlayerId, news: PaymentNews): void;
}

export interface WalletNeeds {
  readonly pairs: SeedSource;
  /** Reports whether a round is open before a server seed is revealed. */
  readonly seeds?: Pick<SeedBook, "askBeforeRotation">;
  /** Reports whether a player's bet is undecided before a reality check is shown. */
  readonly limits?: Pick<Limits, "askOpenBets">;
  /** The markets that slips are placed on; without them there are no slips. */
  readonly markets?: SlipMarkets;
  /** Provides the balances of the profile call. */
  readonly accounts?: Pick<Accounts, "contribute">;
}

export interface WalletOptions {
  /** Queues with a connection each; a player is always assigned to the same one. */
  readonly lanes?: number;
  /** Maximum number of bets in one statement. */
  readonly maxBatch?: number;
  /** Maximum number of operations waiting in one lane; above it callers get `unavailable`. */
  readonly capacity?: number;
}

/** The wallet on PostgreSQL: bets are batched in lanes, other movements run in the caller's transaction. */
export function createWallet(host: Host, needs: WalletNeeds, options: WalletOptions = {}): Wallet {
  const { lanes: laneCount = 2, maxBatch = 512, capacity = 4096 } = options;
  const now = () => host.clock.now();
  const metrics = laneMetrics(host);
  const readBet = batched((bets: readonly store.NamedBet[]) => store.readBets(host.db, bets));
  const loading = new Map<PlayerId, Promise<unknown>>();
  let stopping = false;

  const me = liveChannel(meChannel, async session => {
    const balances = session ? await store.readBalances(host.db, session.player) : [];
    return { balances: balances.map(({ currency, real, bonus }) => viewOf(currency, real, bonus)) };
  });

  function publishBalance(player: PlayerId, currency: Currency, real: Micros, bonus: Micros): void {
    me.publish("balance", viewOf(currency, real, bonus), player);
    host.bus.emit(balanceChanged, { player, currency, real, bonus });
  }

  const batchNeeds = {
    now,
    pairs: needs.pairs,
    async renewLeases(requests: readonly LeaseRequest[]) {
      const refused = await host.db.tx(async tx => {
        const answer = await renewLeases(tx, requests, new Date(now()));
        host.failpoints.hit("wallet.lease.formed");
        return answer;
      });
      host.failpoints.hit("wallet.lease.committed");
      return refused;
    },
    hit: (failpoint: string) => host.failpoints.hit(failpoint),
    onPlaced(bet: Bet, bonus: Micros) {
      publishBalance(bet.player, bet.currency, bet.balanceAfter, bonus);
      host.bus.emit(betPlaced, bet);
    },
    onSettled(bet: Bet, bonus: Micros) {
      publishBalance(bet.player, bet.currency, bet.settledBalance ?? bet.balanceAfter, bonus);
      host.bus.emit(betSettled, bet);
    },
    onCredit: publishBalance,
  };

  const slipNeeds: SlipNeeds | undefined = needs.markets && {
    ...batchNeeds,
    sql: slipStatements(needs.markets),
    onBalance: publishBalance,
    onSlipPlaced: (slip: Slip) => host.bus.emit(slipPlaced, slip),
  };
  const slipsOf = () => required(slipNeeds, "slips in a wallet without markets");

  /** A batch has one kind, that of its first task. */
  function runBatch(connection: DbConnection, tasks: readonly WalletTask[]): Promise<readonly WalletTask[]> {
    switch (tasks[0]?.kind) {
      case "settle":
        return settleBatch(connection, tasks as readonly SettleTask[], batchNeeds);
      case "step":
        return stepBatch(connection, tasks as readonly StepTask[], batchNeeds);
      case "finish":
        return finishBatch(connection, tasks as readonly FinishTask[], batchNeeds);
      case "round":
        return placeInRounds(connection, tasks as readonly RoundTask[], batchNeeds);
      case "win":
        return payWins(connection, tasks as readonly WinTask[], batchNeeds);
      case "slip":
        return placeSlips(connection, tasks as readonly SlipTask[], slipsOf());
      case "revise":
        return reviseSlips(connection, tasks as readonly ReviseTask[], slipsOf());
      case "rollback":
        return rollBackBets(connection, tasks as readonly RollbackTask[], batchNeeds);
      default:
        return placeBatch(connection, tasks as readonly PlaceTask[], batchNeeds);
    }
  }

  const lanes = Array.from({ length: laneCount }, (_, index) =>
    createLane<WalletTask>({
      maxBatch,
      capacity,
      connect: () => openLaneConnection(host),
      run: (connection, tasks) => metrics.timed(tasks.length, () => runBatch(connection, tasks)),
      onDepth: depth => metrics.depth(index, depth),
      onFault: error => host.log.warn({ err: error, lane: index }, "a wallet batch failed; it is retried"),
    }),
  );

  function enqueue(task: WalletTask): void {
    if (stopping || !laneOf(lanes, task.player).push(task)) task.reject(new Failure(unavailable, { retryAfter: 1 }));
  }

  /** One load for all waiting callers, so that a player's bets continue in the order they arrived. */
  function loadPair(player: PlayerId): Promise<unknown> {
    const waiting = loading.get(player) ?? needs.pairs.load(player).finally(() => loading.delete(player));
    loading.set(player, waiting);
    return waiting;
  }

  async function place(bet: PlaceBet): Promise<PlaceAnswer> {
    const modes = [bet.draw, bet.begin, bet.bettingWindow].filter(mode => mode !== undefined).length;
    invariant(bet.stake > 0n && modes <= 1, "a stake of zero, or a bet that is decided in two ways");
    const kind = bet.draw ? "drawn" : bet.begin ? "begun" : "open";
    if (kind !== "open" && !needs.pairs.cached(bet.player)) await loadPair(bet.player);
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<PlaceAnswer>(bet.player, resolve, reject), kind, bet, key: bet.key }),
    );
  }

  function settle(settlement: Settlement): Promise<SettleAnswer> {
    const settleKey = settlement.key ?? host.ids.next();
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<SettleAnswer>(settlement.player, resolve, reject),
        kind: "settle",
        settlement,
        key: settlement.bet,
        settleKey,
      }),
    );
  }

  async function step(one: StepOfRound): Promise<StepAnswer> {
    if (isStepOf(one.round, one.key)) return repeatedStep(one, one.round);
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<StepAnswer>(one.round.player, resolve, reject),
        kind: "step",
        step: one,
        key: one.round.key,
      }),
    );
  }

  async function finish(end: EndOfRound): Promise<FinishAnswer> {
    const { round, result } = end;
    invariant(result.kind === "voided" || result.payout <= round.winCap, "a payout over its win cap");
    invariant(!end.last || end.key, "a step without a key");
    if (isStepOf(round, end.key)) return { kind: "refused", reason: "idempotency_conflict" };
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<FinishAnswer>(round.player, resolve, reject),
        kind: "finish",
        end,
        key: round.key,
        settleKey: end.key ?? host.ids.next(),
      }),
    );
  }

  function placeInRound(bet: RoundBet): Promise<RoundAnswer> {
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<RoundAnswer>(bet.player, resolve, reject), kind: "round", bet, key: bet.key }),
    );
  }

  /** A pot is paid before its round: a win that comes again after a crash between the two finds what it was. */
  async function winRound(win: RoundWin): Promise<WinAnswer> {
    const pot = win.hitsPot ? await host.db.tx(tx => hitPot(tx, move, win)) : null;
    if (pot === undefined) return (await explainWin(host.db, win)) ?? winRound(win);
    if (pot !== null) host.failpoints.hit("wallet.pot.paid");
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<WinAnswer>(win.player, resolve, reject), kind: "win", win, pot, key: win.key }),
    );
  }

  function rollBack(rollback: RoundRollback): Promise<RollbackAnswer> {
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<RollbackAnswer>(rollback.player, resolve, reject),
        kind: "rollback",
        rollback,
        key: rollback.key,
      }),
    );
  }

  async function placeSlip(slip: PlaceSlip): Promise<PlaceSlipAnswer> {
    invariant(slip.stake > 0n && slip.legs.length > 0, "a slip without stake or legs");
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<PlaceSlipAnswer>(slip.player, resolve, reject),
        kind: "slip",
        bet: slip,
        key: slip.key,
      }),
    );
  }

  async function revise(player: PlayerId, revisions: readonly SlipRevision[]): Promise<readonly ReviseAnswer[]> {
    const slips = new Set(revisions.map(({ slip }) => slip));
    invariant(revisions.length > 0 && slips.size === revisions.length, "no revision, or two of one slip at once");
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<readonly ReviseAnswer[]>(player, resolve, reject),
        kind: "revise",
        revisions,
      }),
    );
  }

  async function decidedBet(bet: RoundBet): Promise<RoundAnswer | undefined> {
    const row = await readBet(bet);
    return row && providerStore.decisionOf(row, bet.requestHash);
  }

  async function refuseBet(bet: RoundBet, reason: string): Promise<RoundAnswer> {
    const known = await decidedBet(bet);
    if (known) return known;
    const written = await providerStore.writeRefusals(host.db, [{ bet, reason, balance: null }], new Date(now()));
    if (written.size > 0) return providerStore.refused(reason, null, false);
    return required(await decidedBet(bet), "a key that is taken has a row");
  }

  async function move(tx: Tx, movement: Movement, debit: Account, credit: Account): Promise<MoveAnswer> {
    const { answer, wallet } = await moveMoney(tx, movement, { debit, credit }, new Date(now()));
    host.failpoints.hit("wallet.moved");
    if (answer.kind === "moved" && !answer.replayed)
      tx.afterCommit(() => publishBalance(movement.owner, movement.currency, wallet.real, wallet.bonus));
    return answer;
  }

  const holds = createHolds({ now: () => new Date(now()), db: host.db, move });
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
    jobs: [{ name: "wallet-release-holds", cron: "* * * * *", run: async () => void (await holds.releaseExpired()) }],
    holds,
    place,
    settle,
    step,
    finish,
    placeInRound,
    winRound,
    rollBack,
    placeSlip,
    reviseSlips: revise,
    slipBooks: slipBooks(host.db),
    slipReserves: slipReserves(host.db, () => new Date(now())),
    async slip(player, key) {
      const row = (await findSlips(host.db, [{ player, key }])).get(`${player}/${key}`);
      return row && slipOf(row);
    },
    refuseBet,
    decidedBet,
    providerRounds: {
      round: (player, key) => providerStore.readRound(host.db, player, key),
      openOf: (player, game) => providerStore.readOpenOf(host.db, player, game),
      roundsToFollow: which => providerStore.readRoundsToFollow(host.db, which),
      ended: which => providerStore.readEnded(host.db, which),
      named: key => providerStore.readRoundsNamed(host.db, key),
      gamesOf: (player, keys) => providerStore.readGamesOf(host.db, player, keys),
      rounds: filter => providerStore.readRounds(host.db, filter),
      txs: pairs => providerStore.readTxs(host.db, pairs),
      txsInSpan: (game, from, to) => providerStore.readTxsInSpan(host.db, game, from, to),
      nonceOf: (player, game, slug) => providerStore.readNonce(host.db, player, game, slug),
      startSeed: providerStore.startSeed,
      allowWin: providerStore.allowWin,
      versionOf: providerStore.readVersion,
      freeRounds: providerStore.readFreeRounds,
      startFreeRounds,
      cancelFreeRounds,
      freeGrants: readFreeGrants,
      freeWins: readFreeWins,
      figures: (game, since) => readRoundFigures(host.db, game, since),
      voids: (game, since) => readVoidRounds(host.db, game, since),
      unrevealedWins: readUnrevealedWins,
    },
    async openRound(player, game) {
      const open = (await store.findOpenRounds(host.db, [{ player, game }])).get(player);
      return open && openRoundOf(open);
    },
    roundsToClose: async which => (await store.readRoundsToClose(host.db, which)).map(openRoundOf),
    balances: player => store.readBalances(host.db, player),
    async bet(player, key) {
      const row = await readBet({ player, key });
      return row && betOf(row);
    },
    open: openPurse,
    async credit(tx, { from, ...movement }) {
      const answer = await move(tx, movement, from, account("player:real"));
      invariant(answer.kind === "moved", "a credit from a purse");
      return answer as Moved;
    },
    debit: (tx, { to, ...movement }) => move(tx, movement, account("player:real"), to),
    move: (tx, { from, to, ...movement }) => move(tx, movement, from, to),
    history: (player, page) => store.readHistory(host.db, player, page),
    takeEpoch: name => store.nextEpoch(host.db, name),
    bettingWindow: name => store.readBettingWindow(host.db, name),
    openBettingWindow: (on: Queryable, name, round, epoch) => store.setBettingWindowOpen(on, name, round, epoch),
    closeBettingWindow: (name, epoch) => store.setBettingWindowClosed(host.db, name, epoch),
    openBets: (bettingWindow, round) => store.readOpenBets(host.db, bettingWindow, round),
    publishPayment: (tx, player, news) => tx.afterCommit(() => me.publish("payment", news, player)),
    balancesIn: store.readBalances,
    async lockBalance(tx, player, currency) {
      const real = (await store.lockWallet(tx, player, currency))?.real ?? micros(0n);
      const free = real - (await store.readReserved(tx, player, currency, new Date(now())));
      return micros(free > 0n ? free : 0n);
    },
    everyPurse: store.readEveryPurse,
    capital: currency => capital(host.db, currency),
    start: () => payInCapital(host.db, new Date(now())),
    async stop() {
      stopping = true;
      await Promise.all(lanes.map(lane => lane.stop()));
    },
  };
}

/** Plans are generic and for big tables, whatever the size of the tables when the connection began. */
async function openLaneConnection(host: Host) {
  const connection = await host.db.connect();
  await connection.query("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off");
  return connection;
}

function laneOf(lanes: readonly Lane<WalletTask>[], player: PlayerId): Lane<WalletTask> {
  const lane = lanes[Number.parseInt(player.slice(-6), 16) % lanes.length];
  invariant(lane, "a wallet without lanes");
  return lane;
}

async function walletsOf(db: Queryable, player: PlayerId) {
  const balances = await store.readBalances(db, player);
  return balances.map(({ currency, real, bonus, vault }) => ({
    ...viewOf(currency, real, bonus),
    vault_balance: formatAmount(vault),
  }));
}

/** The balance of the active currency, as the profile call shows it. */
async function profileFragment(
  db: Queryable,
  player: { readonly id: PlayerId; readonly currency: Currency | null },
): Promise<Omit<BalanceView, "currency">> {
  const balances = await store.readBalances(db, player.id);
  const active = balances.find(balance => balance.currency === player.currency);
  const { currency: _currency, ...fields } = viewOf("USD", active?.real ?? micros(0n), active?.bonus ?? micros(0n));
  return fields;
}

function viewOf(currency: Currency, real: Micros, bonus: Micros): BalanceView {
  return {
    currency,
    balance: formatAmount(real),
    bonus_balance: formatAmount(bonus),
    total_balance: formatAmount(real + bonus),
  };
}
