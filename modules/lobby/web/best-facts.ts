import type { LiveBetRow } from "#modules/bets/shared/contract.ts";
import type { HouseGame } from "./menu-items.ts";

/** The best multiplier of each game among the day's biggest wins; games without one are left out. */
export function bestOfToday(wins: readonly LiveBetRow[]): ReadonlyMap<HouseGame, string> {
  const best = new Map<HouseGame, string>();
  for (const { game, multiplier } of wins) {
    const known = best.get(game as HouseGame);
    if (known === undefined || Number(multiplier) > Number(known)) best.set(game as HouseGame, multiplier);
  }
  return best;
}
