import { useQuery } from "#kit/web/query/use-query.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { listFreeSpins } from "#modules/free-spins/shared/contract.ts";
import type { CatalogueGame, GameKind } from "../shared/contract.ts";

/** How many free spins the player has left on each game. */
export function useFreeSpins(kind: GameKind): (game: CatalogueGame) => number {
  const isPlayer = useSession(({ status }) => status === "player");
  const { data: grants } = useQuery(listFreeSpins, {}, { enabled: kind === "slots" && isPlayer });
  return ({ slug }) => (grants ?? []).reduce((sum, { game, left }) => sum + (game.slug === slug ? left : 0), 0);
}
