import type { RouteSpec } from "#kit/contract/route.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import type { Call, Session } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { ownBetsPage, type PageCall, paidMultiplier } from "#modules/bets/server/index.ts";
import type { BetsChannel } from "#modules/bets/shared/contract.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { openRoundOf } from "#modules/wallet/server/index.ts";
import type { Bet, OpenRound, WalletBooks } from "#modules/wallet/server/port.ts";
import { playOf } from "./play.ts";
import { factsByVersion, type RoundFacts, roundAnswer, roundProof } from "./round-view.ts";
import type { RoundCall } from "./rounds.ts";
import type { Stepwise } from "./stepwise.ts";

type Words = Readonly<Record<string, Json>>;

/** A game that is played in steps and in nothing else. */
export interface StepwiseSpec<
  R extends Rules,
  Start,
  Choice,
  Opening,
  Shown,
  Inputs extends Words,
  Outcome extends Words,
  View,
> {
  readonly game: string;
  readonly limits: StakeTable;
  readonly rules: RuleVersions<R>;
  readonly rtpPercentOf: (rules: R) => number;
  readonly channel: BetsChannel;
  readonly startRoute: Pick<RouteSpec, "method" | "path">;
  /** The steps of a round under these rules, and by allow lists what it says of itself. */
  readonly facts: (
    rules: R,
  ) => Omit<RoundFacts<Start, Choice, Opening, Shown, Inputs, Outcome, View>, "configurationHash">;
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
type StepCall = RoundCall & {
  readonly input: {
    readonly params: { readonly id: string };
    readonly body: { readonly steps?: number | undefined };
  };
};
type ListCall = Pick<Call, "headers" | "ip"> & PageCall & { readonly session: Session };

/** Opens a game that is played in steps. Its calls fail as those of `Rounds` do. */
export function openStepwiseGame<
  R extends Rules,
  Start,
  Choice,
  Opening,
  Shown,
  Inputs extends Words,
  Outcome extends Words,
  View,
>(
  { wallet, bets, stepwise }: StepwiseNeeds,
  spec: StepwiseSpec<R, Start, Choice, Opening, Shown, Inputs, Outcome, View>,
) {
  const { game, limits, rules, startRoute } = spec;
  const { version } = rules.current;
  const factsOfRound = factsByVersion(rules, spec.facts);

  const registration = bets.registerGame({
    game,
    limits,
    rtpPercent: spec.rtpPercentOf(rules.current),
    rulesVersion: version,
    proof: async bet =>
      roundProof(factsOfRound(bet), openRoundOf(bet), await bets.seeds.now(bet.player, seedNumber(bet))),
  });
  const feed = registration.feed(bets => channel.publish("bets", { bets }));
  const channel = liveChannel(spec.channel, async () => ({ bets: await feed.recent() }), { peers: feed.peers });

  const rounds = stepwise.openRounds({
    rulesOf: rulesVersion => factsOfRound({ rulesVersion }).rules,
    game,
    limits,
    rulesVersion: version,
    startRoute,
    view: async (round: OpenRound) =>
      roundAnswer(factsOfRound(round), bets.ids, round, await bets.seeds.hash(round.player, seedNumber(round))),
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
    const facts = factsOfRound(bet);
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
    step: (call: StepCall, choice: Choice) => rounds.step(call, call.input.params.id, choice, call.input.body.steps),
    cashOut: (call: IdCall) => rounds.cashOut(call, call.input.params.id),
    /** A page of the caller's own rounds in the active currency, newest first. */
    rounds: (call: ListCall) => ownBetsPage(wallet, call, { currency: bets.currencyOf(call), game }, historyView),
  };
}

function seedNumber(bet: Bet): number {
  return required(bet.seed, "a round has a seed").number;
}
