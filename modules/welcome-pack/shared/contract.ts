import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** One step: bonus money on a deposit, or free spins. Fields of the other kind are null. */
export const packStep = z.object({
  step: z.number(),
  kind: z.enum(["deposit_bonus", "free_spins"]),
  currency: currencyField,
  percent: z.nullable(z.number()),
  max_amount: z.nullable(moneyField),
  min_deposit: z.nullable(moneyField),
  /** The wagering multiple of the bonus. */
  wager: z.nullable(z.number()),
  spins: z.nullable(z.number()),
});

export const welcomePack = z.object({
  id: uuidField,
  /** In the caller's language. */
  publicTitle: z.string(),
  steps: z.array(packStep),
});

export const getWelcomePacks = route({
  method: "GET",
  path: "/api/v3/welcome-pack/get-welcome-packs-guest",
  module: "welcome-pack",
  caller: "anyone",
  moves: "nothing",
  summary: "The welcome packs that are offered in the caller's region, with their steps in order",
  output: dataOf(z.array(welcomePack)),
});

export type WelcomePack = z.output<typeof welcomePack>;
