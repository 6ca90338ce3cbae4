import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import type { Fits, Play, RoundEnd, StepwiseRules } from "../shared/stepwise.ts";
import type { ShownRound } from "./shown-round.ts";

/** How a demo round is played: the game's rules, and the view the server would send. */
export interface DemoRules<Start, Choice, Opening, Shown, View> {
  readonly rules: StepwiseRules<Start, Choice, Opening, Shown>;
  readonly view: (play: Play<Start, Choice, Opening, Shown>, fits: Fits) => View;
}

export interface DemoRound<Choice, View, Outcome> {
  readonly now: ShownRound<View, Outcome>;
  /** One step; what it reveals follows from the page's own seeds. */
  step(choice: Choice): DemoRound<Choice, View, Outcome>;
  cashOut(): DemoRound<Choice, View, Outcome>;
}

/** A demo round by the game's own rules, on seeds of the page's own. `stream` restarts at each call. */
export function demoRound<Start, Choice, Opening, Shown, View, Outcome>(
  { rules, view }: DemoRules<Start, Choice, Opening, Shown, View>,
  bet: { readonly start: Start; readonly stake: Micros; readonly winCap: bigint; readonly currency: Currency },
  stream: () => WordStream,
): DemoRound<Choice, View, Outcome> {
  type ThisPlay = Play<Start, Choice, Opening, Shown>;
  const fits: Fits = (ratio: Ratio) => payoutOf(bet.stake, ratio) <= bet.winCap;

  function at(play: ThisPlay, end: RoundEnd | null): DemoRound<Choice, View, Outcome> {
    const openMultiplier = rules.cashOutMultiplier(play);
    const open = end === null;
    const paid =
      end === "refunded"
        ? bet.stake
        : end === "lost" || !openMultiplier
          ? micros(0n)
          : payoutOf(bet.stake, openMultiplier);
    return {
      now: {
        id: null,
        nonce: null,
        hash: null,
        balance: null,
        currency: bet.currency,
        stake: bet.stake,
        status: open ? "open" : end === "refunded" ? "voided" : "settled",
        payout: open ? micros(0n) : paid,
        steps: play.steps.length,
        worth: open && openMultiplier ? payoutOf(bet.stake, openMultiplier) : null,
        multiplier:
          open && openMultiplier ? multiplierText(openMultiplier.numerator, openMultiplier.denominator) : null,
        view: view(play, fits),
        outcome: open ? null : ({ ...rules.ending(play, stream()), end } as Outcome),
      },
      step(choice) {
        invariant(open && !rules.refuses(play, choice, fits), "step is not offered");
        const after: ThisPlay = {
          ...play,
          steps: [...play.steps, { choice, shown: rules.show(play, choice, stream()) }],
        };
        const state = rules.state(after, fits);
        if (state === "complete") return at(after, rules.cashOutMultiplier(after) ? "completed" : "refunded");
        return at(after, state === "lost" ? "lost" : null);
      },
      cashOut() {
        required(open && openMultiplier, "nothing to cash out");
        return at(play, "cashed_out");
      },
    };
  }

  return at({ start: bet.start, opening: rules.opening(bet.start, stream()), steps: [] }, null);
}
