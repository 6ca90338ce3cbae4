import { bet, type Play, playSteps } from "#assurance/simulation/actions.ts";

const coinSides = ["heads", "tails"] as const;

const ladder = playSteps("coinflip", () => ({ ladder: true }), {
  name: "flip",
  body: chance => ({ side: chance.pick(coinSides) }),
});

/** A turn of a simulated player. */
export const play: Play = needs =>
  needs.chance.happens(30)
    ? bet(needs, "POST /api/v1/games/coinflip/bets", stake => ({ stake, side: needs.chance.pick(coinSides) }))
    : ladder(needs);
