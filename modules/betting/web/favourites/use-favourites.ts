import { useEffect, useMemo, useState } from "react";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { FavouriteName, Favourites } from "#modules/odds/web/favourite-star.tsx";
import {
  type BettingFavourites,
  getBettingFavourites,
  markBettingFavourite,
  mergeBettingFavourites,
} from "../../shared/favourites-contract.ts";
import {
  isFollowed,
  listOf,
  loadFavourites,
  noFavourites,
  saveFavourites,
  toggledFavourites,
} from "./device-favourites.ts";

export interface OwnFavourites extends Favourites {
  readonly favourites: BettingFavourites;
  /** False until they were read. */
  readonly isKnown: boolean;
}

const idsOf = (list: BettingFavourites["events"]) => list.map(({ id }) => id);

/** What is followed: by a guest on the device, by a player at the server, where the device's marks are added at login. */
export function useFavourites(): OwnFavourites {
  const player = useSession(state => state.user?.id ?? null);
  const { notifyError } = useErrorTexts("betting");
  const cache = useRouteCache();
  const [device, setDevice] = useState<BettingFavourites | null>(null);
  const { data, error } = useQuery(getBettingFavourites, {}, { enabled: player !== null });
  const { mutate: merge } = useMutation(mergeBettingFavourites, replaces(getBettingFavourites));
  const { mutate: mark } = useMutation(markBettingFavourite, replaces(getBettingFavourites));
  useEffect(() => {
    const stored = loadFavourites(localStorage);
    setDevice(stored);
    const { events, teams, leagues } = stored;
    if (player === null || events.length + teams.length + leagues.length === 0) return;
    // Without a response the marks stay on the device; the next page sends them again.
    merge({ body: { events: idsOf(events), teams: idsOf(teams), leagues: idsOf(leagues) } }).then(
      () => saveFavourites(localStorage, noFavourites),
      () => undefined,
    );
  }, [player, merge]);
  const favourites = (player === null ? device : data) ?? noFavourites;
  const isKnown = player === null ? device !== null : data !== undefined || error !== null;
  return useMemo(
    () => ({
      favourites,
      isKnown,
      has: (of: FavouriteName) => isFollowed(favourites, of),
      toggle(of: FavouriteName) {
        const next = toggledFavourites(favourites, of);
        if (player === null) {
          setDevice(next);
          saveFavourites(localStorage, next);
          return;
        }
        if (!isKnown) return;
        cache.set(getBettingFavourites, {}, next);
        const { kind, id } = of;
        const favourite = next[listOf[kind]].some(each => each.id === id);
        mark({ params: { kind, id }, body: { favourite } }).catch((problem: unknown) => {
          cache.set(getBettingFavourites, {}, favourites);
          notifyError(problem);
        });
      },
    }),
    [favourites, isKnown, player, cache, mark, notifyError],
  );
}
