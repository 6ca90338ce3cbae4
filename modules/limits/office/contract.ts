import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { limitKinds } from "#modules/limits/shared/daily-limits.ts";
import { limitLooser, limitNotLooser } from "#modules/limits/shared/errors.ts";
import { limitCauses, mostMinutes, operatorLimitKinds, timeKinds } from "#modules/limits/shared/operator-limits.ts";
import { idParams, officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const holds = z.object({
  /** Nothing is offered or granted to the player while there is one. */
  holds: z.array(z.object({ source: z.enum(["operator", "harm"]), since: timeField })),
});

export const readOfferHolds = route({
  ...officeRead("limits"),
  method: "GET",
  path: "/api/office/players/:id/offers",
  permission: "players.read",
  summary: "Whether offers to a player are blocked, and by whom",
  params: idParams,
  output: dataOf(holds),
});

export const setOfferHold = route({
  ...officeChange("limits"),
  method: "POST",
  path: "/api/office/players/:id/offers",
  permission: "players.offers",
  summary: "Blocks offers to a player from the commit on, or removes an operator's block",
  params: idParams,
  body: z.object({ held: z.boolean(), reason: reasonField }),
  output: dataOf(holds),
});

const operatorLimit = z.object({
  kind: z.enum(operatorLimitKinds),
  /** Amount of a daily limit; null for play time. */
  amount: z.nullable(moneyField),
  currency: z.nullable(currencyField),
  /** Minutes of a limit of play time; null for money. */
  minutes: z.nullable(z.int()),
  /** What the player is shown. */
  cause: z.enum(limitCauses),
  since: timeField,
  by: z.string(),
  reason: z.string(),
});
export type OperatorLimitView = z.output<typeof operatorLimit>;

const operatorLimits = dataOf(z.object({ limits: z.array(operatorLimit) }));

/** Sums of a day or minutes of play time, as their kind has it. */
const limitField = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.enum(limitKinds), amount: amountField, currency: currencyField }),
    z.object({
      kind: z.enum(timeKinds),
      minutes: z.int("minutes_invalid").check(z.gte(1, "minutes_invalid"), z.lte(mostMinutes, "minutes_invalid")),
    }),
  ],
  "kind_invalid",
);
export type OperatorLimitField = z.output<typeof limitField>;

export const readOperatorLimits = route({
  ...officeRead("limits"),
  path: "/api/office/players/:id/limits",
  permission: "players.read",
  summary: "The limits that operators set on a player's account; the player's own are beside them",
  params: idParams,
  output: operatorLimits,
});

export const setOperatorLimit = route({
  ...officeChange("limits"),
  method: "PUT",
  path: "/api/office/players/:id/limits",
  permission: "players.limits",
  summary:
    "Sets a limit on a player's account or makes it tighter, from the commit on; the tighter one of it and the player's own holds",
  params: idParams,
  body: z.object({ limit: limitField, cause: z.enum(limitCauses, "cause_invalid"), reason: reasonField }),
  output: operatorLimits,
  errors: [limitLooser],
});

export const loosenOperatorLimit = route({
  ...officeChange("limits"),
  method: "POST",
  path: "/api/office/players/:id/limits/loosen",
  permission: "players.limits.loosen",
  stepUp: true,
  summary:
    "Requests that an operator's limit becomes looser or is removed: another operator approves. A player's own limit is never loosened",
  params: idParams,
  body: z.object({
    kind: z.enum(operatorLimitKinds, "kind_invalid"),
    /** A limit of the kind above; null removes the limit. */
    limit: z.nullable(limitField),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [limitNotLooser],
});
