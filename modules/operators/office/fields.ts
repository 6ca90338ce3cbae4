import * as z from "zod/mini";
import { cursorField, plainText, uuidField } from "#kit/contract/fields.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

/** What the office's calls share. */

export const idParams = z.object({ id: uuidField });
export const withReason = z.object({ reason: reasonField });
export const player = z.object({ id: uuidField, name: z.string(), test: z.boolean() });
/** Where a page of a list begins, and how many rows it has: at most 500. */
export const paged = {
  cursor: cursorField,
  limit: z.optional(z.string("limit_invalid").check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, "limit_invalid"))),
};
export const rowsOf = ({ limit }: { readonly limit?: string | undefined }) => Number(limit ?? 50);
export const optionalPlayer = z.object({ player: z.optional(uuidField) });

const isLine = (text: string, most: number) => plainText.test(text) && text.trim() !== "" && text.length <= most;

/** A name as operators give it: one line, not blank. */
export const nameField = (most: number) =>
  z.string("name_invalid").check(z.refine(text => isLine(text, most), "name_invalid"));

/** A name that players see, in every language of the site. */
export function namesInAll(most: number, code: "name_invalid" | "title_invalid" = "name_invalid") {
  const text = z.string(code);
  const texts = Object.fromEntries(locales.map(locale => [locale, text])) as Record<Locale, typeof text>;
  return z
    .object(texts, code)
    .check(z.refine(names => Object.values<string>(names).every(name => isLine(name, most)), { error: code }));
}

/** A read-only call of a module's office part. */
export const officeRead = <M extends string>(module: M) =>
  ({ module, caller: "operator", moves: "nothing", method: "GET" }) as const;
/** A call that changes something and moves no money. */
export const officeChange = <M extends string>(module: M) =>
  ({ module, caller: "operator", moves: "nothing" }) as const;
