import * as z from "zod/mini";
import { dataOf, plainText, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { noDemo, providerNotConnected } from "./errors.ts";

/** As in the URL: `/games/slots`, `/games/live-casino`. */
export const gameKinds = ["slots", "live-casino"] as const;
export const volatilities = ["low", "medium", "high"] as const;

const gameView = z.object({
  id: uuidField,
  kind: z.enum(gameKinds),
  slug: z.string(),
  title: z.string(),
  provider: z.object({ id: z.string(), title: z.string() }),
  /** Percent, two decimals: "96.20". As stated by the provider; null if not stated. */
  rtp: z.nullable(z.string()),
  volatility: z.nullable(z.enum(volatilities)),
  /** Multiples of the stake. */
  max_win: z.nullable(z.number()),
  has_demo: z.boolean(),
  /** Whether it can be opened now. */
  is_connected: z.boolean(),
});

/** An invalid one gets the same answer as an unknown game. */
const kindField = z.string().check(z.maxLength(20), z.regex(plainText));
const slugField = z.string().check(z.maxLength(80), z.regex(plainText));
const params = z.object({ kind: kindField, slug: slugField });
const opened = dataOf(z.object({ url: z.string() }));

export const listCatalogue = route({
  method: "GET",
  path: "/api/v1/catalogue/:kind",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  summary: "Slots or live tables by title, sixty at a time; `search` matches titles and provider names",
  params: z.object({ kind: kindField }),
  query: z.object({
    search: z.optional(
      z.string("search_invalid").check(z.maxLength(80, "search_invalid"), z.regex(plainText, "search_invalid")),
    ),
    provider: z.optional(
      z.string("provider_invalid").check(z.maxLength(40, "provider_invalid"), z.regex(plainText, "provider_invalid")),
    ),
    cursor: z.optional(uuidField),
  }),
  output: dataOf(
    z.object({
      items: z.array(gameView),
      /** Providers that have a game of this kind. */
      providers: z.array(z.object({ id: z.string(), title: z.string() })),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const getCatalogueGame = route({
  method: "GET",
  path: "/api/v1/catalogue/:kind/:slug",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  summary: "One slot or live table; 404 for one that is not listed",
  params,
  output: dataOf(gameView),
});

export const openDemo = route({
  method: "POST",
  path: "/api/v1/catalogue/:kind/:slug/demo",
  module: "catalogue",
  caller: "anyone",
  moves: "nothing",
  opensPlay: true,
  summary: "The provider's URL of the game in demo play, for a frame",
  params,
  output: opened,
  errors: [noDemo, providerNotConnected],
  rate: { burst: 30, perMinute: 30 },
});

export const openPlay = route({
  method: "POST",
  path: "/api/v1/catalogue/:kind/:slug/play",
  module: "catalogue",
  caller: "player",
  moves: "nothing",
  opensPlay: true,
  summary: "The provider's URL of the game for this player, for a frame",
  params,
  output: opened,
  errors: [providerNotConnected],
  rate: { burst: 30, perMinute: 30 },
});

export type GameKind = (typeof gameKinds)[number];
export type CatalogueGame = z.output<typeof gameView>;
export type Catalogue = z.output<typeof listCatalogue.output>["data"];
