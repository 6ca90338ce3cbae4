import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { placePlinkoBet } from "../shared/contract.ts";
import { drawPath, type PlinkoBet, type PlinkoRules, pathText, payoutAt, slotOf } from "../shared/rules.ts";

/** How many balls may be in the air at once. */
export const mostBalls = 20;

/** A ball as the scene shows it; the outcome is its path. */
export type ShownBall = ShownBet<PlinkoBet, string>;

/** How plinko is played on a page. `drop` drops a ball along a path and resolves when it has landed. */
export function plinkoPlay(
  rules: PlinkoRules,
  drop: (path: string, fast: boolean) => Promise<void>,
): InstantPlay<PlinkoBet, string> {
  return {
    route: placePlinkoBet,
    shorter: true,
    atOnce: mostBalls,
    body: ({ rows, risk }, stake, currency) => ({ stake, currency, rows, risk }),
    read(sent, outcome) {
      const { rows, risk } = sent as PlinkoBet;
      return { choice: { rows, risk }, outcome: (outcome as { path: string }).path };
    },
    draw(stream, bet, stake) {
      const path = pathText(drawPath(stream, bet.rows), bet.rows);
      return { outcome: path, payout: payoutAt(rules, bet, stake, slotOf(path)) };
    },
    reveal: ({ outcome }, _before, fast) => drop(outcome, fast),
    cue({ payout, stake }) {
      if (payout > stake * 10n) play({ name: "win" });
      else if (payout > stake) play({ name: "tick", height: 1 });
    },
  };
}
