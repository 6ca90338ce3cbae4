import { inSteps, type Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = player =>
  inSteps(player, "hilo", {}, () => ["guess", { choice: player.pick(["red", "black"]) }], player.pick([1, 2, 3]));

/** What demo players do here. */
export const visits: readonly Visit[] = [visit];
