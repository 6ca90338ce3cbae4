import { together } from "#kit/db/together.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import type { FaceOf } from "./rows.ts";

/** Reads the faces that are asked for at the same moment in one query: a burst of bets must not bring a query for each. */
export function createFaceReader(publicFaces: Accounts["publicFaces"]): FaceOf {
  return together(async (players: readonly PlayerId[]) => {
    const faces = await publicFaces(players);
    return players.map(player => playedBy(faces.get(player)));
  });
}
