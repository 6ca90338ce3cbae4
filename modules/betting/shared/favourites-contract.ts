import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { feedId } from "#modules/odds/shared/contract.ts";
import { favouritesFull } from "./errors.ts";

export const favouriteKinds = ["event", "team", "league"] as const;
export type FavouriteKind = (typeof favouriteKinds)[number];

/** The most favourites of each kind. */
export const mostFavourites = 50;

const idsField = z
  .array(z.string("id_invalid").check(z.regex(feedId, "id_invalid")))
  .check(z.maxLength(mostFavourites, "too_many"));

const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** The caller's favourites with the ids of the odds provider, marked last first. */
const favouritesView = z.object({ events: named, teams: named, leagues: named });
export type BettingFavourites = z.output<typeof favouritesView>;

const own = { path: "/api/v1/betting/favourites", module: "betting", caller: "player", moves: "nothing" } as const;

export const getBettingFavourites = route({
  ...own,
  method: "GET",
  summary: "The events, teams and leagues that the caller follows",
  output: dataOf(favouritesView),
});

export const mergeBettingFavourites = route({
  ...own,
  method: "POST",
  summary:
    "Adds what was marked on a device before its user signed in; unknown ids are omitted, and so is everything above fifty of a kind",
  body: z.object({ events: idsField, teams: idsField, leagues: idsField }),
  output: dataOf(favouritesView),
});

export const markBettingFavourite = route({
  ...own,
  method: "PUT",
  path: "/api/v1/betting/favourites/:kind/:id",
  summary: "Follows or unfollows an event, a team or a league; 404 for an unknown one",
  params: z.object({
    kind: z.enum(favouriteKinds, "kind_invalid"),
    id: z.string("id_invalid").check(z.regex(feedId, "id_invalid")),
  }),
  body: z.object({ favourite: z.boolean("favourite_invalid") }),
  output: dataOf(favouritesView),
  errors: [favouritesFull],
});
