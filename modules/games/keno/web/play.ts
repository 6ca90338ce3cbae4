import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { placeKenoBet } from "../shared/contract.ts";
import { numbersDrawn } from "../shared/odds.ts";
import { drawNumbers, type KenoBet, type KenoRules, payoutAt } from "../shared/rules.ts";

/** From the first ball until the last has landed: 90 ms from ball to ball. */
export const drawMs = 90 * numbersDrawn;

/** A draw as the scene shows it; the outcome is the numbers in drawing order. */
export type ShownDraw = ShownBet<KenoBet, readonly number[]>;

interface KenoStep {
  /** How many balls of the last draw have landed. */
  landed(count: number): void;
  /** Whether hits play a sound. */
  readonly sound: () => boolean;
}

/** How keno is played on a page. */
export function kenoPlay(rules: KenoRules, { landed, sound }: KenoStep): InstantPlay<KenoBet, readonly number[]> {
  return {
    route: placeKenoBet,
    body: ({ picks, risk }, stake, currency) => ({ stake, currency, picks: [...picks], risk }),
    read(sent, outcome) {
      const { picks, risk } = sent as KenoBet;
      return { choice: { picks, risk }, outcome: (outcome as { drawn: number[] }).drawn };
    },
    draw(stream, bet, stake) {
      const drawn = drawNumbers(rules, stream);
      return { outcome: drawn, payout: payoutAt(rules, bet, stake, drawn) };
    },
    reveal({ choice, outcome }) {
      let announced = 0;
      landed(0);
      return frames(drawMs, share => {
        const count = Math.floor(share * numbersDrawn);
        if (count === announced) return;
        announced = count;
        landed(count);
        const ball = outcome[count - 1];
        if (sound() && ball !== undefined && choice.picks.includes(ball)) {
          play({ name: "tick", height: count / numbersDrawn });
        }
      });
    },
    cue({ payout, stake }) {
      if (payout > stake) play({ name: "win" });
    },
  };
}
