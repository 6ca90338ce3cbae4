import * as z from "zod/mini";
import { currencyField, cursorField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead, player } from "#modules/operators/office/fields.ts";
import { getBettingSlip } from "../shared/contract.ts";
import { decision, eventField, names, slipField, waitingRequest } from "./fields.ts";

const listedLeg = z.object({
  event: z.string(),
  names,
  kind: z.string(),
  spec: z.string(),
  outcome: z.string(),
  price: z.string(),
});

export const readTradedSlips = route({
  ...officeRead("betting"),
  path: "/api/office/betting/slips",
  reads: ["wallet.slips", "wallet.slip_revisions"],
  permission: "bets.read",
  summary: "All players' slips, newest first",
  query: z.object({
    state: z.optional(z.enum(["all", "open", "ended"], "state_invalid")),
    player: z.optional(uuidField),
    event: z.optional(eventField),
    cursor: cursorField,
  }),
  output: pageOf(
    z.object({
      id: z.string(),
      player,
      placed_at: timeField,
      kind: z.string(),
      status: z.string(),
      currency: currencyField,
      stake: moneyField,
      /** What an open slip may still return; for other slips, what they paid. */
      returns: moneyField,
      legs: z.array(listedLeg),
    }),
  ),
});

const message = z.object({
  event: z.string(),
  position: z.string(),
  n: z.string(),
  type: z.string(),
  producer: z.string(),
  /** Epoch and number of the frame that it arrived in. */
  frame: z.string(),
  arrived: z.nullable(timeField),
  skipped: z.nullable(z.string()),
  head: z.string(),
  text: z.string(),
  /** Whether the accepted price came from it. */
  made_price: z.boolean(),
});

export const readTradedSlip = route({
  ...officeRead("betting"),
  path: "/api/office/betting/slips/:id",
  reads: ["wallet.slips", "wallet.slip_revisions", "betting"],
  permission: "bets.read",
  summary: "A slip with every message that set its prices and its result, its revisions, and the operators' decisions",
  params: z.object({ id: slipField }),
  output: dataOf(
    z.object({
      slip: getBettingSlip.output.shape.data,
      player,
      /** Names by event id. */
      names: z.record(z.string(), names),
      /** The part of everybody's limit that a bet of this player may win. */
      factor: z.string(),
      /** Messages of the feed by leg. */
      messages: z.array(z.array(message)),
      states: z.array(
        z.object({ event: z.string(), n: z.string(), market: z.string(), market_n: z.string(), head: z.string() }),
      ),
      decisions: z.array(decision),
      correction: z.nullable(z.object({ id: uuidField, why: z.enum(["late", "withdrawn"]), since: timeField })),
      request: waitingRequest,
    }),
  ),
});

export type TradedMessage = z.output<typeof message>;
