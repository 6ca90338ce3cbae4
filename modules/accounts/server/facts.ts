import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import { locales } from "#kit/i18n/locale.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };
import { countryAt } from "./country-store.ts";

/** What accounts know about players: every player has a row. */
export const accountFacts = {
  name: "accounts",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "currency", type: "choice", options: currencyCodes },
    { name: "country", type: "text" },
    { name: "language", type: "choice", options: locales },
    { name: "registered_by", type: "choice", options: ["email", "phone", "social"] },
    { name: "account_age_days", type: "number" },
    { name: "contact_confirmed", type: "flag" },
    { name: "account_closed", type: "flag", guards: true },
    { name: "account_locked", type: "flag", guards: true },
    { name: "test_account", type: "flag", guards: true },
  ],
  sql: ({ now, today }) => `
    SELECT id AS player_id, currency, ${countryAt("players.id", now)} AS country, locale AS language, register_method AS registered_by,
      ${today} - (registered_at AT TIME ZONE 'UTC')::date AS account_age_days,
      email_verified OR phone_verified AS contact_confirmed,
      closed_at IS NOT NULL AS account_closed, locked_at IS NOT NULL AS account_locked, is_test AS test_account
    FROM accounts.players WHERE registered_at <= ${now}`,
} as const satisfies FactSource;
