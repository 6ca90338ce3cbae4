import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Call, handle } from "#kit/http/handler.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { type Currency, currencyOfRegion } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Flags } from "#modules/flags/server/index.ts";
import { countGameDays, countReturns } from "#modules/wallet/server/index.ts";
import type { Bet, WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  type Closed,
  getFavourites,
  getHighStakes,
  getLatestBets,
  getOwnBets,
  getOwnBetsFile,
  getPlayersNow,
  getReturns,
  getRound,
  type LiveBetRow,
  type OwnBet,
  putFavourites,
} from "../shared/contract.ts";
import { roundErrors, stakeErrors, strategyErrors } from "../shared/errors.ts";
import type { StakeTable } from "../shared/stakes.ts";
import { createStrategy, deleteStrategy, listStrategies, replaceStrategy } from "../shared/strategy-contract.ts";
import { type BetIds, createBetIds } from "./bet-id.ts";
import { createFavourites } from "./favourites.ts";
import { createPlayFeatures } from "./features.ts";
import { createFeed, type Feed } from "./feed.ts";
import { type FindDraw, getRoundRecord, type ProofSource, type ProvidedRounds } from "./get-round.ts";
import type { RegisteredGame } from "./office/needs.ts";
import { listOwnBets, ownBetsFile, viewOf } from "./own-bets.ts";
import { createPresence, type Presence } from "./presence.ts";
import type { PublicSeed } from "./proofs.ts";
import { createPublicSeeds, type PublicSeeds } from "./public-seeds.ts";
import { createPublicProfileReader } from "./read-public-profiles.ts";
import { openAlerts, type ReturnAlert } from "./return-watch/store.ts";
import { type RoundGame, watchEvidence } from "./return-watch/watch-evidence.ts";
import { type OddsOf, watchReturns } from "./return-watch/watch-returns.ts";
import { createReturns, type Designed } from "./returns.ts";
import { liveRow, type PublicProfileOf, type ShownPlayer } from "./rows.ts";
import { createBetsStore } from "./store.ts";
import { createStrategies, forgetStrategies } from "./strategies.ts";
import { createTopBets } from "./top-bets.ts";
import { createStakeScores, winScore } from "./top-scores.ts";
import { createBigWinStore, createHighStakeStore } from "./top-store.ts";
import { createWinCaps } from "./win-caps.ts";

export { type Batch, createBatch } from "./batch.ts";
export type { BetIds } from "./bet-id.ts";
export { type BetFacts, betView, historyView } from "./bet-views.ts";
export type { Feed } from "./feed.ts";
export type { FoundRound, ProvidedRounds } from "./get-round.ts";
export { type DaysOfPeriod, daysOf, type Period } from "./office/days-of.ts";
export { readGameRound } from "./office/game-rounds.ts";
export type { RegisteredGame } from "./office/needs.ts";
export { createOneAtATime } from "./one-at-a-time.ts";
export { ownBetsPage, type PageCall, roundsPage } from "./pages.ts";
export { type PublicSeed, seedsProofOf } from "./proofs.ts";
export type { PublicSeeds } from "./public-seeds.ts";
export { refusalOf } from "./refusals.ts";
export { requestHash } from "./request-hash.ts";
export type { ReturnAlert } from "./return-watch/store.ts";
export { type AlertEvent, alertEvents } from "./return-watch/store.ts";
export type { PlayedSteps, RoundGame } from "./return-watch/watch-evidence.ts";
export type { OddsOf } from "./return-watch/watch-returns.ts";
export { type PublicProfileOf, paidMultiplier, type ShownPlayer } from "./rows.ts";
export { capRefusal, currencyRefusal, largestStake, limitRefusal, roundRefusal } from "./stake-checks.ts";
export { winCapOf } from "./win-caps.ts";

export interface BetsNeeds {
  readonly wallet: Pick<WalletPort, "bet"> & Pick<WalletBooks, "history">;
  /** The casino's capital in a currency, from the ledger. */
  readonly capital: (currency: Currency) => Promise<Micros>;
  readonly publicProfiles: Accounts["publicProfiles"];
  /** Accounts whose bets are left out of public figures. */
  readonly testPlayers: Accounts["people"]["testPlayers"];
  readonly regionOf: Accounts["regionOf"];
  /** The country of an address, ISO 3166-1 alpha-2; null if unknown. */
  readonly countryOf: (address: string) => string | null;
  /** Why bets of a game are refused at an address; null while it is open. Always open unless given. */
  readonly gameRefusal?: (address: string, game: string) => Closed | null;
  /** What operators switch while the site runs; the defaults unless given. */
  readonly flags?: Pick<Flags, "declare">;
  /** Whether the casino has a game of this name: this process may run only some of the games. */
  readonly isGame: (name: string) => boolean;
  /** A player's server seeds by number, without secrets that are not revealed yet. */
  readonly seedFacts: (player: PlayerId, numbers: readonly number[]) => Promise<ReadonlyMap<number, PublicSeed>>;
  /** The games whose returns are compared with the odds of their rules, and those odds. None unless given. */
  readonly watched?: { readonly games: readonly string[]; readonly oddsOf: OddsOf };
}

export interface GameSpec extends ProofSource {
  readonly game: string;
  /** The game under which its players are counted, if it has no tile of its own. */
  readonly playedAs?: string;
  /** The sequence that names its shared rounds: `roulette-1` makes `roulette-1-123`. The game's name unless given. */
  readonly sequence?: string;
  readonly limits: StakeTable;
  /** At most three decimals, truncated. */
  readonly rtpPercent: number;
  readonly rulesVersion: string;
}

/** A game's registration with the bets module. */
export interface GameRegistration {
  /** The largest payout of a bet placed now, and the bankroll behind it. Fails with `unavailable` before the start. */
  winCap(currency: Currency): { readonly cap: Micros; readonly bankroll: Micros };
  /** What the game offers the caller: in their currency, with the features of their country. */
  info(call: Pick<Call, "session" | "headers" | "ip">): {
    currency: Currency;
    limits: { min: string; max: string };
    rtp: string;
    edge: string;
    rules_version: string;
    win_cap: string;
    features: { autobet: boolean; turbo: boolean };
    closed: Closed | null;
  };
  /** A feed of settled bets for the game's channel. */
  feed(send: (rows: LiveBetRow[]) => void): Feed;
  /** Must be called with every settled bet, after its commit. */
  decided(bet: Bet): void;
}

/** What all games share: public ids of bets, win caps, feeds, the public record. */
export interface Bets extends ServerModule {
  readonly ids: BetIds;
  readonly publicProfileOf: PublicProfileOf;
  readonly seeds: PublicSeeds;
  /** The games that were registered, in their order. */
  readonly registered: ReadonlyMap<string, RegisteredGame>;
  /** The caller's currency: the player's active one, else that of the region. */
  currencyOf(call: Pick<Call, "session" | "headers" | "ip">): Currency;
  /** {@link GameRegistration.winCap} of a registered game. */
  winCap(game: string, currency: Currency): ReturnType<GameRegistration["winCap"]>;
  /** A bet as everybody sees it, beside the profile to show. */
  liveRow(bet: Bet, profile: ShownPlayer): LiveBetRow;
  /** A bet of any game as its player sees it in a list. */
  ownView(bet: Bet): OwnBet;
  /** Who plays now, for the back office. */
  readonly playing: Pick<Presence, "count" | "list">;
  /** Games whose return is outside the bounds of their rules. */
  returnAlerts(): Promise<readonly ReturnAlert[]>;
  /** Called once by each game whose bets depend on each other or are left when the player likes: its return is watched by rounds. */
  watchRounds(game: RoundGame): void;
  /** Called once by each game when it is created. */
  registerGame(spec: GameSpec): GameRegistration;
  /** Called once by each module with free draws, so that they have public records like bets. */
  registerDraws(find: FindDraw): void;
  /** Called once by who knows the rounds of outside providers. */
  registerProvided(rounds: ProvidedRounds): void;
}

export function createBets(host: Host, needs: BetsNeeds): Bets {
  const { clock, log } = host;
  const delayMs = () => randomBelow(host.random, host.config.LIVE_BETS_DELAY_MS + 1);
  const publicProfileOf = createPublicProfileReader(needs.publicProfiles);
  const ids = createBetIds(host.config.SECRET_KEY);
  const store = createBetsStore(host.db);
  const caps = createWinCaps({ clock, log, store, capital: needs.capital });
  const rowOf = async (bet: Bet) => liveRow(ids, bet, await publicProfileOf(bet.player));
  const identityOf = async (player: PlayerId) => (await publicProfileOf(player)).face;
  const topNeeds = { clock, log, publicProfileOf, bet: needs.wallet.bet, rowOf };
  const bigWins = createTopBets({ ...topNeeds, store: createBigWinStore(host.db), scoreOf: winScore });
  const stakeScores = createStakeScores(host.db, clock);
  const highStakes = createTopBets({ ...topNeeds, store: createHighStakeStore(host.db), ...stakeScores });
  const designed = new Map<string, Designed>();
  const returns = createReturns({ clock, designed, db: host.db });
  const presence = createPresence({ clock, log, store, publicProfiles: needs.publicProfiles });
  const favourites = createFavourites({ store, isGame: needs.isGame, now: () => new Date(clock.now()) });
  const currencyOf: Bets["currencyOf"] = call => call.session?.currency ?? currencyOfRegion(needs.regionOf(call));
  const sources = new Map<string, ProofSource>();
  const registered = new Map<string, RegisteredGame>();
  const strategies = createStrategies(host, needs.isGame);
  const rounds = new Map<string, ProofSource["round"]>();
  const draws: FindDraw[] = [];
  const watchedRounds: RoundGame[] = [];
  const featuresAt = createPlayFeatures(host.config, needs.countryOf, needs.flags);
  const provided: ProvidedRounds[] = [];
  const roundNeeds = { ids, bet: needs.wallet.bet, publicProfileOf, sources, rounds, draws, provided };

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [...stakeErrors, ...roundErrors, ...strategyErrors],
    handlers: [
      handle(getRound, async call => ({ data: await getRoundRecord(roundNeeds, call.input.params.id) })),
      handle(getLatestBets, async () => ({ data: await bigWins.latest() })),
      handle(getHighStakes, async () => ({ data: await highStakes.latest() })),
      handle(getReturns, async () => ({ data: await returns() })),
      handle(getPlayersNow, async () => ({ data: [...(await presence.now())] })),
      handle(getFavourites, call => favourites.read(call.session.player)),
      handle(putFavourites, call => favourites.keep(call.session.player, call.input.body.games)),
      handle(listStrategies, call => strategies.list(call.session.player)),
      handle(createStrategy, call => strategies.create(call.session.player, call.input.body)),
      handle(replaceStrategy, call => strategies.replace(call.session.player, call.input.params.id, call.input.body)),
      handle(deleteStrategy, call => strategies.remove(call.session.player, call.input.params.id)),
      handle(getOwnBetsFile, async call => {
        call.setHeader("content-disposition", 'attachment; filename="fairhouse-bets.csv"');
        return ownBetsFile({ ids, wallet: needs.wallet, provided }, call, currencyOf(call));
      }),
      handle(getOwnBets, call => listOwnBets({ ids, wallet: needs.wallet, provided }, call, currencyOf(call))),
    ],
    personalData: async player => ({
      favourite_games: await store.favourites(player),
      autobet_strategies: (await strategies.list(player)).data,
    }),
    async onAccountClosed(tx, player) {
      await store.forgetPlayer(tx, player);
      await forgetStrategies(tx, player);
    },
    ids,
    publicProfileOf,
    registered,
    currencyOf,
    winCap: caps.of,
    seeds: createPublicSeeds(needs.seedFacts),
    playing: presence,
    returnAlerts: () => openAlerts(host.db),
    watchRounds: game => void watchedRounds.push(game),
    registerGame(spec) {
      sources.set(spec.game, spec);
      designed.set(spec.game, { percent: spec.rtpPercent, rulesVersion: spec.rulesVersion });
      const { game, sequence = game, rtpPercent, rulesVersion, limits: stakes } = spec;
      registered.set(game, { game, sequence, designed: rtpPercent, rulesVersion, stakes });
      rounds.set(sequence, spec.round);
      caps.register(spec.game, spec.limits);
      return {
        winCap: currency => caps.of(spec.game, currency),
        info(call) {
          const currency = currencyOf(call);
          return {
            ...gameInfo(spec, currency, caps.of(spec.game, currency).cap),
            features: featuresAt(call.ip),
            closed: needs.gameRefusal?.(call.ip, spec.game) ?? null,
          };
        },
        feed: send => createFeed({ clock, log, rowOf, identityOf, delayMs }, send),
        decided(bet) {
          bigWins.observe(bet);
          highStakes.observe(bet);
          presence.observe(spec.playedAs ?? spec.game, bet);
        },
      };
    },
    liveRow: (bet, profile) => liveRow(ids, bet, profile),
    ownView: bet => viewOf({ ids, provided }, bet),
    registerDraws: find => void draws.push(find),
    registerProvided: rounds => void provided.push(rounds),
    jobs: [
      {
        name: "desk.count_returns",
        cron: "*/10 * * * *",
        run: async () => countReturns(host, await needs.testPlayers(host.db)),
      },
      {
        name: "desk.count_game_days",
        cron: "* * * * *",
        second: 10,
        run: async () => countGameDays(host, await needs.testPlayers(host.db)),
      },
      {
        name: "desk.watch_returns",
        cron: "* * * * *",
        run: async () => needs.watched && watchReturns({ host, ...needs.watched }),
      },
      {
        name: "desk.watch_rounds",
        cron: "*/10 * * * *",
        run: () => watchEvidence({ host, games: watchedRounds }),
      },
    ],
    async start() {
      await caps.start();
      await bigWins.start();
      await highStakes.start();
    },
    async stop() {
      presence.stop();
      caps.stop();
    },
  };
}

function gameInfo({ limits, rtpPercent, rulesVersion }: GameSpec, currency: Currency, cap: Micros) {
  const { min, max } = limits[currency];
  return {
    currency,
    limits: { min: formatAmount(min), max: formatAmount(max) },
    rtp: String(rtpPercent),
    edge: String((100_000 - Math.round(rtpPercent * 1000)) / 1000),
    rules_version: rulesVersion,
    win_cap: formatAmount(cap),
  };
}

/** A whole number below `limit`, which is far below 2^32: no bias that matters. */
function randomBelow(random: Host["random"], limit: number): number {
  return limit === 1 ? 0 : Buffer.from(random.bytes(4)).readUInt32BE() % limit;
}
