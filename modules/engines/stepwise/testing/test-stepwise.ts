import type { Bets } from "#modules/bets/server/index.ts";
import type { Stepwise } from "../server/index.ts";
import { createRounds, type RoundsNeeds } from "../server/rounds.ts";

/** The rounds of stepwise games, on a test's wallet and seeds. Abandoned rounds are not closed. */
export function testStepwise(
  needs: Pick<RoundsNeeds, "wallet" | "pairs">,
  { ids, winCap }: Pick<Bets, "ids" | "winCap">,
): Pick<Stepwise, "openRounds"> {
  return {
    openRounds: spec => createRounds({ ...needs, ids, winCap: currency => winCap(spec.game, currency) }, spec),
  };
}
