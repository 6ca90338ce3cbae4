import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

export const bonusKinds = ["registration", "deposit", "promo", "cashback", "rakeback", "reload", "manual"] as const;
/** `waiting`: not begun; `active`: being wagered; then `wagered`, `expired` or `cancelled`. */
export const bonusStatuses = ["waiting", "active", "wagered", "expired", "cancelled"] as const;

export const bonusView = z.object({
  id: uuidField,
  /** In the caller's language. */
  name: z.string(),
  kind: z.enum(bonusKinds),
  /** KZ or RU; null for all regions. */
  region: z.nullable(z.string()),
  status: z.enum(bonusStatuses),
  currency: currencyField,
  /** Of a deposit, in percent; null for a fixed amount. */
  percent: z.nullable(z.number()),
  /** Bonus money; for a percentage that waits for its deposit, the maximum. */
  amount: moneyField,
  wagered: moneyField,
  wager_target: moneyField,
  /** Seconds until it expires; null for never. */
  expires_in: z.nullable(z.number()),
});

export const getWaitingBonus = route({
  method: "GET",
  path: "/bonus-system/bonus-activation/waiting-reg-and-dep",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary: "The caller's registration or deposit bonus that waits to be activated, or null",
  output: dataOf(z.nullable(bonusView)),
});

export const getBonus = route({
  method: "GET",
  path: "/bonus-system/bonus/:id",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary: "One bonus of the caller",
  params: z.object({ id: uuidField }),
  output: dataOf(bonusView),
});

export const listBonuses = route({
  method: "GET",
  path: "/api/v1/bonuses",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary: "The caller's bonuses: the active one, the waiting ones, then the last twenty that ended",
  output: dataOf(z.array(bonusView)),
});

export type BonusView = z.output<typeof bonusView>;
