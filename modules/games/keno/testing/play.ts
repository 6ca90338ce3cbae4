import { bet, type Play } from "#assurance/simulation/actions.ts";

/** A turn of a simulated player. */
export const play: Play = async needs =>
  void (await bet(needs, "POST /api/v1/games/keno/bets", stake => ({
    stake,
    risk: needs.chance.pick(["classic", "low", "medium", "high"]),
    picks: needs.chance.some(1 + needs.chance.below(10), 40).map(number => number + 1),
  })));
