import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  cursorField,
  dataOf,
  instantField,
  moneyField,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { acts, looks, oneThing, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { endPattern } from "../shared/by-hand.ts";
import { getBettingSlip } from "../shared/contract.ts";
import { readPrice } from "../shared/read-slip.ts";
import { errorUnproven, nothingToDecide, priceTooHigh, resultIncomplete } from "../shared/trading-errors.ts";

const eventField = z.string("event_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,64}$/, "event_invalid"));
const marketField = z.string("market_invalid").check(z.regex(/^[1-9][0-9]{0,17}$/, "market_invalid"));
const outcomeField = z.string("outcome_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,100}$/, "outcome_invalid"));
const priceField = z.string("price_invalid").check(
  z.maxLength(8, "price_invalid"),
  z.refine(text => readPrice(text) !== undefined, "price_invalid"),
);
const slipField = z.string("id_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "id_invalid"));
/** A part of one with at most three decimals: "0.98". */
const shareField = (least: number, most: number, key: string) =>
  z
    .string(key)
    .check(z.refine(text => /^\d(\.\d{1,3})?$/.test(text) && Number(text) >= least && Number(text) <= most, key));

/** Proper names of an event, equal in every language. */
const names = z.object({
  sport: z.string(),
  league: z.string(),
  title: z.string(),
  home: z.string(),
  away: z.string(),
  /** Players and entrants by id. */
  entrants: z.record(z.string(), z.string()),
});

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
  ...looks("betting"),
  path: "/api/office/betting/events",
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
  ...looks("betting"),
  path: "/api/office/betting/alerts",
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

const decision = z.object({
  id: z.string(),
  at: timeField,
  kind: z.string(),
  market: z.nullable(z.string()),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  approved_by: z.nullable(z.string()),
});

/** A result that waits, and the request about it, if there is one. */
const waitingRequest = z.nullable(uuidField);

export const readTradedEvent = route({
  ...looks("betting"),
  path: "/api/office/betting/events/:id",
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
  ...looks("betting"),
  path: "/api/office/betting/settlement",
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

const listedLeg = z.object({
  event: z.string(),
  names,
  kind: z.string(),
  spec: z.string(),
  outcome: z.string(),
  price: z.string(),
});

export const readTradedSlips = route({
  ...looks("betting"),
  path: "/api/office/betting/slips",
  permission: "bets.read",
  summary: "All players' slips, newest first",
  query: z.object({
    state: z.optional(z.enum(["all", "open", "ended"], "state_invalid")),
    player: z.optional(uuidField),
    event: z.optional(eventField),
    cursor: cursorField,
  }),
  output: dataOf(
    z.object({
      items: z.array(
        z.object({
          id: z.string(),
          player,
          placed_at: timeField,
          kind: z.string(),
          status: z.string(),
          currency: currencyField,
          stake: moneyField,
          /** Of an open slip what it may still return, of others what they paid. */
          returns: moneyField,
          legs: z.array(listedLeg),
        }),
      ),
      next_cursor: z.nullable(z.string()),
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
  ...looks("betting"),
  path: "/api/office/betting/slips/:id",
  permission: "bets.read",
  summary: "A slip with every message that set its prices and its result, its revisions, and the operators' decisions",
  params: z.object({ id: slipField }),
  output: dataOf(
    z.object({
      slip: getBettingSlip.output.shape.data,
      player,
      /** By event. */
      names: z.record(z.string(), names),
      /** Of the player: the part of everybody's limit that a bet of theirs may win. */
      factor: z.string(),
      /** By leg. */
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

const scope = {
  level: z.enum(["producer", "event", "market"], "level_invalid"),
  id: z.string("id_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,64}$/, "id_invalid")),
};

/** What came of a decision: done, or requested from a second person. */
const decided = dataOf(z.object({ request: waitingRequest, expires_at: z.nullable(timeField) }));

export const holdBetting = route({
  ...acts("betting"),
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
  ...acts("betting"),
  method: "POST",
  path: "/api/office/betting/holds/lift",
  permission: "betting.write",
  summary: "Requests approval to reopen what operators suspended or closed",
  body: z.object({ level: scope.level, id: scope.id, reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const changeMarketTerms = route({
  ...acts("betting"),
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
  ...acts("betting"),
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
  ...acts("betting"),
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
  ...acts("betting"),
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
  ...acts("betting"),
  method: "POST",
  path: "/api/office/betting/slips/:id/void",
  permission: "betting.write",
  summary: "Requests approval to void a slip",
  params: z.object({ id: slipField }),
  body: z.object({ reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const decideCorrection = route({
  ...acts("betting"),
  method: "POST",
  path: "/api/office/betting/corrections/:id/decide",
  permission: "betting.write",
  summary: "Requests approval to make a waiting correction or to leave the slip unchanged",
  params: oneThing,
  body: z.object({ decision: z.enum(["apply", "keep"], "decision_invalid"), reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export const changePlayerFactor = route({
  ...acts("betting"),
  method: "PUT",
  path: "/api/office/betting/players/:id/factor",
  permission: "betting.write",
  summary: "Sets a player's factor of the common win limit; an increase needs approval",
  params: oneThing,
  body: z.object({ factor: shareField(0.01, 5, "factor_invalid"), reason: reasonField }),
  output: decided,
  errors: [nothingToDecide],
});

export type TradedMarketView = z.output<typeof market>;
export type TradedOutcomeView = z.output<typeof outcome>;
export type TradedNames = z.output<typeof names>;
export type ListedEventView = z.output<typeof listedEvent>;
export type TradingAlert = z.output<typeof alert>;
export type TradedMessage = z.output<typeof message>;
export type TradingDecisionView = z.output<typeof decision>;
