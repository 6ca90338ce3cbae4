import * as z from "zod/mini";
import { currencyField, dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { markTones, tablePhases } from "#modules/providers/shared/provider-calls.ts";
import { gameNotAvailable, noDemo, providerNotConnected } from "./errors.ts";
import { badges, categories, gameKinds, refusals, sorts, symbolRoles } from "./facts.ts";

export type { GameKind } from "./facts.ts";

const artView = z.object({
  tile: z.optional(z.string()),
  scene: z.optional(z.string()),
  logo: z.optional(z.string()),
});

/** Major units. */
const stakeRange = z.object({ currency: currencyField, min: z.string(), max: z.string() });

const gameView = z.object({
  id: uuidField,
  kind: z.enum(gameKinds),
  slug: z.string(),
  /** In the caller's language. */
  title: z.string(),
  provider: z.object({ id: z.string(), title: z.string() }),
  /** Percent, two decimals: "96.20". What the provider states; null where it states nothing. */
  rtp: z.nullable(z.string()),
  /** 1 to 5. */
  volatility: z.nullable(z.number()),
  /** Multiples of the stake. */
  max_win: z.nullable(z.number()),
  has_demo: z.boolean(),
  has_phone: z.boolean(),
  badge: z.nullable(z.enum(badges)),
  /** Paths on the site, by what they show. */
  art: artView,
  /** In the caller's currency; null where the provider states none. */
  stakes: z.nullable(stakeRange),
  /** Whether it can be opened here and now. */
  is_connected: z.boolean(),
  /** Under maintenance until then; null where no end is known. Absent otherwise. */
  maintenance: z.optional(z.object({ until: z.nullable(timeField) })),
});

/** In the caller's language, as the provider states it. Pictures are paths on the site. */
const rulesView = z.object({
  features: z.array(z.object({ title: z.string(), text: z.string(), picture: z.nullable(z.string()) })),
  /** Null for a game without symbols. */
  paytable: z.nullable(
    z.object({
      /** Whether so many alike pay, or so many and more. */
      counts: z.enum(["exact", "at_least"]),
      symbols: z.array(
        z.object({
          title: z.string(),
          role: z.enum(symbolRoles),
          picture: z.nullable(z.string()),
          /** Multiples of the bet, the longest run first. */
          pays: z.array(z.object({ count: z.number(), multiple: z.string() })),
        }),
      ),
    }),
  ),
  /** Where the provider shows the game's PAR sheet. */
  par: z.nullable(z.string()),
});

const detailsView = z.extend(gameView, {
  modes: z.array(z.object({ mode: z.string(), rtp: z.string(), buy: z.nullable(z.string()) })),
  /** Percent. */
  hit_rate: z.nullable(z.string()),
  /** The mean number of rounds between two of them. */
  max_win_odds: z.nullable(z.number()),
  lines: z.nullable(z.number()),
  ways: z.nullable(z.number()),
  tags: z.array(z.string()),
  has_jackpot: z.boolean(),
  /** What its jackpot holds now, in the caller's currency and major units; null where it has none. */
  pot: z.nullable(z.object({ currency: currencyField, amount: z.string() })),
  /** SHA-256 of the file that verifies its rounds; null where they cannot be proven. */
  maths: z.nullable(z.string()),
  /** Null where the provider states none. */
  rules: z.nullable(rulesView),
  added_at: timeField,
  /** Why the caller cannot open it; null where they can. */
  unavailable: z.nullable(z.object({ reason: z.enum(refusals), until: z.nullable(timeField) })),
  similar: z.array(gameView),
});

/** One that does not exist is like a game that does not exist. */
const kindField = z.string().check(z.maxLength(20), z.regex(plainText));
const slugField = z.string().check(z.maxLength(80), z.regex(plainText));
const params = z.object({ kind: kindField, slug: slugField });
const opened = dataOf(z.object({ url: z.string() }));
const word = (key: string) => z.string(key).check(z.maxLength(40, key), z.regex(/^[a-z][a-z0-9-]*$/, key));

const counted = z.array(z.object({ value: z.string(), count: z.number() }));
const facetsView = z.object({
  total: z.number(),
  new: z.number(),
  categories: counted,
  providers: z.array(z.object({ id: z.string(), title: z.string(), count: z.number() })),
  tags: counted,
  volatilities: counted,
});

export const listCatalogue = route({
  method: "GET",
  path: "/api/v1/catalogue/:kind",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Slots or live tables that are offered where the caller is, sixty at a time; `search` looks into titles and names of providers",
  params: z.object({ kind: kindField }),
  query: z.object({
    search: z.optional(
      z.string("search_invalid").check(z.maxLength(80, "search_invalid"), z.regex(plainText, "search_invalid")),
    ),
    provider: z.optional(word("provider_invalid")),
    category: z.optional(z.enum(categories, "category_invalid")),
    tag: z.optional(word("tag_invalid")),
    volatility: z.optional(z.string("volatility_invalid").check(z.regex(/^[1-5]$/, "volatility_invalid"))),
    /** Percent: "96" or "96.5". */
    rtp_min: z.optional(z.string("rtp_invalid").check(z.regex(/^[0-9]{1,2}(\.[0-9]{1,2})?$/, "rtp_invalid"))),
    /** Added in the last 30 days. */
    new: z.optional(z.enum(["1"], "new_invalid")),
    sort: z.optional(z.enum(sorts, "sort_invalid")),
    cursor: z.optional(uuidField),
  }),
  output: dataOf(
    z.object({
      items: z.array(gameView),
      /** Providers that have a game of this kind. */
      providers: z.array(z.object({ id: z.string(), title: z.string() })),
      /** Counts over what the search found, whatever else is filtered; null after the first part. */
      facets: z.nullable(facetsView),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const listLiveTables = route({
  method: "GET",
  path: "/api/v1/live-tables",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  summary: "The current state of live tables of connected providers; providers that do not respond are omitted",
  output: dataOf(
    z.object({
      tables: z.array(
        z.object({
          provider: z.string(),
          slug: z.string(),
          phase: z.enum(tablePhases),
          /** Milliseconds until bets close; null while they are closed. */
          closes_in_ms: z.nullable(z.number()),
          players: z.number(),
          /** The newest first, in the caller's language. */
          results: z.array(z.object({ text: z.string(), tone: z.enum(markTones) })),
        }),
      ),
    }),
  ),
});

export const getCatalogueGame = route({
  method: "GET",
  path: "/api/v1/catalogue/:kind/:slug",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  summary: "One slot or live table; 404 for one that is hidden or does not exist",
  params,
  output: dataOf(detailsView),
});

export const openDemo = route({
  method: "POST",
  path: "/api/v1/catalogue/:kind/:slug/demo",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  opensPlay: true,
  summary: "The address at which the provider shows the game in demo play, for a frame",
  params,
  output: opened,
  errors: [noDemo, gameNotAvailable, providerNotConnected],
  rate: { burst: 30, perMinute: 30 },
});

export const openPlay = route({
  method: "POST",
  path: "/api/v1/catalogue/:kind/:slug/play",
  module: "catalogue",
  caller: "player",
  moves: "nothing",
  opensPlay: true,
  summary: "The address at which the provider shows the game to this player, for a frame",
  params,
  output: opened,
  errors: [gameNotAvailable, providerNotConnected],
  rate: { burst: 30, perMinute: 30 },
});

const own = { module: "catalogue", caller: "player", moves: "nothing", path: "/api/v1/me/games" } as const;
const ownGames = dataOf(z.object({ favourites: z.array(gameView), recent: z.array(gameView) }));
const named = z
  .array(
    z.object({ kind: z.enum(gameKinds, "kind_invalid"), slug: z.string("slug_invalid").check(z.maxLength(80)) }),
    "games_invalid",
  )
  .check(z.maxLength(100, "games_invalid"));

export const getOwnGames = route({
  ...own,
  method: "GET",
  summary: "The slots and live tables that the caller has marked and played last, newest first",
  output: ownGames,
});

export const mergeOwnGames = route({
  ...own,
  method: "POST",
  summary: "Adds what was marked and played on a device before its user signed in; unknown games are omitted",
  body: z.object({ favourites: named, recent: named }),
  output: ownGames,
});

export const markGame = route({
  ...own,
  method: "PUT",
  path: "/api/v1/me/games/:kind/:slug",
  summary: "Adds a slot or live table to the favorites, or removes it",
  params,
  body: z.object({ favourite: z.boolean("favourite_invalid") }),
  status: 204,
});

export type CatalogueGame = z.output<typeof gameView>;
export type LiveTable = z.output<typeof listLiveTables.output>["data"]["tables"][number];
export type CatalogueRules = z.output<typeof rulesView>;
export type CatalogueDetails = z.output<typeof detailsView>;
export type Catalogue = z.output<typeof listCatalogue.output>["data"];
export type CatalogueFacets = z.output<typeof facetsView>;
export type CatalogueQuery = z.input<typeof listCatalogue.query>;
export type OwnGames = z.output<typeof getOwnGames.output>["data"];
