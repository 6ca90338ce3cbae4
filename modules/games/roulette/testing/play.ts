import { bet, expectedRound, type PlayerNeeds } from "#assurance/simulation/actions.ts";

const spots = ["red", "odd", "high", "dozen-2", "column-1", "straight-17", "straight-0"] as const;

export async function play(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const table = chance.happens(60);
  const round = table ? await expectedRound(needs, "roulette") : {};
  await bet(needs, `POST /api/v1/games/roulette/${table ? "bets" : "spins"}`, stake => ({
    chips: chance.some(1 + chance.below(4), spots.length).map(index => ({ spot: spots[index], stake })),
    ...round,
  }));
}
