import * as z from "zod/mini";
import { dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeRead, player } from "#modules/operators/office/fields.ts";
import { names } from "./fields.ts";

/** How many of a player's newest slips the record is made of. */
export const mostRecordSlips = 500;

const recordLeg = z.object({
  event: z.string(),
  names,
  kind: z.string(),
  spec: z.string(),
  outcome: z.string(),
  price: z.string(),
  /** The price at which the market took bets last before the start; null for a live selection, and until it has started. */
  closing: z.nullable(z.string()),
  /** Percent: price / closing - 1. */
  gain: z.nullable(z.string()),
});

export const readTradedPlayer = route({
  ...officeRead("betting"),
  path: "/api/office/betting/players/:id",
  reads: ["wallet.slips", "odds.markets"],
  permission: "bets.read",
  summary:
    "A player's record against the closing prices, of their newest 500 slips: the mean of price / closing - 1 by stake, over the selections that were accepted before the start",
  params: idParams,
  output: dataOf(
    z.object({
      player,
      /** The player's part of the common win limit. */
      factor: z.string(),
      slips: z.int(),
      selections: z.int(),
      /** How many were accepted above the closing price. */
      above: z.int(),
      /** Dollars at the fixed rates of risk: the stakes that the mean is taken by. */
      stake: moneyField,
      /** Percent; null without a selection whose market has closed. */
      beat_the_close: z.nullable(z.string()),
      /** The newest ones. */
      recent: z.array(
        z.object({
          id: z.string(),
          placed_at: timeField,
          kind: z.string(),
          status: z.string(),
          legs: z.array(recordLeg),
        }),
      ),
    }),
  ),
});
