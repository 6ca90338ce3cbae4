import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { placeDiceBet } from "../shared/contract.ts";
import { type DiceRules, drawRoll, payoutAt } from "../shared/rules.ts";
import { type Choice, decimal, readDecimal, targetOf } from "./fields.ts";

export const rollMs = 240;

/** A roll as the scene shows it; the outcome in hundredths. */
export type ShownRoll = ShownBet<Choice, number>;

type DiceBody = Readonly<Record<"stake" | "currency" | "direction" | "target", string>>;

/** How dice is played on a page. `tick` animates the number, in hundredths, towards the result. */
export function dicePlay(rules: DiceRules, tick: (roll: number) => void): InstantPlay<Choice, number> {
  return {
    route: placeDiceBet,
    body: (choice, stake, currency): DiceBody => {
      return { stake, currency, direction: choice.direction, target: decimal(targetOf(choice), 2) };
    },
    read(sent, outcome) {
      const { direction, target } = sent as DiceBody;
      const hundredths = readDecimal(target, 2) ?? 0;
      const choice: Choice =
        direction === "under" ? { direction, winning: hundredths } : { direction: "over", winning: 9999 - hundredths };
      return { choice, outcome: readDecimal((outcome as { roll: string }).roll, 2) ?? 0 };
    },
    draw(stream, choice, stake) {
      const roll = drawRoll(rules, stream);
      return {
        outcome: roll,
        payout: payoutAt(rules, { direction: choice.direction, target: targetOf(choice) }, stake, roll),
      };
    },
    reveal(shown, before) {
      const start = before?.outcome ?? 0;
      tick(start);
      return frames(rollMs, share => tick(Math.round(start + (shown.outcome - start) * (1 - (1 - share) ** 3))));
    },
    cue({ payout, stake, outcome }) {
      if (payout > stake * 10n) play({ name: "win" });
      else if (payout > stake) play({ name: "tick", height: outcome / 9999 });
    },
  };
}
