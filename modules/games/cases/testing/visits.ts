import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  await player.bet("/api/v1/games/cases/bets", { slug: "orchard", count: player.pick([1, 1, 2]) });
};

/** What demo players do here. */
export const visits: readonly Visit[] = [visit];
