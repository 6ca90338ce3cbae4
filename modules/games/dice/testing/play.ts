import { bet, type Play } from "#assurance/simulation/actions.ts";

/** A turn of a simulated player. */
export const play: Play = async needs =>
  void (await bet(needs, "POST /api/v1/games/dice/bets", stake => ({
    stake,
    direction: needs.chance.pick(["over", "under"]),
    target: `${10 + needs.chance.below(80)}.50`,
  })));
