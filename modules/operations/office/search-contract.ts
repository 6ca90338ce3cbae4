import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, plainText, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead, player } from "#modules/operators/office/fields.ts";
import { maskedEmail, maskedPhone } from "#modules/operators/shared/masked.ts";
import { roles } from "#modules/operators/shared/permissions.ts";

/** What a hash can belong to. `head`: of a chain of rounds; `commitment`: of a round between players. */
export const hashKinds = ["audit_entry", "closed_day", "server_seed", "link", "head", "commitment"] as const;

const money = { amount: moneyField, currency: currencyField };

/** What the palette finds. Each kind needs the permission of the page that it opens. */
export const searchOffice = route({
  ...officeRead("operations"),
  path: "/api/office/search",
  permission: "self",
  summary:
    "Players by a part of the name, or by the whole email address, phone number or id; bets, slips, shared rounds, deposits and withdrawals by id; operators and saved views by a part of the name; what a whole hash belongs to: of what the caller may read",
  query: z.object({
    query: z
      .string("query_invalid")
      .check(z.minLength(2, "query_invalid"), z.maxLength(100, "query_invalid"), z.regex(plainText, "query_invalid")),
  }),
  output: dataOf(
    z.object({
      players: z.array(z.extend(player, { email: z.nullable(maskedEmail), phone: z.nullable(maskedPhone) })),
      bets: z.array(z.object({ id: z.string(), game: z.string(), player, ...money })),
      slips: z.array(z.object({ id: z.string(), player, ...money })),
      rounds: z.array(z.object({ game: z.string(), number: z.string(), state: z.string() })),
      deposits: z.array(z.object({ id: z.string(), player, ...money })),
      payouts: z.array(z.object({ id: z.string(), player, ...money })),
      operators: z.array(z.object({ id: uuidField, name: z.string(), role: z.enum(roles) })),
      views: z.array(
        z.object({
          id: uuidField,
          name: z.string(),
          /** The page and its filters. */
          to: z.string(),
          /** Who saved it; null of the caller's own. */
          by: z.nullable(z.string()),
        }),
      ),
      hashes: z.array(
        z.object({
          kind: z.enum(hashKinds),
          /** Number of the entry, the closed day or the round. */
          number: z.nullable(z.string()),
          game: z.nullable(z.string()),
          player: z.nullable(player),
          /** The page that shows it. */
          to: z.string(),
        }),
      ),
    }),
  ),
});
