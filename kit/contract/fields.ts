import * as z from "zod/mini";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { amountPattern, isWithinCeiling } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";

/**
 * Fields shared by many calls. The message of a check is the key that a client translates
 * (`validation.{key}`), never a sentence.
 */

/** Money in a request: major units, at most two decimals, up to 999999999.99, as a string. */
export const amountField = decimalField(amountPattern);
/** An amount as in `amountField`, or the literal `all`: the whole balance. */
export const amountOrAllField = decimalField(/^(all|(0|[1-9][0-9]*)(\.[0-9]{1,2})?)$/);
/** An amount other than zero that may be negative. */
export const signedAmountField = decimalField(/^(?=.*[1-9])-?(0|[1-9][0-9]*)(\.[0-9]{1,2})?$/);
/** Money in a response: major units with as many decimals as it has. */
export const moneyField = z.string();
export const currencyField = z.enum(currencyCodes as [string, ...string[]], "currency_invalid");
export const uuidField = z
  .string("id_invalid")
  .check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, "id_invalid"));
/** Time in a response: ISO 8601, UTC. */
export const timeField = z.string();
export const emailField = z
  .string("email_invalid")
  .check(
    z.maxLength(254, "email_invalid"),
    z.regex(/^[^\s@"<>()\p{C}]{1,64}@[^\s@"<>()\p{C}]+\.[^\s@"<>().\p{C}]{2,63}$/u, "email_invalid"),
  );
export const passwordField = z
  .string("password_invalid")
  .check(z.minLength(8, "password_too_short"), z.maxLength(128, "password_too_long"));
/** Text without control characters and lone surrogates: safe for the database and the log. */
export const plainText = /^[^\p{Cc}\p{Cs}]*$/u;
/** An opaque cursor in a list, from an earlier response. */
export const cursorField = z.optional(z.string("cursor_invalid").check(z.maxLength(200, "cursor_invalid")));

/** ISO 8601 with a time zone: an instant. */
export const instantField = z
  .string("time_invalid")
  .check(
    z.refine(
      text =>
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
        !Number.isNaN(Date.parse(text)),
      "time_invalid",
    ),
  );
/** A list filter: from an instant (inclusive) to another (exclusive). */
export const spanFields = { from: z.optional(instantField), to: z.optional(instantField) } as const;

/** A name in every language of the site. */
export const namesField = z.object(
  Object.fromEntries(locales.map(locale => [locale, z.string()])) as Record<Locale, z.ZodMiniString<string>>,
);

/** `{data: ...}`, the shape of nearly every successful response. */
export function dataOf<T extends z.ZodMiniType>(schema: T) {
  return z.object({ data: schema });
}

/** Two checks, of which at most one fails: the shape, then the size. */
function decimalField(pattern: RegExp) {
  return z.string("amount_invalid").check(
    z.regex(pattern, "amount_invalid"),
    z.refine(text => !pattern.test(text) || isWithinCeiling(text.replace(/^-/, "")), "amount_too_large"),
  );
}
