import * as z from "zod/mini";
import { dataOf, instantField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { keyField } from "#modules/content/shared/contract.ts";
import { contentConflict, contentInvalid, contentScheduled, contentState } from "#modules/content/shared/errors.ts";
import { audiences, kinds, longestText, mostCountries, slots } from "#modules/content/shared/kinds.ts";
import { messageView } from "#modules/messages/office/contract.ts";
import { officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const kindField = z.enum(kinds, "kind_invalid");
const named = z.object({ kind: kindField, key: keyField });
const numbered = z.extend(named, {
  version: z.string("version_invalid").check(z.regex(/^[1-9]\d{0,8}$/, "version_invalid")),
});

/** Lines of text without other control characters. */
const textLines = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|\n)*$/u;
const bodyField = z
  .string("text_required")
  .check(
    z.maxLength(longestText, "text_too_long"),
    z.regex(textLines, "text_invalid"),
    z.minLength(1, "text_required"),
  );
/** Every language of its kind; of the list of redirects, English alone. */
const bodies = z.partialRecord(z.enum(locales as [Locale, ...Locale[]], "language_invalid"), bodyField);
const placement = z.object({
  slot: z.enum(slots, "slot_invalid"),
  audience: z.enum(audiences, "audience_invalid"),
  priority: z.int("priority_invalid").check(z.gte(0, "priority_invalid"), z.lte(100, "priority_invalid")),
  countries: z.optional(
    z
      .array(z.string("country_invalid").check(z.regex(/^[A-Z]{2}$/, "country_invalid")))
      .check(z.minLength(1, "country_invalid"), z.maxLength(mostCountries, "country_invalid")),
  ),
  languages: z.optional(
    z
      .array(z.enum(locales as [Locale, ...Locale[]], "language_invalid"))
      .check(z.minLength(1, "language_invalid"), z.maxLength(locales.length, "language_invalid")),
  ),
});

const version = z.object({
  version: z.int(),
  state: z.enum(["draft", "scheduled", "published", "withdrawn"]),
  material: z.boolean(),
  summary: z.string(),
  author: z.string(),
  created_at: timeField,
  publish_at: z.nullable(timeField),
  published_at: z.nullable(timeField),
  released_by: z.nullable(z.string()),
  ends_at: z.nullable(timeField),
  hash: z.string(),
});
export type VersionView = z.output<typeof version>;

export const readContent = route({
  ...officeRead("content"),
  path: "/api/office/content",
  permission: "content.read",
  summary: "Texts of the site: what is shown of each, its newest version, and when the next one is published",
  output: dataOf(
    z.array(
      z.object({
        kind: kindField,
        key: z.string(),
        /** Title of the version that is shown, else of the newest one, in the caller's language. */
        title: z.string(),
        live: z.nullable(z.int()),
        live_since: z.nullable(timeField),
        newest: z.int(),
        publish_at: z.nullable(timeField),
      }),
    ),
  ),
});

const document = z.object({
  kind: kindField,
  key: z.string(),
  live: z.nullable(z.int()),
  /** The newest version of what is shown that players have to accept. */
  required: z.nullable(z.int()),
  live_since: z.nullable(timeField),
  versions: z.array(version),
  moves: z.array(
    z.object({
      number: z.int(),
      from: z.nullable(z.int()),
      to: z.nullable(z.int()),
      how: z.enum(["published", "scheduled", "rolled_back", "taken_down"]),
      by: z.string(),
      at: timeField,
    }),
  ),
});
export type DocumentView = z.output<typeof document>;

export const readDocument = route({
  ...officeRead("content"),
  path: "/api/office/content/:kind/:key",
  permission: "content.read",
  summary: "A text of the site: its versions, newest first, and what was shown when",
  params: named,
  output: dataOf(document),
});

export const readVersion = route({
  ...officeRead("content"),
  path: "/api/office/content/:kind/:key/versions/:version",
  permission: "content.read",
  summary: "A version's texts in every language, and addresses that show it on the site for 15 minutes",
  params: numbered,
  output: dataOf(
    z.extend(version, {
      bodies: z.partialRecord(z.enum(locales as [Locale, ...Locale[]]), z.string()),
      placement: z.nullable(placement),
      previews: z.array(z.object({ locale: z.enum(locales as [Locale, ...Locale[]]), url: z.string() })),
      /** A message as its recipient reads it, with example values; null for other documents. */
      message: z.nullable(z.partialRecord(z.enum(locales as [Locale, ...Locale[]]), messageView)),
    }),
  ),
});
export type VersionTexts = z.output<typeof readVersion.output>["data"];

export const draftContent = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/content/:kind/:key/versions",
  permission: "content.write",
  summary: "Drafts the next version of a text, or a new promo page or banner",
  params: named,
  maxBody: 512 * 1024,
  body: z.object({
    /** The newest version when the author began; 0 for a new document. */
    based_on: z.int("version_invalid").check(z.gte(0, "version_invalid")),
    bodies,
    placement: z.nullable(placement),
    ends_at: z.nullable(instantField),
    material: z.boolean("material_invalid"),
    /** What changes; it is in the audit log too. */
    summary: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ version: z.int() })),
  errors: [contentInvalid, contentConflict],
});

export const releaseContent = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/content/:kind/:key/versions/:version/release",
  permission: "content.publish",
  summary: "Publishes a draft, now or at a time, in all languages at once; a material version needs approval",
  params: numbered,
  body: z.object({ at: z.nullable(instantField), reason: reasonField }),
  output: dataOf(
    z.object({
      state: z.enum(["published", "scheduled", "asked"]),
      request: z.nullable(uuidField),
      expires_at: z.nullable(timeField),
    }),
  ),
  errors: [contentState, contentScheduled],
});

export const withdrawContent = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/content/:kind/:key/versions/:version/withdraw",
  permission: "content.write",
  summary: "Withdraws a draft or a scheduled version; its preview links end",
  params: numbered,
  body: withReason,
  status: 204,
  errors: [contentState],
});

export const testMessage = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/content/:kind/:key/versions/:version/test",
  permission: "content.write",
  summary: "Sends a version of a message to the caller's own address, with example values",
  params: numbered,
  body: z.object({ language: z.enum(locales as [Locale, ...Locale[]], "language_invalid") }),
  status: 204,
  errors: [contentState],
});

export const restoreContent = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/content/:kind/:key/versions/:version/restore",
  permission: "content.publish",
  summary: "Shows an earlier published version again",
  params: numbered,
  body: withReason,
  status: 204,
  errors: [contentState],
});

export const takeDownContent = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/content/:kind/:key/take-down",
  permission: "content.publish",
  summary: "Takes a promo page or a banner off the site",
  params: named,
  body: withReason,
  status: 204,
  errors: [contentState],
});
