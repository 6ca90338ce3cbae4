import * as z from "zod/mini";
import { currencyField, cursorField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead, player } from "#modules/operators/office/fields.ts";
import { decision, eventField, names, waitingRequest } from "./fields.ts";

/** An outcome and what it costs if it comes in, in dollars. */
const risk = z.object({
  market: z.string(),
  kind: z.string(),
  spec: z.string(),
  outcome: z.string(),
  /** Negative: Fairhouse gains. */
  loss: moneyField,
  payout: moneyField,
  cap: moneyField,
  /** Percent of the cap. */
  used: z.number(),
});

const hold = z.nullable(z.enum(["suspended", "closed"]));

const listedEvent = z.object({
  id: z.string(),
  names,
  status: z.string(),
  start: z.nullable(timeField),
  score: z.nullable(z.string()),
  /** Seconds of play; null before the start. */
  seconds: z.nullable(z.number()),
  period: z.nullable(z.number()),
  hold,
  fault: z.nullable(z.string()),
  /** Staked on open slips, in dollars. */
  stake: moneyField,
  legs: z.number(),
  worst: z.nullable(risk),
  fullest: z.nullable(risk),
});

const producer = z.object({
  producer: z.string(),
  takes_bets: z.boolean(),
  up: z.boolean(),
  reason: z.nullable(z.string()),
  since: timeField,
  hold,
  silent_ms: z.nullable(z.number()),
});

export const readTradingEvents = route({
  ...officeRead("betting"),
  path: "/api/office/betting/events",
  reads: ["betting", "odds", "wallet.slips"],
  permission: "betting.read",
  summary: "Live or upcoming events with the exposure of their outcomes, and the feed's producers",
  query: z.object({
    /** `live`: the most exposed first; `upcoming`: of the next 24 hours, by start. */
    state: z.optional(z.enum(["live", "upcoming"], "state_invalid")),
    sport: z.optional(z.string("sport_invalid").check(z.regex(/^[a-z0-9_]{1,20}$/, "sport_invalid"))),
    cursor: cursorField,
  }),
  output: dataOf(
    z.object({
      at: timeField,
      live: z.number(),
      producers: z.array(producer),
      items: z.array(listedEvent),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

const alert = z.object({
  kind: z.enum([
    "producer_down",
    "exposure",
    "price_fault",
    "disputed",
    "uncertain",
    "late",
    "correction",
    "linked_accounts",
    "burst",
    "high_stake",
    "generous_price",
  ]),
  at: z.nullable(timeField),
  names: z.nullable(names),
  market: z.nullable(z.object({ kind: z.string(), spec: z.string() })),
  outcome: z.nullable(z.string()),
  /** A percentage, a count, a fault or a producer, by kind. */
  value: z.string(),
  /** The page of the back office where one acts. */
  link: z.string(),
});

export const readTradingAlerts = route({
  ...officeRead("betting"),
  path: "/api/office/betting/alerts",
  reads: ["betting", "odds"],
  permission: "betting.read",
  summary: "Alerts for traders, each with the page to act on",
  output: dataOf(z.object({ at: timeField, alerts: z.array(alert) })),
});

const outcome = z.object({
  id: z.string(),
  /** The provider's price, and ours; null while there is none. */
  stated: z.nullable(z.string()),
  offered: z.nullable(z.string()),
  /** Percent; null where the provider states none. */
  chance: z.nullable(z.string()),
  /** What a unit returns on average at our price, in percent. */
  mean_return: z.nullable(z.string()),
  stake: moneyField,
  /** The mean accepted price; null without bets. */
  average: z.nullable(z.string()),
  slips: z.number(),
  payout: moneyField,
  loss: moneyField,
  used: z.number(),
  /** How it ends by the provider and by our own rules. */
  end: z.nullable(z.string()),
  own_end: z.nullable(z.string()),
  by_hand: z.nullable(z.string()),
});

const market = z.object({
  id: z.string(),
  kind: z.string(),
  spec: z.string(),
  group: z.string(),
  producer: z.string(),
  status: z.string(),
  fault: z.nullable(z.string()),
  hold,
  /** Hundredths of a percent as text, by our prices; null where the outcomes do not exclude each other. */
  margin: z.nullable(z.string()),
  power: z.string(),
  max_win: moneyField,
  cap: moneyField,
  prices: z.array(
    z.object({ outcome: z.string(), kind: z.enum(["ceiling", "fixed"]), price: z.string(), until: timeField }),
  ),
  stake: moneyField,
  slips: z.number(),
  worst: moneyField,
  used: z.number(),
  certainty: z.nullable(z.number()),
  disputed: z.boolean(),
  is_by_hand: z.boolean(),
  decided_at: z.nullable(timeField),
  outcomes: z.array(outcome),
});

export const readTradedEvent = route({
  ...officeRead("betting"),
  path: "/api/office/betting/events/:id",
  reads: ["betting", "odds", "wallet.slips"],
  permission: "betting.read",
  summary: "An event's markets with prices, exposure, limits and results, and the operators' decisions",
  params: z.object({ id: eventField }),
  output: dataOf(
    z.object({
      at: timeField,
      event: listedEvent,
      /** Seconds that a live bet waits, and how many of them operators added. */
      delay_s: z.number(),
      added_delay_s: z.number(),
      markets: z.array(market),
      decisions: z.array(decision),
      /** Requests that wait, by subject: `market:17`, `event:m:1`. */
      requests: z.record(z.string(), uuidField),
    }),
  ),
});

export const readSettlementQueue = route({
  ...officeRead("betting"),
  path: "/api/office/betting/settlement",
  reads: ["betting", "odds", "approvals"],
  permission: "betting.read",
  summary: "Markets that are not settled automatically, and corrections that two people have to decide",
  output: dataOf(
    z.object({
      at: timeField,
      markets: z.array(
        z.object({
          why: z.enum(["disputed", "uncertain", "late"]),
          since: z.nullable(timeField),
          event: z.string(),
          event_status: z.string(),
          names,
          slips: z.number(),
          payout: moneyField,
          request: waitingRequest,
          market,
        }),
      ),
      corrections: z.array(
        z.object({
          id: uuidField,
          slip: z.string(),
          player,
          currency: currencyField,
          stake: moneyField,
          /** What the slip paid, and what it would pay. */
          paid: moneyField,
          would_pay: moneyField,
          result: z.enum(["settled", "voided", "reopened"]),
          why: z.enum(["late", "withdrawn"]),
          since: timeField,
          request: waitingRequest,
        }),
      ),
    }),
  ),
});

export type TradedMarketView = z.output<typeof market>;
export type TradedOutcomeView = z.output<typeof outcome>;
export type ListedEventView = z.output<typeof listedEvent>;
export type TradingAlert = z.output<typeof alert>;
