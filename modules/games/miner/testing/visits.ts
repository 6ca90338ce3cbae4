import { inSteps, type Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = player =>
  inSteps(
    player,
    "miner",
    { mines: player.pick([3, 5]) },
    n => ["reveal", { tile: (n * 7 + player.pick([0, 1, 2])) % 25 }],
    3,
  );

/** What demo players do here. */
export const visits: readonly Visit[] = [visit];
