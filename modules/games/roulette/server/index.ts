import { join } from "node:path";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { answeredByLeader, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { ownBetsPage, roundsPage } from "#modules/bets/server/index.ts";
import {
  createRoundFeed,
  openSharedRounds,
  roundOf,
  type SharedRoundsNeeds,
} from "#modules/engines/shared-rounds/server/index.ts";
import { configurationHashes } from "#modules/fairness/shared/configuration.ts";
import manifest from "../module.ts";
import {
  getRoulette,
  getRouletteBets,
  getRouletteRounds,
  placeRouletteBet,
  type RoulettePastRound,
  type RouletteRow,
  type RouletteState,
  rouletteChannel,
  spinRoulette,
} from "../shared/contract.ts";
import { tooManySpreads } from "../shared/errors.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { tableName } from "../shared/round.ts";
import { returnedOf, rouletteRules, rtpPercentOf } from "../shared/rules.ts";
import { type RouletteRounds, tableCap, winCapsView } from "./live-round.ts";
import { placeBet } from "./place-bet.ts";
import { placePrivateSpin, seedNumber } from "./place-private-spin.ts";
import { paidIn, playRound } from "./round-loop.ts";
import { rouletteEnds } from "./settle-round.ts";
import { snapshotOf } from "./snapshot.ts";
import { createRouletteStore } from "./store.ts";
import { ownBetView, pastRoundView, privateProof, roundRecordView, tableProof } from "./views.ts";

export type RouletteNeeds = SharedRoundsNeeds<RouletteState>;
export type Roulette = ServerModule;

/** Ended rounds whose numbers are counted. */
const historyLength = 200;

const roundsRead: OlderRead = { name: "roulette_rounds", tables: ["roulette.rounds"] };

/** `versions`: other rules, for tests. */
export function createRoulette(host: Host, needs: RouletteNeeds, versions = rouletteRules): Roulette {
  const { wallet, bets } = needs;
  const rules = versions.current;
  const store = needs.store ?? createRouletteStore(host.db);
  const configHashOf = configurationHashes(nobleHashes, versions);
  const roulette: RouletteRounds = openSharedRounds(host, needs, {
    game: "roulette",
    versions,
    ends: rouletteEnds(versions),
    store,
    historyLength,
    pastView: pastRoundView,
    play: leadership => playRound({ roulette, rules, channel, winCaps, feedOf }, leadership),
    ended,
    decided: bet => registration.decided(bet),
  });
  /** The newest round has just ended; those before may be read a little late. */
  const endedRounds = (limit: number, before?: bigint) =>
    before === undefined ? store.ended(limit) : readOlder(host, roundsRead, on => store.ended(limit, before, on));
  bets.watchRounds({ game: "roulette", returnedOf: version => returnedOf(versions.rulesOf(version)) });
  const registration = bets.registerGame({
    game: "roulette",
    sequence: tableName,
    limits: rouletteLimits,
    rtpPercent: rtpPercentOf(rules),
    rulesVersion: rules.version,
    async proof(bet) {
      if (bet.round) return tableProof(roulette, bet, await roulette.record(roundOf(bet)));
      return privateProof(bet, await bets.seeds.now(bet.player, seedNumber(bet)), configHashOf(bet.rulesVersion));
    },
    async round(number) {
      const round = await store.round(number);
      return round && roundRecordView(roulette, round, await roulette.chainOf(number));
    },
  });
  const cap = (currency: Currency) => tableCap(registration, currency, roulette.live());
  const winCaps = () => winCapsView(cap);
  const channel = liveChannel(rouletteChannel, session => snapshotOf(roulette, winCaps, session), {
    leader: roulette.name,
  });
  const feedOf = (round: number) =>
    createRoundFeed<RouletteRow>({
      clock: host.clock,
      log: host.log,
      publicProfileOf: bets.publicProfileOf,
      publishToOwner: bet => channel.publish("mine", { bet: ownBetView(bets.ids, bet) }, bet.player),
      publishJoins: (rows, bet_count) =>
        channel.publish("joins", { round, bets: [...rows], bet_count, win_caps: winCaps() }),
      rowOf: (bet, { face, test }) => ({
        id: bets.ids.seal(bet.player, bet.key),
        player: face,
        test,
        currency: bet.currency,
        stake: formatAmount(bet.stake),
        payout: null,
      }),
      settleRow(row, bet) {
        row.payout = formatAmount(bet.payout);
      },
    });

  function ended(round: RoulettePastRound): void {
    const live = roulette.live();
    const paid = live && Number(live.number) === round.round ? paidIn(live.feed) : [];
    if (round.status === "settled") channel.publish("settled", { round, paid });
    else channel.publish("voided", { round });
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [tooManySpreads],
    handlers: [
      ...answeredByLeader(roulette.name, [
        handle(getRoulette, async call => {
          const info = registration.info(call);
          const winCap = formatAmount(cap(bets.currencyOf(call)));
          return { data: { ...info, win_cap: winCap, private_win_cap: info.win_cap } };
        }),
        handle(placeRouletteBet, call => placeBet(roulette, { rules, cap }, call)),
      ]),
      handle(spinRoulette, call =>
        placePrivateSpin({ wallet, bets, rules, configHashOf, registration, onSpun: registration.decided }, call),
      ),
      handle(getRouletteRounds, async call => ({
        data: await roundsPage(call, endedRounds, rounds => rounds.map(pastRoundView)),
      })),
      handle(getRouletteBets, async call => {
        const of = { currency: bets.currencyOf(call), game: "roulette" };
        return { data: await ownBetsPage(wallet, call, of, bet => ownBetView(bets.ids, bet)) };
      }),
    ],
    channels: [channel],
    ...roulette.service,
  };
}
