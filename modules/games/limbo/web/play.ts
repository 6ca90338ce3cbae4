import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { placeLimboBet } from "../shared/contract.ts";
import { drawResult, type LimboRules, payoutAt } from "../shared/rules.ts";
import { positionOf } from "./fields.ts";

export const climbMs = 420;

/** A bet as the scene shows it: target and result in hundredths. */
export type ShownResult = ShownBet<number, number>;

type LimboBody = Readonly<Record<"stake" | "currency" | "target", string>>;

/** How limbo is played on a page. `tick` animates the multiplier, in hundredths, towards the result. */
export function limboPlay(rules: LimboRules, tick: (multiplier: number) => void): InstantPlay<number, number> {
  return {
    route: placeLimboBet,
    body: (target, stake, currency): LimboBody => ({ stake, currency, target: formatHundredths(target) }),
    read: (sent, outcome) => ({
      choice: parseHundredths((sent as LimboBody).target) ?? 0,
      outcome: parseHundredths((outcome as { result: string }).result) ?? 0,
    }),
    draw(stream, target, stake) {
      const result = drawResult(rules, stream);
      return { outcome: result, payout: payoutAt(target, stake, result) };
    },
    reveal({ outcome }) {
      tick(100);
      return frames(climbMs, share => tick(Math.round(100 * (outcome / 100) ** (1 - (1 - share) ** 2))));
    },
    cue({ payout, stake, outcome }) {
      if (payout > stake * 10n) play({ name: "win" });
      else if (payout > stake) play({ name: "tick", height: positionOf(outcome) });
    },
  };
}
