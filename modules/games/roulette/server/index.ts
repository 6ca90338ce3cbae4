import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { type Bets, ownBetsPage, roundsPage } from "#modules/bets/server/index.ts";
import { createChainRounds, createRoundOwner, type LeaderLock } from "#modules/engines/shared-rounds/server/index.ts";
import type { ChainSequences, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows, WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  getRoulette,
  getRouletteBets,
  getRouletteRounds,
  placeRouletteBet,
  rouletteChannel,
  spinRoulette,
} from "../shared/contract.ts";
import { tooManySpreads } from "../shared/errors.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { tableName } from "../shared/round.ts";
import { rouletteRules, rtpPercentOf } from "../shared/rules.ts";
import { beginRound, type LiveRound, tableCap, winCapsView } from "./live-round.ts";
import { placeBet } from "./place-bet.ts";
import { placePrivateSpin, seedNumber } from "./place-private-spin.ts";
import { type LoopNeeds, runTable } from "./round-loop.ts";
import { type History, snapshotOf } from "./snapshot.ts";
import { createRouletteStore, type RouletteStore } from "./store.ts";
import { ownBetView, pastRoundView, privateProof, roundRecordView, tableProof } from "./views.ts";

export interface RouletteNeeds {
  readonly wallet: WalletPort & BettingWindows & Pick<WalletBooks, "history">;
  readonly sequences: ChainSequences;
  readonly bets: Bets;
  /** How long a drain waits for a round with open bets. */
  readonly drainMs: number;
  /** PostgreSQL's unless given. */
  readonly store?: RouletteStore;
  readonly lock?: LeaderLock;
}

export type Roulette = ServerModule;

/** Ended rounds that a newcomer is shown, and of how many the numbers are counted. */
const historyShown = 12;
const historyCounted = 200;

export function createRoulette(host: Host, needs: RouletteNeeds): Roulette {
  const { wallet, sequences, bets } = needs;
  const store = needs.store ?? createRouletteStore(host.db);
  let live: LiveRound | undefined;
  let history: History = { rounds: [], pockets: [] };

  const chainOf = async (round: bigint): Promise<RoundFacts> =>
    required(await sequences.facts(tableName, Number(round)), "a round that was played has a chain");
  const registration = bets.registerGame({
    game: "roulette",
    sequence: tableName,
    limits: rouletteLimits,
    rtpPercent: rtpPercentOf(rouletteRules.current),
    rulesVersion: rouletteRules.current.version,
    async proof(bet) {
      if (!bet.round) return privateProof(bet, await bets.seeds.now(bet.player, seedNumber(bet)));
      const { number } = bet.round;
      return tableProof(bet, await chainOf(number), (await store.round(number)) ?? null);
    },
    async round(number) {
      const round = await store.round(number);
      return round && roundRecordView(round, await chainOf(number));
    },
  });
  const capNow = (currency: Currency) => live?.cap(currency) ?? tableCap(registration, currency);
  const channel = liveChannel(rouletteChannel, session =>
    snapshotOf(bets.ids, live, history, () => winCapsView(capNow), session),
  );

  async function readHistory(): Promise<void> {
    const ended = await store.ended(historyCounted);
    history = { rounds: ended.slice(0, historyShown).map(pastRoundView), pockets: ended.map(({ result }) => result) };
  }
  const decided = (bet: Bet) => registration.decided(bet);
  const { version: rulesVersion } = rouletteRules.current;
  const rounds = createChainRounds({ clock: host.clock, wallet, sequences, store, name: tableName, rulesVersion });
  const loop: LoopNeeds = {
    host,
    wallet,
    rounds,
    channel,
    decided,
    async ended(number, paid) {
      await readHistory();
      const round = history.rounds.find(each => each.round === Number(number));
      if (round?.status === "settled") channel.publish("settled", { round, paid });
      else if (round) channel.publish("voided", { round });
    },
    begin(leadership, number, chain) {
      live = beginRound({ host, bets, registration, channel }, leadership, number, chain);
      return live;
    },
  };
  const owner = createRoundOwner({
    host,
    wallet,
    bettingWindow: tableName,
    drainMs: needs.drainMs,
    ...(needs.lock && { lock: needs.lock }),
    lead: leadership =>
      runTable(loop, leadership, owner).finally(() => {
        live = undefined;
      }),
    hasOpenBets: () => live?.roster.bets().some(bet => bet.status === "open") ?? false,
  });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [tooManySpreads],
    handlers: [
      handle(getRoulette, async call => {
        const currency = bets.currencyOf(call);
        const info = registration.info(call);
        return { data: { ...info, win_cap: formatAmount(capNow(currency)), private_win_cap: info.win_cap } };
      }),
      handle(placeRouletteBet, call => placeBet({ wallet, bets, chainOf, live: () => live }, call)),
      handle(spinRoulette, call => placePrivateSpin({ wallet, bets, registration, onSpun: decided }, call)),
      handle(getRouletteRounds, async call => ({
        data: await roundsPage(call, store.ended, rounds => rounds.map(pastRoundView)),
      })),
      handle(getRouletteBets, async call => {
        const of = { currency: bets.currencyOf(call), game: "roulette" };
        return { data: await ownBetsPage(wallet, call, of, bet => ownBetView(bets.ids, bet)) };
      }),
    ],
    channels: [channel],
    async start() {
      await readHistory();
      await owner.start();
    },
    drain: owner.drain,
    stop: owner.stop,
  };
}
