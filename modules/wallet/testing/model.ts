import type { Tx } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { SeedPair } from "#modules/fairness/server/index.ts";
import { type Account, account, gameNumber, gameResult, inPlay, isProviderGame } from "#modules/ledger/shared/chart.ts";
import type { StakeLimits } from "#modules/limits/shared/allowance.ts";
import type { BreakKind } from "#modules/limits/shared/breaks.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { bonusShare, countedOf } from "#modules/wagering/shared/grant.ts";
import { openRoundOf } from "../server/bet-row.ts";
import { readCursor } from "../server/history-cursor.ts";
import type {
  Bet,
  BettingWindows,
  BetWagering,
  EndOfRound,
  FinishAnswer,
  HistoryPage,
  Moved,
  OpenRound,
  PlaceAnswer,
  PlaceBet,
  SettleAnswer,
  Settlement,
  StepAnswer,
  StepOfRound,
  WalletBooks,
  WalletGrants,
  WalletPort,
  WalletRounds,
} from "../server/port.ts";
import type { WalletSlips } from "../server/slips/port.ts";
import { isStepOf, repeatedStep, withStep } from "../server/step-batch.ts";

import { createModelGrants, type ShownGrant } from "./model-grants.ts";
import { createModelLedger, type ModelTransfer, type ModelWallet } from "./model-ledger.ts";
import { createModelPots } from "./model-pots.ts";
import { modelRounds, type RoundModel } from "./model-rounds.ts";
import { modelSlips, type SlipModel } from "./model-slips.ts";
import { createModelStakeChecks } from "./model-stake-checks.ts";
import { createModelWindows } from "./model-windows.ts";

const dayMs = 86_400_000;

interface ModelBet extends Bet {
  readonly requestHash: string;
  readonly settleKey: Uuid | null;
  /** For an open round: when it was begun or had its last step. */
  readonly touchedAt: number;
  readonly seq: bigint;
  /** The bet as the response to its placing showed it. */
  readonly placed: Bet;
}

export interface WalletModel extends WalletPort, WalletRounds, WalletBooks, BettingWindows, WalletSlips, RoundModel {
  /** Whether no later leader has this betting window. */
  isLed(name: string, epoch: bigint): boolean;
  readonly grants: WalletGrants;
  /** The grants of a player, in order. */
  grantsOf(player: PlayerId): readonly ShownGrant[];
  /** Markets, exposures and debts of slips. */
  readonly sportsbook: SlipModel;
  /** Gives the player a seed pair, or none with undefined. The model increments its nonce. */
  setPair(player: PlayerId, pair: SeedPair | undefined): void;
  /** Daily limits over all wallets, in force from now on, the player's own and those of operators. */
  setLimits(player: PlayerId, limits: StakeLimits): void;
  /** No stakes until then; a self-exclusion unless it is a time-out. */
  block(player: PlayerId, untilMs: number, kind?: BreakKind): void;
  readonly transfers: readonly ModelTransfer[];
}

/** The transaction argument where the model is used: the model needs none, and nothing else may use it. */
export const modelTx: Tx = {
  inTransaction: true,
  query: () => Promise.reject(new Error("the wallet's model runs no SQL")),
  afterCommit: task => task(),
};

/**
 * The wallet as a few maps: every operation is one synchronous step, so there are no races. Property tests compare
 * PostgreSQL with it, and simulators use it.
 */
export function createWalletModel(needs: {
  readonly now: () => number;
  /** The prices fixed for a day (days since 1970, UTC); none without. */
  readonly prices?: (day: number) => DayPrices | undefined;
}): WalletModel {
  const ledger = createModelLedger(needs.now);
  const grants = createModelGrants(ledger, needs.now);
  const windows = createModelWindows();
  const bets = new Map<string, ModelBet>();
  const pairs = new Map<PlayerId, SeedPair>();

  const betKey = (player: PlayerId, key: Uuid) => `${player}/${key}`;
  const today = () => Math.floor(needs.now() / dayMs);
  const checks = createModelStakeChecks({ ledger, grants, now: needs.now, today, prices: needs.prices });
  const { fromBonusOf, mayTakeBonus, outOfTime } = checks;

  function replay(bet: PlaceBet): PlaceAnswer | undefined {
    const known = bets.get(betKey(bet.player, bet.key));
    if (!known) return undefined;
    return known.requestHash === toHex(bet.requestHash)
      ? { kind: "accepted", bet: known.placed, replayed: true }
      : { kind: "refused", reason: "idempotency_conflict" };
  }

  function refusal(
    bet: PlaceBet,
    wallet: ModelWallet | undefined,
    pair: SeedPair | undefined,
  ): PlaceAnswer | undefined {
    const bettingWindow = bet.bettingWindow && windows.find(bet.bettingWindow.name);
    if (bet.bettingWindow && !(bettingWindow?.open && bettingWindow.round === bet.bettingWindow.round))
      return { kind: "refused", reason: "window_closed" };
    if (isDrawn(bet) && !pair) return { kind: "refused", reason: "no_client_seed" };
    const open = bet.begin && openRound(bet.player, bet.game);
    if (open) return { kind: "refused", reason: "round_open", bet: openRoundOf(viewOf(open)) };
    if (wallet && !checks.isBlocked(bet.player)) grants.endDue(bet.player, bet.currency);
    const limited = wallet && checks.limitRefusal(bet, bet.stake - fromBonusOf(bet, wallet));
    if (limited) return { kind: "refused", reason: limited };
    return (wallet ? checks.fundsRefusal(bet, wallet) : checks.noFunds(0n)) ?? outOfTime(bet.player);
  }

  function place(bet: PlaceBet): PlaceAnswer {
    const wallet = ledger.find(bet.player, bet.currency);
    const pair = isDrawn(bet) ? pairs.get(bet.player) : undefined;
    const answer = replay(bet) ?? refusal(bet, wallet, pair);
    if (answer) return answer;
    invariant(wallet, "a bet without a wallet was not refused");
    return { kind: "accepted", bet: viewOf(accept(bet, wallet, pair)), replayed: false };
  }

  function accept(bet: PlaceBet, wallet: ModelWallet, pair: SeedPair | undefined): ModelBet {
    const drawn = pair && bet.draw?.(pair);
    const at = new Date(needs.now());
    gameNumber(bet.game);
    const payout = drawn?.payout ?? micros(0n);
    invariant(payout <= bet.winCap, "a payout over its win cap");
    const { player, key, game, currency, stake, choice, rulesVersion, winCap } = bet;
    const { grant } = wallet;
    const counts = mayTakeBonus(bet, wallet);
    const fromBonus = fromBonusOf(bet, wallet);
    const paidBonus = bonusShare(payout, stake, fromBonus);
    const counted = grant && counts && drawn ? countedOf(stake, bet.rate ?? 0, grant.left) : 0n;
    const balanceAfter = micros(wallet.real - (stake - fromBonus) + (payout - paidBonus));
    const bonusAfter = micros(wallet.bonus - fromBonus + paidBonus);
    const wagering: BetWagering | undefined =
      grant && counts
        ? {
            grant: grant.number,
            rate: bet.rate ?? 0,
            fromBonus: micros(fromBonus),
            paidBonus: micros(paidBonus),
            counted: micros(counted),
            bonusAfter,
            settledBonus: drawn ? bonusAfter : null,
          }
        : undefined;
    const placed: Bet = {
      player,
      key,
      game,
      currency,
      stake,
      payout,
      choice,
      rulesVersion,
      winCap,
      balanceAfter,
      status: drawn ? "settled" : "open",
      outcome: drawn ? drawn.outcome : null,
      settledBalance: drawn ? balanceAfter : null,
      seed: pair ? { number: pair.number, clientSeed: pair.clientSeed, nonce: pair.nonce } : null,
      round: bet.bettingWindow ? { bettingWindow: bet.bettingWindow.name, number: bet.bettingWindow.round } : null,
      ...(pair && bet.begin && { journal: { opening: bet.begin(pair), steps: [] } }),
      ...(wagering && { wagering }),
      placedAt: at,
      settledAt: drawn ? at : null,
    };
    const requestHash = toHex(bet.requestHash);
    const made: ModelBet = {
      ...placed,
      placed,
      requestHash,
      settleKey: null,
      seq: wallet.seq + 1n,
      touchedAt: needs.now(),
    };
    bets.set(betKey(player, key), made);
    if (pair) pairs.set(player, pair.at(pair.nonce + 1));
    ledger.count(wallet, stake, stake - fromBonus - (payout - paidBonus));
    const result = gameResult(game);
    const to = drawn ? result : inPlay(game);
    ledger.recordBet(wallet, made, "stake", stake - fromBonus, account("player:real"), to);
    ledger.recordBet(wallet, made, "bonus_stake", fromBonus, account("player:bonus"), to);
    ledger.recordBet(wallet, made, "payout", payout - paidBonus, result, account("player:real"));
    ledger.recordBet(wallet, made, "bonus_payout", paidBonus, result, account("player:bonus"));
    if (grant && counts)
      wallet.grant = { ...grant, left: micros(grant.left - counted), open: grant.open + (drawn ? 0 : 1) };
    grants.endDue(player, currency);
    return made;
  }

  function openRound(player: PlayerId, game: string): ModelBet | undefined {
    return openRounds().find(bet => bet.player === player && bet.game === game);
  }

  const openRounds = () => [...bets.values()].filter(bet => bet.status === "open" && bet.journal);

  function step(one: StepOfRound): StepAnswer {
    const known = required(bets.get(betKey(one.round.player, one.round.key)), "a round that was read");
    const now = openRoundOf(viewOf(known));
    if (isStepOf(one.round, one.key)) return repeatedStep(one, one.round);
    if (!stands(one.round, now)) return repeatedStep(one, now);
    const { journal } = withStep(one);
    bets.set(betKey(known.player, known.key), { ...known, journal, touchedAt: needs.now() });
    return { kind: "stepped", round: { ...now, journal }, replayed: false };
  }

  function finish({ round, key, last, result }: EndOfRound): FinishAnswer {
    const known = required(bets.get(betKey(round.player, round.key)), "a round that was read");
    const now = openRoundOf(viewOf(known));
    if (isStepOf(round, key)) return { kind: "refused", reason: "idempotency_conflict" };
    if (now.status !== "open")
      return key !== undefined && known.settleKey === key
        ? { kind: "settled", bet: now, replayed: true }
        : { kind: "refused", reason: "already_settled" };
    if (!stands(round, now)) return { kind: "refused", reason: "outpaced" };
    const journal = last
      ? withStep({ round: now, key: required(key, "a step without a key"), ...last }).journal
      : now.journal;
    const ended = end({ ...known, journal }, { player: round.player, bet: round.key, result, ...(key && { key }) });
    return { kind: "settled", bet: openRoundOf(viewOf(ended)), replayed: false };
  }

  function settle(settlement: Settlement): SettleAnswer {
    const bet = bets.get(betKey(settlement.player, settlement.bet));
    if (!bet) return { kind: "refused", reason: "unknown_bet" };
    if (bet.status !== "open") {
      const first = settlement.key !== undefined && bet.settleKey === settlement.key;
      return first
        ? { kind: "settled", bet: viewOf(bet), replayed: true }
        : { kind: "refused", reason: "already_settled", bet: viewOf(bet) };
    }
    invariant(!bet.journal, "a stepwise round is ended with its journal");
    if (
      settlement.bettingWindow &&
      windows.find(settlement.bettingWindow.name)?.epoch !== settlement.bettingWindow.epoch
    )
      return { kind: "refused", reason: "leadership_lost" };
    return { kind: "settled", bet: viewOf(end(bet, settlement)), replayed: false };
  }

  function end(bet: ModelBet, { result, key }: Settlement): ModelBet {
    const wallet = ledger.open(bet.player, bet.currency);
    const voided = result.kind === "voided";
    const payout = voided ? bet.stake : result.payout;
    invariant(voided || payout <= bet.winCap, "a payout over its win cap");
    const { wagering } = bet;
    const fromBonus = wagering?.fromBonus ?? 0n;
    const share = voided ? fromBonus : bonusShare(payout, bet.stake, fromBonus);
    const grant = wagering && grants.find(bet.player, wagering.grant);
    const active = wagering && wallet.grant?.number === wagering.grant ? wallet.grant : undefined;
    const counted = active && !voided ? countedOf(bet.stake, required(wagering, "its grant").rate, active.left) : 0n;
    const sameDay = Math.floor(bet.placedAt.getTime() / dayMs) === today();
    ledger.count(wallet, voided && sameDay ? -bet.stake : 0n, voided && !sameDay ? 0n : -(payout - share));
    const from = voided ? inPlay(bet.game) : gameResult(bet.game);
    if (!voided) ledger.recordBet(wallet, bet, "settle", bet.stake, inPlay(bet.game), gameResult(bet.game));
    ledger.recordBet(wallet, bet, voided ? "void" : "payout", payout - share, from, account("player:real"));
    if (active || !grant)
      ledger.recordBet(wallet, bet, voided ? "bonus_void" : "bonus_payout", share, from, account("player:bonus"));
    else if (grant.end === "completed" && !grant.cap)
      ledger.recordBet(wallet, bet, voided ? "bonus_void" : "bonus_payout", share, from, account("player:real"));
    else ledger.recordBet(wallet, bet, "bonus_share", share, from, grant.account as Account);
    if (active) wallet.grant = { ...active, left: micros(active.left - counted), open: active.open - 1 };
    const ended: ModelBet = {
      ...bet,
      status: voided ? "voided" : "settled",
      payout,
      outcome: result.outcome,
      settledBalance: micros(wallet.real),
      settledAt: new Date(needs.now()),
      settleKey: key ?? null,
      ...(wagering && {
        wagering: {
          ...wagering,
          paidBonus: micros(share),
          counted: micros(counted),
          settledBonus: micros(wallet.bonus),
        },
      }),
    };
    bets.set(betKey(bet.player, bet.key), ended);
    grants.endDue(bet.player, bet.currency);
    return ended;
  }

  const sportsbook = modelSlips<ModelWallet>({
    now: needs.now,
    find: ledger.find,
    record: ledger.record,
    count: ledger.count,
    refusal: slip => (slip.freeBet !== null ? checks.freeBetRefusal(slip) : checks.stakeRefusal(slip)),
    fromBonus: (slip, wallet) => (slip.freeBet !== null ? undefined : checks.slipShares(slip, wallet)),
    grant: (player, number) => required(grants.find(player, number), "a grant that was given"),
    endDue: grants.endDue,
  });

  const providerRounds = modelRounds<ModelWallet>({
    now: needs.now,
    find: ledger.find,
    bet(player, key) {
      const bet = bets.get(betKey(player, key));
      return bet && viewOf(bet);
    },
    put(bet, settleKey) {
      const key = betKey(bet.player, bet.key);
      const { seq } = bets.get(key) ?? { seq: ledger.open(bet.player, bet.currency).seq + 1n };
      bets.set(key, { ...bet, placed: bet, requestHash: "", settleKey, seq, touchedAt: needs.now() });
    },
    record: (wallet, movement, debit, credit) => void ledger.record(wallet, movement, debit, credit),
    pots: createModelPots(ledger.move),
    recordBet: ledger.recordBet,
    count: ledger.count,
    isBlocked: checks.isBlocked,
    limited: (bet, own) => checks.limitRefusal(bet, own) && "limit_reached",
    outOfTime(player) {
      const late = outOfTime(player);
      return late?.kind === "refused" ? (late.reason === "reality_check" ? late.reason : "limit_reached") : undefined;
    },
    endDue: grants.endDue,
    grant: (player, number) => required(grants.find(player, number), "a grant that was given"),
  });

  return {
    transfers: ledger.transfers,
    grants: {
      give: async (_tx, terms) => grants.give(terms),
      giveMany: async (_tx, all) => new Set(all.filter(terms => grants.give(terms)).map(({ player }) => player)),
      end: async (_tx, player, id, how) => grants.end(player, id, how),
      endDue: async (_tx, player, currency) => grants.endDue(player, currency),
    },
    grantsOf: grants.of,
    isLed: (name, epoch) => windows.find(name)?.epoch === epoch,
    takeEpoch: windows.takeEpoch,
    bettingWindow: windows.bettingWindow,
    openBettingWindow: windows.openBettingWindow,
    closeBettingWindow: windows.closeBettingWindow,
    sportsbook,
    ...providerRounds,
    placeSlip: sportsbook.placeSlip,
    reviseSlips: sportsbook.reviseSlips,
    slip: sportsbook.slip,
    place: async bet => place(bet),
    settle: async settlement => settle(settlement),
    step: async one => step(one),
    finish: async end => finish(end),
    openRound: async (player, game) => {
      const open = openRound(player, game);
      return open && openRoundOf(viewOf(open));
    },
    roundsToClose: async ({ before, now, player, limit }) =>
      openRounds()
        .filter(bet => player === undefined || bet.player === player)
        .filter(bet => bet.touchedAt <= before.getTime() || checks.isExcluded(bet.player, now.getTime()))
        .sort(
          (a, b) =>
            a.touchedAt - b.touchedAt || a.player.localeCompare(b.player) || gameNumber(a.game) - gameNumber(b.game),
        )
        .slice(0, limit)
        .map(bet => openRoundOf(viewOf(bet))),
    bet: async (player, key) => {
      const bet = bets.get(betKey(player, key));
      return bet && viewOf(bet);
    },
    balances: async player => ledger.balancesOf(player),
    open: async (_tx, player, currency) => void ledger.open(player, currency),
    credit: async (_tx, { from, ...movement }) => ledger.move(movement, from, account("player:real")) as Moved,
    debit: async (_tx, { to, ...movement }) => ledger.move(movement, account("player:real"), to),
    move: async (_tx, { from, to, ...movement }) => ledger.move(movement, from, to),
    history: async (player, { currency, game, among, cursor, limit, from, to }) => {
      const page = [...bets.values()]
        // Free rounds have no stake, and are not in it.
        .filter(bet => bet.stake > 0n)
        .filter(bet => bet.player === player && bet.currency === currency && (!game || bet.game === game))
        .filter(bet => among === undefined || isAmong(bet, among))
        .filter(bet => (!from || bet.placedAt >= from) && (!to || bet.placedAt < to))
        .filter(bet => bet.seq < readCursor(cursor))
        .sort((a, b) => (a.seq < b.seq ? 1 : -1))
        .slice(0, limit + 1);
      const last = page.length > limit ? page[limit - 1] : undefined;
      return { bets: page.slice(0, limit).map(viewOf), next: last ? String(last.seq) : null };
    },
    openBets: async (bettingWindow, round) =>
      [...bets.values()]
        .filter(
          bet => bet.status === "open" && bet.round?.bettingWindow === bettingWindow && bet.round.number === round,
        )
        .map(viewOf),
    setPair: (player, pair) => void (pair ? pairs.set(player, pair) : pairs.delete(player)),
    setLimits: checks.setLimits,
    block: checks.block,
  };
}

const isDrawn = (bet: PlaceBet): boolean => bet.draw !== undefined || bet.begin !== undefined;

const stands = (seen: OpenRound, now: OpenRound): boolean =>
  now.status === "open" && seen.journal.steps.length === now.journal.steps.length;

function viewOf({
  requestHash: _hash,
  settleKey: _key,
  seq: _seq,
  placed: _placed,
  touchedAt: _at,
  ...bet
}: ModelBet): Bet {
  return bet;
}

function isAmong({ game, choice }: Pick<Bet, "game" | "choice">, among: NonNullable<HistoryPage["among"]>): boolean {
  if (among === "in-house") return !isProviderGame(game);
  const { slug } = (choice ?? {}) as { readonly slug?: unknown };
  return among.some(each => each.game === game && each.slug === slug);
}
