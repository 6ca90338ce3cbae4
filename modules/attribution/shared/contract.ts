import * as z from "zod/mini";
import { notFound } from "#kit/contract/errors.ts";
import { dataOf, plainText, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** Text from a link: opaque, meaningful to partners only, and short. */
const foreignText = (key: string) =>
  z.string(key).check(z.minLength(1, key), z.maxLength(200, key), z.regex(plainText, key));
const optionalText = (key: string) => z.optional(foreignText(key));
const rate = { burst: 60, perMinute: 60 };

/** The four parameters of an advertisement; all are required. */
export const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term"] as const;

const promoShort = z.object({ type: z.string(), value: z.string() });

export const attributeUtm = route({
  method: "POST",
  path: "/middleware/utm",
  module: "attribution",
  caller: "anyone",
  moves: "nothing",
  summary: "Stores a visit from an advertisement, with the whole query of the page",
  body: z.looseObject({
    utm_source: foreignText("utm_invalid"),
    utm_medium: foreignText("utm_invalid"),
    utm_campaign: foreignText("utm_invalid"),
    utm_term: foreignText("utm_invalid"),
  }),
  output: z.object({ advId: uuidField, promo: z.optional(promoShort) }),
  rate,
});

export const attachSource = route({
  method: "POST",
  path: "/attachSource",
  module: "attribution",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Adds the site's stored source to the advertisement's visit and, for a day after registration, to the player; existing values are not replaced",
  body: z.object({
    stag: optionalText("source_invalid"),
    promo: optionalText("source_invalid"),
    partnerId: optionalText("source_invalid"),
    advId: z.optional(uuidField),
    advertiseUid: optionalText("source_invalid"),
    advertiseSource: optionalText("source_invalid"),
    cpaOneUid: optionalText("source_invalid"),
    prHash: optionalText("source_invalid"),
  }),
  status: 204,
  rate,
});

export const registerPageOpen = route({
  method: "POST",
  path: "/middleware/registerPageOpenEvent",
  module: "attribution",
  caller: "anyone",
  moves: "nothing",
  summary: "Records that a page was opened by a link with `subH`",
  body: z.object({
    subH: foreignText("sub_h_invalid"),
    /** The browser's fingerprint. */
    uuid: foreignText("fingerprint_invalid"),
    click_url: z
      .string("url_invalid")
      .check(z.maxLength(3000, "url_invalid"), z.regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/u, "url_invalid")),
  }),
  status: 204,
  rate,
});

export const findAffiliate = route({
  method: "POST",
  path: "/middleware/affiliate",
  module: "attribution",
  caller: "anyone",
  moves: "nothing",
  summary: "The partner of a link, or null if unknown",
  body: z.object({
    host: foreignText("host_invalid"),
    user_agent: z
      .string("user_agent_invalid")
      .check(z.maxLength(1000, "user_agent_invalid"), z.regex(plainText, "user_agent_invalid")),
    stag: optionalText("source_invalid"),
    partner: optionalText("source_invalid"),
    adplace: optionalText("source_invalid"),
  }),
  output: dataOf(z.object({ partner_id: z.nullable(z.string()) })),
  rate,
});

export const getPromo = route({
  method: "GET",
  path: "/api/v1/promos/:code",
  module: "attribution",
  caller: "anyone",
  moves: "nothing",
  summary: "The value of a promo code, while it is valid",
  params: z.object({ code: z.string().check(z.maxLength(64), z.regex(plainText)) }),
  output: dataOf(
    z.object({
      ...promoShort.shape,
      /** Seconds until it ends; null for never. */
      expires_in: z.nullable(z.number()),
    }),
  ),
  errors: [notFound],
  rate,
});

const eventValue = z.union(
  [z.string().check(z.maxLength(500), z.regex(plainText)), z.number(), z.boolean(), z.null()],
  "data_invalid",
);

export const trackEvent = route({
  method: "PUT",
  path: "/api/v2/tracking/events",
  module: "attribution",
  caller: "anyone",
  moves: "nothing",
  summary: "Records an event on a page: first-party analytics only",
  body: z.object({
    name: z.string("name_invalid").check(z.regex(/^[a-z][A-Za-z0-9]{3,59}$/, "name_invalid")),
    data: z
      .record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, "data_invalid")), eventValue, "data_invalid")
      .check(z.refine(data => Object.keys(data).length <= 20, "data_invalid")),
  }),
  status: 204,
  rate,
});
