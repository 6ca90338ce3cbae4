import * as z from "zod/mini";
import { currencyField, dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

export const getRates = route({
  method: "GET",
  path: "/api/v1/rates",
  module: "rates",
  caller: "anyone",
  moves: "nothing",
  summary:
    "US dollars for one unit of each currency, for showing a balance in another one; exchanges use their own quotes",
  output: dataOf(
    z.object({
      /** When the prices were published. */
      at: timeField,
      prices: z.array(z.object({ currency: currencyField, usd: z.string() })),
    }),
  ),
});
