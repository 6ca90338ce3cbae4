import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { contentConflict, contentInvalid } from "#modules/content/shared/errors.ts";
import { textFaults } from "#modules/content/shared/text-faults.ts";
import { longestSiteText, textKey } from "#modules/content/shared/text-list.ts";
import { officeChange, officeRead, paged } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const languageField = z.enum(locales as [Locale, ...Locale[]], "language_invalid");
/** Texts of one line, without control characters and marks that turn the direction. */
const oneLine = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

const text = z.object({
  /** `accounts:login.title`. */
  key: z.string(),
  /** The text of this release; null for a changed text that it no longer has. */
  released: z.nullable(z.string()),
  /** The text in English, to translate from. */
  english: z.nullable(z.string()),
  /** In the words of an operator, as the newest version has it; null for that of the release. */
  own: z.nullable(z.string()),
  /** Why the changed text is to be read again. */
  fault: z.nullable(z.enum(textFaults)),
});
export type SiteTextView = z.output<typeof text>;

export const readSiteTexts = route({
  ...officeRead("content"),
  path: "/api/office/texts",
  permission: "content.read",
  summary: "Texts of the site by key, in a language, beside those of the release, as the newest version has them",
  query: z.object({
    language: z.optional(languageField),
    /** Part of a key or of a text. */
    q: z.optional(
      z.string("query_invalid").check(z.maxLength(100, "query_invalid"), z.regex(oneLine, "query_invalid")),
    ),
    /** `changed`: those that operators have changed; `faulty`: those of them that are to be read again. */
    which: z.optional(z.enum(["changed", "faulty"], "which_invalid")),
    ...paged,
  }),
  output: dataOf(
    z.object({
      items: z.array(text),
      next_cursor: z.nullable(z.string()),
      /** The newest version, which the next one is based on. */
      newest: z.int(),
      /** The version whose texts these are: the newest one unless it was withdrawn. */
      version: z.int(),
      live: z.int(),
      /** How many texts of this language it changes. */
      changed: z.int(),
    }),
  ),
});

export const changeSiteTexts = route({
  ...officeChange("content"),
  method: "POST",
  path: "/api/office/texts",
  permission: "content.write",
  summary: "Drafts the next version of the changed texts: some in other words, others as in the release again",
  maxBody: 256 * 1024,
  body: z.object({
    based_on: z.int("version_invalid").check(z.gte(1, "version_invalid"), z.lte(999_999_999, "version_invalid")),
    language: languageField,
    texts: z
      .array(
        z.object({
          key: z.string("key_invalid").check(z.regex(textKey, "key_invalid")),
          /** Null: the text of the release. */
          text: z.nullable(
            z
              .string("text_required")
              .check(
                z.minLength(1, "text_required"),
                z.maxLength(longestSiteText, "text_too_long"),
                z.regex(oneLine, "text_invalid"),
              ),
          ),
        }),
        "texts_invalid",
      )
      .check(z.minLength(1, "texts_invalid"), z.maxLength(100, "texts_invalid")),
    summary: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ version: z.int() })),
  errors: [contentInvalid, contentConflict],
});
