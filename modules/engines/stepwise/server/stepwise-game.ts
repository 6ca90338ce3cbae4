import type { RouteSpec } from "#kit/contract/route.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import type { Call, Session } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { ownBetsPage, type PageCall, paidMultiplier } from "#modules/bets/server/index.ts";
import type { BetsChannel } from "#modules/bets/shared/contract.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { openRoundOf } from "#modules/wallet/server/index.ts";
import type { Bet, OpenRound, WalletBooks } from "#modules/wallet/server/port.ts";
import type { Stepwise } from "./index.ts";
import { playOf } from "./play.ts";
import { type RoundFacts, roundAnswer, roundProof } from "./round-view.ts";
import type { RoundCall } from "./rounds.ts";

type Words = Readonly<Record<string, Json>>;

/** A game that is only played in steps: miner, hilo. */
export interface StepwiseSpec<Start, Choice, Opening, Shown, Inputs extends Words, Outcome extends Words, View> {
  readonly limits: StakeTable;
  readonly rtpPercent: number;
  /** Covered by the configuration hash in every proof; another value makes another version. */
  readonly configuration: { readonly version: string } & Json;
  readonly channel: BetsChannel;
  readonly startRoute: Pick<RouteSpec, "method" | "path">;
  /** Its rules, and the allow lists of what a round of this game shows. */
  readonly facts: Omit<
    RoundFacts<Start, Choice, Opening, Shown, Inputs, Outcome, View>,
    "version" | "configurationHash"
  >;
}

export interface StepwiseNeeds {
  readonly wallet: Pick<WalletBooks, "history">;
  readonly bets: Bets;
  readonly stepwise: Pick<Stepwise, "openRounds">;
}

type StartCall<Body> = RoundCall & {
  readonly input: { readonly body: Body & { readonly stake: string; readonly currency?: string | undefined } };
};
type IdCall = RoundCall & { readonly input: { readonly params: { readonly id: string } } };
type ListCall = Pick<Call, "headers" | "ip"> & PageCall & { readonly session: Session };

/** Opens a game that is played in steps. Its calls fail as those of `Rounds` do. */
export function openStepwiseGame<Start, Choice, Opening, Shown, Inputs extends Words, Outcome extends Words, View>(
  { wallet, bets, stepwise }: StepwiseNeeds,
  spec: StepwiseSpec<Start, Choice, Opening, Shown, Inputs, Outcome, View>,
) {
  const { limits, rtpPercent, configuration, startRoute } = spec;
  const { version } = configuration;
  const facts = { ...spec.facts, version, configurationHash: configurationHash(nobleHashes, configuration) };
  const { game } = facts.rules;

  const registration = bets.registerGame({
    ...{ game, limits, rtpPercent, rulesVersion: version },
    proof: async bet => roundProof(facts, openRoundOf(bet), await bets.seeds.now(bet.player, seedNumber(bet))),
  });
  const feed = registration.feed(bets => channel.publish("bets", { bets }));
  const channel = liveChannel(spec.channel, async () => ({ bets: await feed.recent() }));

  const rounds = stepwise.openRounds({
    ...{ rules: facts.rules, limits, rulesVersion: version, startRoute },
    view: async (round: OpenRound) =>
      roundAnswer(facts, bets.ids, round, await bets.seeds.hash(round.player, seedNumber(round))),
    onEnded(bet) {
      // A refunded round counts as neither win nor loss.
      if (bet.status === "voided") return;
      feed.add(bet);
      registration.decided(bet);
    },
  });

  /** One row of the player's own history; for an open round only its start. */
  function historyView(bet: Bet) {
    const round = openRoundOf(bet);
    const play = playOf<Start, Choice, Opening, Shown>(round);
    const isOpen = bet.status === "open";
    return {
      id: bets.ids.seal(bet.player, bet.key),
      at: bet.placedAt.toISOString(),
      currency: bet.currency,
      stake: formatAmount(bet.stake),
      payout: formatAmount(bet.payout),
      multiplier: paidMultiplier(bet),
      status: bet.status,
      ...facts.inputs(isOpen ? { ...play, steps: [] } : play),
      outcome: isOpen ? null : facts.outcome(round, play),
    };
  }

  return {
    channels: [channel] satisfies ServerModule["channels"],
    /** What the game offers the caller, with the caller's open round. */
    async info(call: Pick<Call, "session" | "headers" | "ip">) {
      const round = call.session && (await rounds.open(call.session.player));
      return { ...registration.info(call), ...(round && { round }) };
    },
    start: <Body>(call: StartCall<Body>, start: Start) => rounds.start(call, call.input.body, start),
    step: (call: IdCall, choice: Choice) => rounds.step(call, call.input.params.id, choice),
    cashOut: (call: IdCall) => rounds.cashOut(call, call.input.params.id),
    /** A page of the caller's own rounds in the active currency, newest first. */
    rounds: (call: ListCall) => ownBetsPage(wallet, call, { currency: bets.currencyOf(call), game }, historyView),
  };
}

function seedNumber(bet: Bet): number {
  return required(bet.seed, "a round has a seed").number;
}
