import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { exclusionMonths, timeOutDays } from "./breaks.ts";
import { breakNotLonger } from "./errors.ts";

const limitField = z.nullable(moneyField);
const wager_limit = limitField;
const loss_limit = limitField;
const deposit_limit = limitField;

/** The daily limits of one currency. Null is no limit; days are those of UTC. */
export const currencyLimits = z.object({
  currency: currencyField,
  /** In force now. */
  wager_limit,
  loss_limit,
  deposit_limit,
  /** What today has seen: stakes, stakes minus payouts (below zero for a gain), deposits credited. */
  wagered: moneyField,
  lost: moneyField,
  deposited: moneyField,
  /** What open invoices hold of the deposit limit. */
  deposits_open: moneyField,
  /** Looser limits of stakes that were asked for, and when they come into force. */
  later: z.nullable(z.object({ wager_limit, loss_limit, from: timeField })),
  /** The same for deposits. */
  deposit_later: z.nullable(z.object({ deposit_limit, from: timeField })),
});

/** A time-out or self-exclusion in force. */
export const breakView = z.nullable(z.object({ kind: z.enum(["time_out", "self_exclusion"]), until: timeField }));

export const getLimits = route({
  method: "GET",
  path: "/api/v1/limits",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "The caller's daily limits, what today has used of them, and the break if there is one",
  output: dataOf(
    z.object({
      currencies: z.array(currencyLimits),
      break: breakView,
      /** Until a proof of age is accepted nothing is staked or paid in; at the latest until then. Null for everybody else. */
      age_until: z.nullable(timeField),
      /** When the day of the limits ends: the next midnight of UTC. */
      day_ends: timeField,
    }),
  ),
});

const wishField = z.optional(z.nullable(amountField));

export const putLimits = route({
  method: "PUT",
  path: "/api/v1/limits",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "Sets daily limits of one currency: what is tighter holds at once, what is looser after 24 hours",
  body: z.object({
    currency: currencyField,
    /** Null takes the limit away; one that is left out stays as it was asked for last. */
    wager_limit: wishField,
    loss_limit: wishField,
    deposit_limit: wishField,
  }),
  output: dataOf(currencyLimits),
  rate: { burst: 60, perMinute: 30 },
});

const minutesField = z.nullable(z.int());
const playLimits = { day_minutes: minutesField, session_minutes: minutesField, check_minutes: minutesField };

/** How long the caller plays, and what of it he allows himself. Times are whole seconds. */
export const playView = z.object({
  /** When the present session of play began; null while nobody plays. */
  started_at: z.nullable(timeField),
  /** Seconds since then, and seconds played today (UTC), counted by the minute that was begun. */
  session_seconds: z.int(),
  today_seconds: z.int(),
  ...playLimits,
  /** Looser ones that were asked for, and when they come into force. */
  later: z.nullable(z.object({ ...playLimits, from: timeField })),
  /** When the reality check comes; null while nobody plays, or for none. */
  check_at: z.nullable(timeField),
  /** It has come and was not answered: no round begins until it is. */
  check_due: z.boolean(),
  /** A bet of the caller is still undecided: the check waits for its end before it is shown. */
  round_open: z.boolean(),
  /** By the ledger, since the session began: stakes, what came back of bets, and the difference. */
  net: z.array(z.object({ currency: currencyField, staked: moneyField, returned: moneyField, net: moneyField })),
});

const minutesWish = (most: number) =>
  z.optional(z.nullable(z.int("minutes_invalid").check(z.gte(1, "minutes_invalid"), z.lte(most, "minutes_invalid"))));

export const getPlay = route({
  method: "GET",
  path: "/api/v1/limits/play",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "How long the caller has been playing, what came of it, and his limits of time",
  output: dataOf(playView),
});

export const putPlay = route({
  method: "PUT",
  path: "/api/v1/limits/play",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "Sets limits of playing time: what is tighter holds at once, what is looser after 24 hours",
  body: z.object({
    /** Minutes of a day (UTC), of one session, and between two reality checks. Null takes one away; one left out stays. */
    day_minutes: minutesWish(1440),
    session_minutes: minutesWish(1440),
    check_minutes: minutesWish(240),
  }),
  output: dataOf(playView),
  rate: { burst: 60, perMinute: 30 },
});

export const answerCheck = route({
  method: "POST",
  path: "/api/v1/limits/reality-check",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "The caller has seen how long he has been playing; the time to the next check begins anew",
  output: dataOf(playView),
  rate: { burst: 60, perMinute: 30 },
});

const breakAnswer = dataOf(z.object({ break: breakView }));

export const takeTimeOut = route({
  method: "POST",
  path: "/api/v1/limits/time-out",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "No wager and no deposit for some days, at once; nobody can end it sooner",
  body: z.object({
    days: z.union(
      timeOutDays.map(days => z.literal(days)),
      "days_invalid",
    ),
  }),
  output: breakAnswer,
  errors: [breakNotLonger],
  rate: { burst: 60, perMinute: 30 },
});

export const excludeMyself = route({
  method: "POST",
  path: "/api/v1/limits/self-exclusion",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "No wager and no deposit for some months, at once; nobody can end it sooner",
  body: z.object({
    months: z.union(
      exclusionMonths.map(months => z.literal(months)),
      "months_invalid",
    ),
  }),
  output: breakAnswer,
  errors: [breakNotLonger],
  rate: { burst: 60, perMinute: 30 },
});

export type PlayView = z.output<typeof playView>;
export type CurrencyLimits = z.output<typeof currencyLimits>;
export type BreakView = z.output<typeof breakView>;
