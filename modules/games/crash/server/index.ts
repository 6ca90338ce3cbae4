import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import { must } from "#kit/std/invariant.ts";
import type { Desk } from "#modules/desk/server/index.ts";
import type { ChainSequences, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, WalletBooks, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
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
import { crashConfiguration } from "../shared/rules.ts";
import { beginRound, capsView, winCapsView } from "./begin-round.ts";
import { cashOut } from "./cash-out.ts";
import { createLeader } from "./leader.ts";
import { createLeaderLock, type LeaderLock } from "./leader-lock.ts";
import { listBets, listRounds } from "./list-bets.ts";
import type { LiveRound } from "./live-round.ts";
import { placeBet } from "./place-bet.ts";
import { type RoundCaps, roundCaps } from "./round-caps.ts";
import { type LoopNeeds, runRounds } from "./round-loop.ts";
import { gateName } from "./settle-round.ts";
import { snapshotOf } from "./snapshot.ts";
import { createRoundStore, type RoundStore } from "./store.ts";
import { betProof, pastRoundView, roundRecordView } from "./views.ts";

export interface CrashNeeds {
  readonly wallet: WalletPort & WalletGates & Pick<WalletBooks, "history">;
  readonly sequences: ChainSequences;
  readonly desk: Desk;
  /** How long a drain waits for a round with open bets. */
  readonly drainMs: number;
  /** PostgreSQL's unless given. */
  readonly store?: RoundStore;
  readonly lock?: LeaderLock;
}

export type Crash = ServerModule;

/** Ended rounds that a newcomer is shown. */
const historyShown = 30;

export function createCrash(host: Host, needs: CrashNeeds): Crash {
  const { wallet, sequences, desk } = needs;
  const store = needs.store ?? createRoundStore(host.db);
  let live: LiveRound | undefined;
  let history: CrashPastRound[] = [];
  let draining = false;

  const chainOf = async (round: bigint): Promise<RoundFacts> =>
    must(await sequences.facts(gateName, Number(round)), "a round that was played has a chain");
  const table = desk.openTable({
    game: "crash",
    limits: crashLimits,
    rtpPercent: crashConfiguration.rtp_percent,
    rulesVersion: crashConfiguration.version,
    async proof(bet) {
      const { number } = must(bet.round, "a crash bet has a round");
      return betProof(bet, await chainOf(number), (await store.round(number)) ?? null);
    },
    async round(number) {
      const round = await store.round(number);
      return round && roundRecordView(round, await chainOf(number));
    },
  });
  const dayCaps = (currency: Currency): RoundCaps =>
    roundCaps({ ...table.winCap(currency), maxStake: crashLimits[currency].max }, 0n as Bet["stake"]);
  const channel = liveChannel(crashChannel, session =>
    snapshotOf(desk.ids, live, history, () => winCapsView(dayCaps), session),
  );

  async function ended(number: bigint): Promise<void> {
    history = (await store.ended(historyShown)).map(pastRoundView);
    const round = history.find(each => each.round === Number(number));
    if (round) channel.tell(round.status, { round });
  }
  const loop: LoopNeeds = {
    ...{ host, wallet, sequences, store, channel, ended },
    begin(reign, number, chain) {
      live = beginRound({ host, desk, table, channel }, reign, number, chain);
      return live;
    },
    decided: bet => table.decided(bet),
    isDraining: () => draining,
  };
  const leader = createLeader({
    clock: host.clock,
    log: host.log,
    lock: needs.lock ?? createLeaderLock(host.db),
    takeEpoch: () => wallet.takeEpoch(gateName),
    lead: reign =>
      runRounds(loop, reign).finally(() => {
        live = undefined;
      }),
  });
  const play = { clock: host.clock, wallet, desk, chainOf, live: () => live, decided: loop.decided };

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [tooManyBets, notFlying, cashOutTooLate, alreadyCashedOut],
    handlers: [
      handle(getCrash, async call => {
        const currency = desk.currencyOf(call);
        const { amount, max_multiplier } = capsView(live?.caps(currency) ?? dayCaps(currency));
        return { data: { ...table.info(currency), win_cap: amount, max_multiplier } };
      }),
      handle(placeCrashBet, call => placeBet(play, call)),
      handle(cashOutCrashBet, call => cashOut(play, call)),
      handle(getCrashRounds, call => listRounds(store, call)),
      handle(getCrashBets, call => listBets({ wallet, desk }, call)),
    ],
    channels: [channel],
    async start() {
      history = (await store.ended(historyShown)).map(pastRoundView);
      leader.start();
    },
    async drain() {
      draining = true;
      if (live && hasOpenBets(live)) await withinTime(host.clock, needs.drainMs, leader.retire());
    },
    async stop() {
      draining = true;
      await leader.stop();
    },
  };
}

/** Somebody has money in the round and has not been told how it ended. */
function hasOpenBets(round: LiveRound): boolean {
  return [...round.roster.seats.values()].some(seat => seat.ended === null);
}

/** Waits for the work, but no longer than `ms`. */
function withinTime(clock: Host["clock"], ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve);
    work.then(resolve, reject).finally(cancel);
  });
}
