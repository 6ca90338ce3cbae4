import * as z from "zod/mini";
import { amountField, dataOf, instantField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { endPattern } from "../shared/by-hand.ts";
import { readPrice } from "../shared/read-slip.ts";
import { errorUnproven, nothingToDecide, priceTooHigh, resultIncomplete } from "../shared/trading-errors.ts";
import { eventField, slipField, waitingRequest } from "./fields.ts";

const marketField = z.string("market_invalid").check(z.regex(/^[1-9][0-9]{0,17}$/, "market_invalid"));
const outcomeField = z.string("outcome_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,100}$/, "outcome_invalid"));
const priceField = z.string("price_invalid").check(
  z.maxLength(8, "price_invalid"),
  z.refine(text => readPrice(text) !== undefined, "price_invalid"),
);
/** A part of one with at most three decimals: "0.98". */
const shareField = (least: number, most: number, key: string) =>
  z
    .string(key)
    .check(z.refine(text => /^\d(\.\d{1,3})?$/.test(text) && Number(text) >= least && Number(text) <= most, key));

const scope = {
  level: z.enum(["producer", "event", "market"], "level_invalid"),
  id: z.string("id_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,64}$/, "id_invalid")),
};

/** What came of a decision: done, or requested from a second person. */
const decided = dataOf(z.object({ request: waitingRequest, expires_at: z.nullable(timeField) }));

export const holdBetting = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/holds",
  permission: "betting.write",
  summary: "Suspends or closes a producer, an event or a market: no bet is accepted after the response",
  body: z.object({
    level: scope.level,
    id: scope.id,
    hold: z.enum(["suspended", "closed"], "hold_invalid"),
    reason: reasonField,
  }),
  output: decided,
  errors: [nothingToDecide],
});

export const liftBettingHold = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/holds/lift",
  permission: "betting.write",
  summary: "Requests approval to reopen what operators suspended or closed",
  body: z.object({ level: scope.level, id: scope.id, reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const changeMarketTerms = route({
  ...officeChange("betting"),
  method: "PUT",
  path: "/api/office/betting/markets/:id/terms",
  permission: "betting.write",
  summary:
    "Sets our own prices, margin and limits of a market; what is omitted follows the provider and the rules. Anything that could pay more than before needs approval",
  params: z.object({ id: marketField }),
  body: z.object({
    prices: z.optional(
      z
        .array(
          z.object({
            outcome: outcomeField,
            /** `ceiling` only lowers the provider's price; `fixed` replaces it while it returns at most the stake on average. */
            kind: z.enum(["ceiling", "fixed"], "kind_invalid"),
            price: priceField,
            until: instantField,
          }),
        )
        .check(z.maxLength(100, "prices_invalid")),
    ),
    /** The provider's prices to this power, 0.5 to 1. */
    power: z.optional(shareField(0.5, 1, "power_invalid")),
    /** In dollars: of one slip, and of all of them on an outcome. */
    max_win: z.optional(amountField),
    cap: z.optional(amountField),
    reason: reasonField,
  }),
  output: decided,
  errors: [priceTooHigh],
});

export const changeLiveDelay = route({
  ...officeChange("betting"),
  method: "PUT",
  path: "/api/office/betting/events/:id/delay",
  permission: "betting.write",
  summary: "Sets the seconds added to the live delay of an event; a decrease needs approval",
  params: z.object({ id: eventField }),
  body: z.object({
    added_s: z.int("delay_invalid").check(z.gte(0, "delay_invalid"), z.lte(60, "delay_invalid")),
    reason: reasonField,
  }),
  output: decided,
});

export const settleMarket = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/markets/:id/settle",
  permission: "betting.write",
  summary: "Requests approval to settle or void a market manually, or to restore the provider's result",
  params: z.object({ id: marketField }),
  body: z.object({
    decision: z.enum(["settle", "void", "lift"], "decision_invalid"),
    /** How each outcome ends: won, lost, void, half_won, half_lost, tied_1_2. */
    ends: z.optional(z.record(outcomeField, z.string("end_invalid").check(z.regex(endPattern, "end_invalid")))),
    /** Bets that were accepted from then on are void. The provider's time if omitted. */
    decided_at: z.optional(instantField),
    reason: reasonField,
  }),
  output: decided,
  errors: [resultIncomplete, nothingToDecide],
});

export const voidPalpableError = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/markets/:id/palpable-error",
  permission: "betting.write",
  summary: "Requests approval to void every bet at a palpable error of price, won or lost",
  params: z.object({ id: marketField }),
  body: z.object({
    outcome: outcomeField,
    from: instantField,
    to: instantField,
    /** Bets at twice this price or more are void. Omitted: the outcome was mislabelled, every bet of the window is void. */
    fair_price: z.optional(priceField),
    reason: reasonField,
  }),
  output: decided,
  errors: [errorUnproven],
});

export const voidTradedSlip = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/slips/:id/void",
  permission: "betting.write",
  summary: "Requests approval to void a slip",
  params: z.object({ id: slipField }),
  body: z.object({ reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const waiveSlipDebt = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/slips/:id/waive-debt",
  permission: "betting.write",
  summary: "Requests approval to waive what a player still owes for the corrections of a slip",
  params: z.object({ id: slipField }),
  body: z.object({ reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const decideCorrection = route({
  ...officeChange("betting"),
  method: "POST",
  path: "/api/office/betting/corrections/:id/decide",
  permission: "betting.write",
  summary: "Requests approval to make a waiting correction or to leave the slip unchanged",
  params: idParams,
  body: z.object({ decision: z.enum(["apply", "keep"], "decision_invalid"), reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const changePlayerFactor = route({
  ...officeChange("betting"),
  method: "PUT",
  path: "/api/office/betting/players/:id/factor",
  permission: "betting.write",
  summary: "Sets a player's factor of the common win limit; an increase needs approval",
  params: idParams,
  body: z.object({ factor: shareField(0.01, 5, "factor_invalid"), reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});
