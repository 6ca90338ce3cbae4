import * as z from "zod/mini";
import { currencyField, dataOf, instantField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { gameField } from "#modules/providers/shared/wire.ts";
import { manifestInvalid, providerUnknown } from "../shared/errors.ts";
import { badges, categories, gameKinds, stateReasons, states } from "../shared/facts.ts";

const amount = z.string("amount_invalid").check(z.regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/, "amount_invalid"));
const country = z.string("country_invalid").check(z.regex(/^[A-Z]{2}$/, "country_invalid"));
const countries = z.array(country, "countries_invalid").check(z.maxLength(250, "countries_invalid"));
export const limits = z.partialRecord(currencyField, z.object({ min: amount, max: amount }));

const providerField = z.string("provider_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, "provider_invalid"));

const game = z.object({
  id: uuidField,
  kind: z.enum(gameKinds),
  slug: z.string(),
  title: z.string(),
  provider: z.object({ id: z.string(), title: z.string() }),
  is_connected: z.boolean(),
  rtp: z.nullable(z.string()),
  state: z.enum(states),
  state_reason: z.nullable(z.enum(stateReasons)),
  maintenance_until: z.nullable(timeField),
  rank: z.nullable(z.number()),
  badge: z.nullable(z.enum(badges)),
  categories: z.array(z.enum(categories)),
  countries: z.nullable(z.array(z.string())),
  blocked_countries: z.array(z.string()),
  currencies: z.nullable(z.array(z.string())),
  limits: z.record(z.string(), z.object({ min: z.string(), max: z.string() })),
  players_7d: z.number(),
});

export const readGames = route({
  ...officeRead("catalogue"),
  path: "/api/office/catalogue",
  reads: ["catalogue", "providers"],
  permission: "games.read",
  summary: "Slots and live tables in every state, two hundred at a time, and the connected providers",
  query: z.object({
    search: z.optional(
      z.string("search_invalid").check(z.maxLength(80, "search_invalid"), z.regex(plainText, "search_invalid")),
    ),
    state: z.optional(z.enum(states, "state_invalid")),
  }),
  output: dataOf(
    z.object({ games: z.array(game), providers: z.array(z.object({ id: z.string(), title: z.string() })) }),
  ),
});

export const readGame = route({
  ...officeRead("catalogue"),
  path: "/api/office/catalogue/providers/:provider/games/:slug",
  reads: ["catalogue", "providers"],
  permission: "games.read",
  summary: "One slot or live table of a provider as it is offered",
  params: z.object({ provider: providerField, slug: gameField }),
  output: dataOf(game),
});

export const changeGame = route({
  ...officeChange("catalogue"),
  method: "PUT",
  path: "/api/office/catalogue/:id",
  permission: "games.write",
  summary: "Changes how a game is offered: given fields are replaced, omitted ones are kept",
  params: idParams,
  body: z.object({
    state: z.optional(z.enum(states, "state_invalid")),
    /** Needed with `disabled`. */
    state_reason: z.optional(z.enum(stateReasons, "state_reason_invalid")),
    /** When `maintenance` ends; without it there is no known end. */
    maintenance_until: z.optional(z.nullable(instantField)),
    rank: z.optional(z.nullable(z.int("rank_invalid").check(z.gte(1, "rank_invalid"), z.lte(9999, "rank_invalid")))),
    badge: z.optional(z.nullable(z.enum(badges, "badge_invalid"))),
    categories: z.optional(z.array(z.enum(categories, "category_invalid"))),
    /** Null: everywhere. */
    countries: z.optional(z.nullable(countries)),
    blocked_countries: z.optional(countries),
    /** Null: every currency that has stakes. */
    currencies: z.optional(z.nullable(z.array(currencyField))),
    reason: reasonField,
  }),
  status: 204,
});

export const setGameLimits = route({
  ...officeChange("catalogue"),
  method: "PUT",
  path: "/api/office/catalogue/:id/limits",
  stepUp: true,
  permission: "games.limits",
  summary: "Lowers the stake limits of a game; allowing more takes another operator's approval (202)",
  params: idParams,
  body: z.object({ limits, reason: reasonField }),
  orAccepted: true,
  /** `request`: what another operator approves; null if the limits are set. */
  output: dataOf(z.object({ request: z.nullable(uuidField) })),
});

export const importProviderGames = route({
  ...officeChange("catalogue"),
  method: "POST",
  path: "/api/office/catalogue/providers/:provider/import",
  permission: "games.write",
  summary:
    "Reads a provider's manifest into the catalogue; games that are new here are hidden until an operator lists them",
  params: z.object({ provider: providerField }),
  body: z.object({ reason: reasonField }),
  output: dataOf(
    z.object({
      added: z.array(z.string()),
      changed: z.array(z.string()),
      gone: z.array(z.string()),
      rejected: z.array(z.string()),
    }),
  ),
  errors: [providerUnknown, manifestInvalid],
});

export type OfficeGame = z.output<typeof game>;
