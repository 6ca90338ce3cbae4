import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { policyChanged, previewExpired } from "./errors.ts";
import { keyPattern, longestKey, slots } from "./kinds.ts";

export const keyField = z
  .string("key_invalid")
  .check(z.maxLength(longestKey, "key_invalid"), z.regex(keyPattern, "key_invalid"));

const languageField = z.optional(z.enum(locales as [Locale, ...Locale[]], "language_invalid"));
/** The code of a preview link. */
const previewField = z.optional(z.string("preview_invalid").check(z.maxLength(80, "preview_invalid")));

const shown = z.object({
  version: z.int(),
  /** Null: not published yet, a preview. */
  published_at: z.nullable(timeField),
  /** The language of the text: that asked for, or English if there is none. */
  language: z.enum(locales as [Locale, ...Locale[]]),
  /** The languages this version has. */
  languages: z.array(z.enum(locales as [Locale, ...Locale[]])),
  /** SHA-256 over the texts of all languages, hexadecimal. */
  hash: z.string(),
  /** Markdown: see `markdown.ts`. */
  text: z.string(),
});
export type ShownDocument = z.output<typeof shown>;

const reads = { method: "GET", module: "content", caller: "anyone", moves: "nothing" } as const;
const query = z.object({ language: languageField, preview: previewField });

export const getPolicy = route({
  ...reads,
  path: "/api/v1/policies/:key",
  summary: "A policy, in a language",
  params: z.object({ key: keyField }),
  query,
  output: dataOf(shown),
  errors: [previewExpired],
});

export const getFaq = route({
  ...reads,
  path: "/api/v1/faq",
  summary: "Questions and answers, by topic",
  query,
  output: dataOf(shown),
  errors: [previewExpired],
});

export const getPromo = route({
  ...reads,
  path: "/api/v1/promo-pages/:key",
  summary: "A promo page",
  params: z.object({ key: keyField }),
  query,
  output: dataOf(shown),
  errors: [previewExpired],
});

export const getBanners = route({
  ...reads,
  path: "/api/v1/banners",
  summary: "The banners of a page for the caller, the most important first",
  query: z.object({
    slot: z.enum(slots, "slot_invalid"),
    language: languageField,
    /** With `preview`: the banner that the link shows. */
    key: z.optional(keyField),
    preview: previewField,
  }),
  output: dataOf(z.array(z.extend(shown, { key: z.string() }))),
  errors: [previewExpired],
});
export type ShownBanner = z.output<typeof getBanners.output>["data"][number];

const owns = { module: "content", caller: "player", moves: "nothing" } as const;

export const getUnaccepted = route({
  ...owns,
  method: "GET",
  path: "/api/v1/policy-acceptances",
  summary: "The policies that the caller accepts before their next stake or deposit, whole; empty for none",
  query: z.object({ language: languageField }),
  output: dataOf(z.array(z.extend(shown, { key: z.string() }))),
});
export type UnacceptedPolicy = z.output<typeof getUnaccepted.output>["data"][number];

export const acceptPolicy = route({
  ...owns,
  method: "POST",
  path: "/api/v1/policy-acceptances",
  summary: "Accepts the version of a policy that is shown now",
  body: z.object({
    key: keyField,
    version: z.int("version_invalid").check(z.gte(1, "version_invalid"), z.lte(999_999_999, "version_invalid")),
    hash: z.string("hash_invalid").check(z.regex(/^[0-9a-f]{64}$/, "hash_invalid")),
    language: z.enum(locales as [Locale, ...Locale[]], "language_invalid"),
  }),
  status: 204,
  errors: [policyChanged],
});
