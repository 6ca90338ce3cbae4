import { ask, bet, type PlayerNeeds } from "#assurance/simulation/actions.ts";

/** Places one or more stakes in a pot; sometimes tries to leave. */
export async function play(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const params = { colour: chance.pick(["red", "red", "red", "yellow"]) };
  for (let times = 1 + chance.below(2); times > 0; times--) {
    await bet(needs, "POST /api/v1/games/rooms/:colour/bets", stake => ({ stake }), params);
    await needs.wait(chance.below(3_000));
  }
  if (chance.happens(20)) await ask(needs, { name: "DELETE /api/v1/games/rooms/:colour/bets", params, body: {} });
  // Long enough for the count, the beacon and the draw.
  if (chance.happens(50)) await needs.wait(20_000 + chance.below(40_000));
}
