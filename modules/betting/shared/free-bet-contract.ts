import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

const freeBet = z.object({
  id: uuidField,
  /** Staked as a whole; a win pays the return less this. */
  amount: moneyField,
  currency: currencyField,
  expires_at: timeField,
});
export type FreeBetView = z.output<typeof freeBet>;

export const listFreeBets = route({
  method: "GET",
  path: "/api/v1/betting/free-bets",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary: "The free bets that the caller can stake now, by expiry, earliest first",
  output: dataOf(z.array(freeBet)),
});
