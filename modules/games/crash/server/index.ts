import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { type Bets, ownBetsPage, roundsPage } from "#modules/bets/server/index.ts";
import { createChainRounds, createRoundOwner, type LeaderLock } from "#modules/engines/shared-rounds/server/index.ts";
import type { ChainSequences, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows, WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  type CrashPastRound,
  cashOutCrashBet,
  crashChannel,
  getCrash,
  getCrashBets,
  getCrashRounds,
  placeCrashBet,
} from "../shared/contract.ts";
import { alreadyCashedOut, cashOutTooLate, notFlying, tooManyBets } from "../shared/errors.ts";
import { crashLimits } from "../shared/limits.ts";
import { crashRules, rtpPercentOf } from "../shared/rules.ts";
import { beginRound, capsView, winCapsView } from "./begin-round.ts";
import { cashOut } from "./cash-out.ts";
import type { LiveRound } from "./live-round.ts";
import { placeBet } from "./place-bet.ts";
import { type RoundCaps, roundCaps } from "./round-caps.ts";
import { type LoopNeeds, runRounds } from "./round-loop.ts";
import { windowName } from "./settle-round.ts";
import { snapshotOf } from "./snapshot.ts";
import { type CrashStore, createCrashStore } from "./store.ts";
import { betProof, ownBetView, pastRoundView, roundRecordView } from "./views.ts";

export interface CrashNeeds {
  readonly wallet: WalletPort & BettingWindows & Pick<WalletBooks, "history">;
  readonly sequences: ChainSequences;
  readonly bets: Bets;
  /** How long a drain waits for a round with open bets. */
  readonly drainMs: number;
  /** PostgreSQL's unless given. */
  readonly store?: CrashStore;
  readonly lock?: LeaderLock;
}

export type Crash = ServerModule;

/** Ended rounds that a newcomer is shown. */
const historyShown = 30;

export function createCrash(host: Host, needs: CrashNeeds): Crash {
  const { wallet, sequences, bets } = needs;
  const store = needs.store ?? createCrashStore(host.db);
  let live: LiveRound | undefined;
  let history: CrashPastRound[] = [];

  const chainOf = async (round: bigint): Promise<RoundFacts> =>
    required(await sequences.facts(windowName, Number(round)), "a round that was played has a chain");
  const registration = bets.registerGame({
    game: "crash",
    limits: crashLimits,
    rtpPercent: rtpPercentOf(crashRules.current),
    rulesVersion: crashRules.current.version,
    async proof(bet) {
      const { number } = required(bet.round, "a crash bet has a round");
      return betProof(bet, await chainOf(number), (await store.round(number)) ?? null);
    },
    async round(number) {
      const round = await store.round(number);
      return round && roundRecordView(round, await chainOf(number));
    },
  });
  const dayCaps = (currency: Currency): RoundCaps =>
    roundCaps({ ...registration.winCap(currency), maxStake: crashLimits[currency].max }, 0n as Bet["stake"]);
  const channel = liveChannel(crashChannel, session =>
    snapshotOf(bets.ids, live, history, () => winCapsView(dayCaps), session),
  );

  async function ended(number: bigint): Promise<void> {
    history = (await store.ended(historyShown)).map(pastRoundView);
    const round = history.find(each => each.round === Number(number));
    if (round) channel.publish(round.status, { round });
  }
  const { version: rulesVersion } = crashRules.current;
  const rounds = createChainRounds({ clock: host.clock, wallet, sequences, store, name: windowName, rulesVersion });
  const loop: LoopNeeds = {
    host,
    wallet,
    rounds,
    channel,
    ended,
    begin(leadership, number, chain) {
      live = beginRound({ host, bets, registration, channel }, leadership, number, chain);
      return live;
    },
    decided: bet => registration.decided(bet),
  };
  const owner = createRoundOwner({
    host,
    wallet,
    bettingWindow: windowName,
    drainMs: needs.drainMs,
    ...(needs.lock && { lock: needs.lock }),
    lead: leadership =>
      runRounds(loop, leadership, owner).finally(() => {
        live = undefined;
      }),
    hasOpenBets: () => live !== undefined && hasOpenBets(live),
  });
  const play = { clock: host.clock, wallet, bets, chainOf, live: () => live, decided: loop.decided };

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [tooManyBets, notFlying, cashOutTooLate, alreadyCashedOut],
    handlers: [
      handle(getCrash, async call => {
        const currency = bets.currencyOf(call);
        const { amount, max_multiplier } = capsView(live?.caps(currency) ?? dayCaps(currency));
        return { data: { ...registration.info(call), win_cap: amount, max_multiplier } };
      }),
      handle(placeCrashBet, call => placeBet(play, call)),
      handle(cashOutCrashBet, call => cashOut(play, call)),
      handle(getCrashRounds, async call => ({
        data: await roundsPage(call, store.ended, rounds => rounds.map(pastRoundView)),
      })),
      handle(getCrashBets, async call => {
        const of = { currency: bets.currencyOf(call), game: "crash" };
        return { data: await ownBetsPage(wallet, call, of, bet => ownBetView(bets.ids, bet)) };
      }),
    ],
    channels: [channel],
    async start() {
      history = (await store.ended(historyShown)).map(pastRoundView);
      await owner.start();
    },
    drain: owner.drain,
    stop: owner.stop,
  };
}

/** A player has a stake in the round and has not been notified of its end. */
function hasOpenBets(round: LiveRound): boolean {
  return [...round.roster.seats.values()].some(seat => seat.ended === null);
}
