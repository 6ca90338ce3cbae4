import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { liveBetRow } from "#modules/bets/shared/contract.ts";
import { boards, periods } from "./period.ts";

const topLine = z.object({
  place: z.int(),
  /** Null if the player is hidden. */
  player: z.nullable(z.object({ name: z.string(), avatar: z.string() })),
  /** The bet that brought the place; null where stakes are added up. */
  bet: z.nullable(liveBetRow),
  /** What was staked in all; null where a bet brought the place. */
  wager: z.nullable(z.object({ amount: moneyField, currency: currencyField })),
});

export const getTop = route({
  method: "GET",
  path: "/api/v1/top",
  module: "top-players",
  caller: "anyone",
  moves: "nothing",
  summary: "The top hundred players of a day, week or month (UTC): real money, our own games, ranked every minute",
  query: z.object({
    /** By the largest payout, by the largest multiplier, or by all stakes. */
    board: z.optional(z.enum(boards, "board_invalid")),
    period: z.optional(z.enum(periods, "period_invalid")),
  }),
  output: dataOf(
    z.object({
      board: z.enum(boards),
      period: z.enum(periods),
      begins_at: timeField,
      ends_at: timeField,
      lines: z.array(topLine),
      /** The caller's own line, down to place 500; null for a guest, and for one without a place. */
      me: z.nullable(topLine),
    }),
  ),
});

export type TopLine = z.output<typeof topLine>;
export type Top = z.output<typeof getTop.output>["data"];
