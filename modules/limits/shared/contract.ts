import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { ratesUnavailable } from "#modules/rates/shared/errors.ts";
import { exclusionMonths, timeOutDays } from "./breaks.ts";
import { limitKinds } from "./daily-limits.ts";
import { breakNotLonger } from "./errors.ts";

const limitField = z.nullable(moneyField);

/** One daily limit over all wallets. Null is no limit; days are those of UTC. */
export const dailyLimit = z.object({
  /** Stakes, stakes minus payouts, or what is paid in. */
  kind: z.enum(limitKinds),
  /** In force now, in the currency in which it was set; while there is none, that of the caller's wallet in use. */
  limit: limitField,
  currency: currencyField,
  /**
   * What today has seen in all wallets, in `currency` at the rates of the day; losses below zero are a gain. Null when sums of other
   * currencies are among it and no rates are fixed for the day: nothing is staked or paid in then either.
   */
  used: z.nullable(moneyField),
  /** What open invoices hold of the limit of deposits. */
  open: z.nullable(moneyField),
  /** A looser one that was asked for, and when it comes into force. */
  later: z.nullable(z.object({ limit: limitField, currency: currencyField, from: timeField })),
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
      /** Stakes, losses, deposits: always these three. */
      limits: z.array(dailyLimit),
      break: breakView,
      /** Until a proof of age is accepted nothing is staked or paid in; at the latest until then. Null for everybody else. */
      age_until: z.nullable(timeField),
      /** What the caller is told once: `one_limit`, that limits of several currencies became one. Null when there is nothing. */
      notice: z.nullable(z.enum(["one_limit"])),
      /** When the day of the limits ends: the next midnight of UTC. */
      day_ends: timeField,
    }),
  ),
});

const limitChangeField = z.optional(z.nullable(amountField));

export const putLimits = route({
  method: "PUT",
  path: "/api/v1/limits",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "Sets daily limits over all wallets: what is tighter holds at once, what is looser after 24 hours",
  body: z.object({
    /** In which they are set. */
    currency: currencyField,
    /** Null takes the limit away; one that is left out stays as it was asked for last. */
    wager_limit: limitChangeField,
    loss_limit: limitChangeField,
    deposit_limit: limitChangeField,
  }),
  output: dataOf(z.object({ limits: z.array(dailyLimit) })),
  errors: [ratesUnavailable],
  rate: { burst: 60, perMinute: 30 },
});

export const dismissNotice = route({
  method: "POST",
  path: "/api/v1/limits/notice/dismiss",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "The caller has read what he was told about his limits; it is not shown again",
  output: dataOf(z.object({ notice: z.null() })),
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

const minutesChangeField = (most: number) =>
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
    day_minutes: minutesChangeField(1440),
    session_minutes: minutesChangeField(1440),
    check_minutes: minutesChangeField(240),
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
export type DailyLimitView = z.output<typeof dailyLimit>;
export type BreakView = z.output<typeof breakView>;
