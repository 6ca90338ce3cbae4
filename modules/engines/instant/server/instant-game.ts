import { type Failure, fail } from "#kit/contract/error-code.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import type { Call, Session } from "#kit/http/handler.ts";
import type { Micros, Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Bets, GameRegistration } from "#modules/bets/server/index.ts";
import {
  type BetFacts,
  betView,
  capRefusal,
  currencyRefusal,
  historyView,
  limitRefusal,
  ownBetsPage,
  type PageCall,
  type PublicSeed,
  refusalOf,
  requestHash,
  seedsProofOf,
} from "#modules/bets/server/index.ts";
import type { BetsChannel } from "#modules/bets/shared/contract.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import type { Bet, WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";

/** A game whose bets are settled in the commit that takes their stake. */
export interface InstantSpec<F extends BetFacts, R extends Rules, H extends object> {
  readonly game: string;
  readonly limits: StakeTable;
  readonly rules: RuleVersions<R>;
  /** What these rules return on average. */
  readonly rtpPercentOf: (rules: R) => number;
  /** For games whose bets have configurations of their own, such as the opened case. Returns the same object each time. */
  readonly configurationOf?: (rules: R, facts: F) => object;
  readonly channel: BetsChannel;
  /** The fields of a bet that may be shown: an allow list. */
  readonly facts: (bet: Bet) => F;
  /** Extra fields of a history row; choice and outcome unless given. */
  readonly history?: (bet: Bet) => H;
  /** For games that are also played in steps: the proof of a bet that is such a round; undefined for other bets. */
  readonly roundProof?: (bet: Bet, seed: PublicSeed) => SeedsProof | undefined;
}

/** One bet as the game has parsed it from a request. */
export interface InstantBet {
  readonly route: RouteSpec;
  /** In the currency of the bet. */
  readonly stake: Micros | ((currency: Currency) => Micros);
  /** The currency named in the request. */
  readonly expectedCurrency: string | undefined;
  /** The game's own refusals, once the currency is known. */
  readonly refusal?: (currency: Currency) => Failure | undefined;
  /** Stored with the bet. */
  readonly choice: Json;
  /** The multiplier of the best outcome: its payout must be within the win cap. */
  readonly largest: Ratio;
  /** What the bet returns of its stake on average: what it counts for a bonus follows from it. Without it the bet takes no bonus money. */
  readonly returned?: Ratio;
  /** Outcome and payout from the stream of the bet's nonce. Pure: it may be called again with another nonce. */
  readonly draw: (stream: WordStream, stake: Micros) => Draw;
}

export interface InstantNeeds {
  readonly wallet: Pick<WalletPort, "place" | "bet"> & Pick<WalletBooks, "history">;
  readonly bets: Bets;
}

type PlaceCall = { readonly session: Session; readonly key: Uuid; readonly input: { readonly body: unknown } };
type ListCall = Pick<Call, "headers" | "ip"> & PageCall & { readonly session: Session };

export interface InstantGame<
  F extends BetFacts,
  R extends Rules = Rules,
  H extends object = F["inputs"] & F["outcome"],
> {
  readonly rules: RuleVersions<R>;
  readonly channels: NonNullable<ServerModule["channels"]>;
  /** What the game offers the caller. */
  info(call: Pick<Call, "session" | "headers" | "ip">): ReturnType<GameRegistration["info"]>;
  /** Places a bet and settles it in the same commit; see {@link openInstantGame}. */
  place(call: PlaceCall, bet: InstantBet): Promise<ReturnType<typeof betView<F["outcome"]>>>;
  /** Must be called with bets that were settled elsewhere, after their commit. */
  decided(bet: Bet): void;
  /** A page of the player's own bets in the active currency, newest first. */
  rounds(call: ListCall): Promise<{ items: (ReturnType<typeof historyView> & H)[]; next_cursor: string | null }>;
}

/**
 * Opens a game of instant bets: stake, draw and payout are one commit. Everything that can refuse a bet is checked before the draw. After the
 * request's shape `place` checks, in this order: `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, then the wallet's
 * refusals.
 */
export function openInstantGame<F extends BetFacts, R extends Rules, H extends object = F["inputs"] & F["outcome"]>(
  { wallet, bets }: InstantNeeds,
  {
    game,
    limits,
    rules,
    rtpPercentOf,
    configurationOf,
    channel: channelSpec,
    facts,
    history,
    roundProof,
  }: InstantSpec<F, R, H>,
): InstantGame<F, R, H> {
  const { version } = rules.current;
  const hashes = new WeakMap<object, string>();

  function hashOf(played: object): string {
    const hash = hashes.get(played) ?? configurationHash(nobleHashes, played);
    hashes.set(played, hash);
    return hash;
  }

  /** The proof record of a bet, with its server seed once revealed. */
  function proofView(bet: Bet, seed: PublicSeed): SeedsProof {
    const played = facts(bet);
    const madeWith = rules.find(bet.rulesVersion);
    const claim = madeWith && { config_hash: hashOf(configurationOf?.(madeWith, played) ?? madeWith) };
    return seedsProofOf(bet, seed, { ...played, ...claim });
  }

  const registration = bets.registerGame({
    game,
    limits,
    rtpPercent: rtpPercentOf(rules.current),
    rulesVersion: version,
    async proof(bet) {
      const seed = await bets.seeds.now(bet.player, seedNumber(bet));
      return roundProof?.(bet, seed) ?? proofView(bet, seed);
    },
  });
  const feed = registration.feed(bets => channel.publish("bets", { bets }));
  const channel = liveChannel(channelSpec, async () => ({ bets: await feed.recent() }), { peers: feed.peers });

  async function accept({ session, key, input }: PlaceCall, currency: Currency, bet: InstantBet): Promise<Bet> {
    const stake = typeof bet.stake === "function" ? bet.stake(currency) : bet.stake;
    const { cap } = registration.winCap(currency);
    const refusal =
      currencyRefusal(bet.expectedCurrency, currency) ??
      bet.refusal?.(currency) ??
      limitRefusal(limits, currency, stake) ??
      capRefusal(cap, stake, bet.largest);
    // A repeated request gets its first answer, even if limits have changed since.
    if (refusal && !(await wallet.bet(session.player, key))) throw refusal;

    const answer = await wallet.place({
      player: session.player,
      key,
      game,
      currency,
      stake,
      choice: bet.choice,
      rulesVersion: version,
      winCap: cap,
      requestHash: requestHash(bet.route, input.body),
      ...(bet.returned && { rate: rateOf(bet.returned) }),
      draw: (pair: SeedPair) => bet.draw(pair.stream(game), stake),
    });
    if (answer.kind === "refused") throw refusalOf(answer);
    if (!answer.replayed) decided(answer.bet);
    return answer.bet;
  }

  function historyOf(bet: Bet): H {
    if (history) return history(bet);
    const { inputs, outcome } = facts(bet);
    return { ...inputs, ...outcome } as unknown as H;
  }

  function decided(bet: Bet): void {
    feed.add(bet);
    registration.decided(bet);
  }

  return {
    rules,
    channels: [channel],
    decided,
    info: call => registration.info(call),
    async place(call, instant) {
      const bet = await accept(call, call.session.currency ?? fail(currencyRequired), instant);
      const { hash } = await bets.seeds.hash(bet.player, seedNumber(bet));
      return betView(bets.ids, bet, facts(bet).outcome, proofView(bet, { hash, seed: null }));
    },
    rounds: call =>
      ownBetsPage(wallet, call, { currency: bets.currencyOf(call), game }, bet => ({
        ...historyView(bets.ids, bet),
        ...historyOf(bet),
      })),
  };
}

function seedNumber(bet: Bet): number {
  return required(bet.seed, "a bet of a per-player game has a seed").number;
}
