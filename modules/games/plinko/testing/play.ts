import { bet, type Play } from "#assurance/simulation/actions.ts";

/** A turn of a simulated player. */
export const play: Play = async needs =>
  void (await bet(needs, "POST /api/v1/games/plinko/bets", stake => ({
    stake,
    rows: 8 + needs.chance.below(9),
    risk: needs.chance.pick(["low", "medium", "high"]),
  })));
