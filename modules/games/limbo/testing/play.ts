import { bet, type Play } from "#assurance/simulation/actions.ts";

/** A turn of a simulated player. */
export const play: Play = async needs =>
  void (await bet(needs, "POST /api/v1/games/limbo/bets", stake => ({
    stake,
    target: `${1 + needs.chance.below(20)}.${10 + needs.chance.below(90)}`,
  })));
