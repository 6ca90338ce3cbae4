import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, plainText } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { looks, player } from "#modules/operators/office/fields.ts";
import { maskedEmail, maskedPhone } from "#modules/operators/shared/masked.ts";

const money = { amount: moneyField, currency: currencyField };

/** What the palette finds. Each kind needs the permission of the page that it opens. */
export const searchOffice = route({
  ...looks("operations"),
  path: "/api/office/search",
  permission: "self",
  summary:
    "Players by a part of the name, or by the whole email address, phone number or id; bets, slips, shared rounds, deposits and withdrawals by id: of what the caller may read",
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
    }),
  ),
});
