import { createBetIds } from "#modules/bets/server/bet-id.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { viewOf } from "#modules/bets/server/own-bets.ts";

/** Bets as the bets module shows them, without providers. */
export const shownBets: Pick<Bets, "ownView"> = {
  ownView: bet => viewOf({ ids: createBetIds("a secret test key, long enough"), provided: [] }, bet),
};
