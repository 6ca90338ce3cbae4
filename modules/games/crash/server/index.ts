import { join } from "node:path";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { answeredByLeader, handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import { ownBetsPage, roundsPage } from "#modules/bets/server/index.ts";
import {
  createRoundFeed,
  openSharedRounds,
  roundOf,
  type SharedRoundsNeeds,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  type CrashState,
  cashOutCrashBet,
  crashChannel,
  getCrash,
  getCrashBets,
  getCrashRounds,
  placeCrashBet,
} from "../shared/contract.ts";
import { alreadyCashedOut, cashOutTooLate, notFlying, tooManyBets } from "../shared/errors.ts";
import { type CrashRow, cashOutOf, joinOf } from "../shared/feed-row.ts";
import { crashLimits } from "../shared/limits.ts";
import { crashRules, returnedOf, rtpPercentOf } from "../shared/rules.ts";
import { cashOut } from "./cash-out.ts";
import { type CrashFeeds, changesOf, createCashOutFeed } from "./feed.ts";
import type { CrashRounds } from "./live-round.ts";
import { placeBet } from "./place-bet.ts";
import { capsView, type RoundCaps, roundCaps, winCapsView } from "./round-caps.ts";
import { playRound } from "./round-loop.ts";
import { crashEnds } from "./settle-round.ts";
import { snapshotOf } from "./snapshot.ts";
import { createCrashStore } from "./store.ts";
import { betProof, feedRowView, ownBetView, pastRoundView, roundRecordView } from "./views.ts";

export type CrashNeeds = SharedRoundsNeeds<CrashState>;
export type Crash = ServerModule;

/** Ended rounds that a newcomer is shown. */
const historyLength = 30;

const roundsRead: OlderRead = { name: "crash_rounds", tables: ["crash.rounds"] };

/** `versions`: other rules, for tests. */
export function createCrash(host: Host, needs: CrashNeeds, versions = crashRules): Crash {
  const { wallet, bets } = needs;
  const store = needs.store ?? createCrashStore(host.db);
  const crash: CrashRounds = openSharedRounds(host, needs, {
    game: "crash",
    versions,
    ends: crashEnds(versions),
    store,
    historyLength,
    pastView: pastRoundView,
    play: leadership => playRound({ crash, channel, winCaps, feedOf }, leadership),
    ended: round => channel.publish(round.status, { round }),
    decided: bet => registration.decided(bet),
  });
  /** The newest round has just ended; those before may be read a little late. */
  const endedRounds = (limit: number, before?: bigint) =>
    before === undefined ? store.ended(limit) : readOlder(host, roundsRead, on => store.ended(limit, before, on));
  bets.watchRounds({
    game: "crash",
    returnedOf: version => returnedOf(versions.rulesOf(version)),
    climbs: { table: "crash.rounds", point: "point" },
  });
  const registration = bets.registerGame({
    game: "crash",
    limits: crashLimits,
    rtpPercent: rtpPercentOf(versions.current),
    rulesVersion: versions.current.version,
    proof: async bet => betProof(crash, bet, await crash.record(roundOf(bet))),
    async round(number) {
      const round = await store.round(number);
      return round && roundRecordView(crash, round, await crash.chainOf(number));
    },
  });
  /** What a bet made now can win at most. */
  const caps = (currency: Currency): RoundCaps =>
    roundCaps(
      { ...registration.winCap(currency), maxStake: crashLimits[currency].max },
      crash.live()?.roster.reserved(currency) ?? (0n as Bet["stake"]),
    );
  const winCaps = () => winCapsView(caps);
  const channel = liveChannel(crashChannel, session => snapshotOf(crash, winCaps, session), { leader: crash.name });

  function feedOf(round: number): CrashFeeds {
    const changedCaps = changesOf(winCaps);
    const feed = createRoundFeed<CrashRow>({
      clock: host.clock,
      log: host.log,
      publicProfileOf: bets.publicProfileOf,
      publishToOwner: bet => channel.publish("mine", { bet: ownBetView(bets.ids, bet) }, bet.player),
      publishJoins: (rows, bet_count) =>
        channel.publish("joins", { round, bets: rows.map(joinOf), bet_count, win_caps: changedCaps() }),
      rowOf: (bet, { face, test }) => feedRowView(bets.ids, bet, face, test),
    });
    const cashOuts = createCashOutFeed(host.clock, feed, (rows, still_in) =>
      channel.publish("cash_outs", { round, bets: rows.map(cashOutOf).filter(row => row !== null), still_in }),
    );
    return { feed, cashOuts };
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [tooManyBets, notFlying, cashOutTooLate, alreadyCashedOut],
    handlers: [
      ...answeredByLeader(crash.name, [
        handle(getCrash, async call => {
          const { amount, max_multiplier } = capsView(caps(bets.currencyOf(call)));
          return { data: { ...registration.info(call), win_cap: amount, max_multiplier } };
        }),
        handle(placeCrashBet, call => placeBet(crash, caps, call)),
        handle(cashOutCrashBet, call => cashOut(crash, call)),
      ]),
      handle(getCrashRounds, async call => ({
        data: await roundsPage(call, endedRounds, rounds => rounds.map(pastRoundView)),
      })),
      handle(getCrashBets, async call => {
        const of = { currency: bets.currencyOf(call), game: "crash" };
        return { data: await ownBetsPage(wallet, call, of, bet => ownBetView(bets.ids, bet)) };
      }),
    ],
    channels: [channel],
    ...crash.service,
  };
}
