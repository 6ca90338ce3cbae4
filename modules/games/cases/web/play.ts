import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { browserBytes } from "#modules/bets/web/demo.ts";
import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { type CasesChoice, openCases } from "../shared/contract.ts";
import { casesRules, drawTickets, findCase, payoutAt, prizeAt } from "../shared/rules.ts";
import { type Strip, stripOf } from "./strip.ts";

const { current: rules } = casesRules;

export const reelMs = 4200;
export const fastReelMs = 1000;

/** An opening as the scene shows it; the outcome is the ticket of each case. */
export type ShownOpening = ShownBet<CasesChoice, readonly number[]>;

/** The strips of an opening that are running or have run. */
export interface Spin {
  readonly slug: string;
  readonly strips: readonly Strip[];
  /** 0: at their ends from the start. */
  readonly durationMs: number;
}

const caseOf = (slug: string) => required(findCase(rules, slug), "a case that is sold");

/** How cases are opened on a page. `spin` gets the strips to run. */
export function casesPlay(spin: (spin: Spin) => void): InstantPlay<CasesChoice, readonly number[]> {
  function run({ choice, outcome }: ShownOpening, durationMs: number): void {
    const of = caseOf(choice.slug);
    const strips = outcome.map(ticket => stripOf(of, prizeAt(of, ticket), browserBytes));
    spin({ slug: choice.slug, strips, durationMs });
  }
  return {
    route: openCases,
    body: ({ slug, count }, stake, currency) => ({ slug, count, stake, currency }),
    read(sent, outcome) {
      const { slug, count } = sent as CasesChoice;
      return { choice: { slug, count }, outcome: (outcome as { tickets: number[] }).tickets };
    },
    draw(stream, { slug, count }, stake) {
      const tickets = drawTickets(rules, stream, count);
      return { outcome: tickets, payout: payoutAt(caseOf(slug), micros(stake / BigInt(count)), tickets) };
    },
    shorter: true,
    async reveal(shown, _before, fast) {
      const ms = fast ? fastReelMs : reelMs;
      run(shown, ms);
      await frames(ms, () => undefined);
    },
    still: shown => run(shown, 0),
    cue({ payout, stake }) {
      if (payout > stake) play({ name: "win" });
    },
  };
}
