import { formatAmount, parseAmount } from "#kit/money/amount.ts";
import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { spinRoulette, type WireChip } from "../shared/contract.ts";
import { type Chip, drawPocket, inClothOrder, payoutAt, rouletteRules } from "../shared/rules.ts";
import type { SpinShape } from "./motion.ts";

/** A private spin is shorter than a shared one: there are no other players to wait for. */
export const privateShape: SpinShape = { spinMs: 4200, fallMs: 2800 };

/** A private spin as the scene shows it: chips, and the number. */
export type ShownPrivateSpin = ShownBet<readonly Chip[], number>;

export const wireChips = (chips: readonly Chip[]): WireChip[] =>
  chips.map(({ spot, stake }) => ({ spot, stake: formatAmount(stake) }));

/** How a private spin is played on a page. `begin` gets the number when its animation starts. */
export function privatePlay(begin: (pocket: number) => void): InstantPlay<readonly Chip[], number> {
  return {
    route: spinRoulette,
    body: (chips, _stake, currency) => ({ chips: wireChips(chips), currency }),
    read(sent, outcome) {
      const { chips } = sent as { chips: readonly WireChip[] };
      const read = chips.flatMap(({ spot, stake }) => {
        const amount = parseAmount(stake);
        return amount === undefined ? [] : [{ spot, stake: amount }];
      });
      return { choice: inClothOrder(read), outcome: (outcome as { pocket: number }).pocket };
    },
    draw(stream, chips) {
      const pocket = drawPocket(rouletteRules.current, stream);
      return { outcome: pocket, payout: payoutAt(rouletteRules.current, chips, pocket) };
    },
    reveal(shown) {
      begin(shown.outcome);
      return frames(privateShape.spinMs, () => undefined);
    },
    cue: ({ payout, stake, outcome }) => restCue(outcome, payout > stake),
  };
}

/** A bell sound on zero, notes for a win, wood for any other number; no sound for a lost bet. */
export function restCue(pocket: number, won: boolean): void {
  if (won) play({ name: "win" });
  else if (pocket === 0) play({ name: "rise", step: 24 });
  else play({ name: "tick", height: pocket / 36 });
}
