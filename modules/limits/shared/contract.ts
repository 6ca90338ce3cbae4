import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { ratesUnavailable } from "#modules/rates/shared/errors.ts";
import { exclusionMonths, timeOutDays } from "./breaks.ts";
import { limitKinds } from "./daily-limits.ts";
import { breakNotLonger } from "./errors.ts";
import { limitCauses } from "./operator-limits.ts";

const limitField = z.nullable(moneyField);
const causeField = z.enum(limitCauses);

/** One daily limit over all wallets. Null is no limit; days are those of UTC. */
export const dailyLimit = z.object({
  /** Stakes, stakes minus payouts, or deposits. */
  kind: z.enum(limitKinds),
  /** In force now, in the currency in which it was set; while there is none, that of the caller's wallet in use. */
  limit: limitField,
  currency: currencyField,
  /**
   * Today's usage in all wallets, in `currency` at the rates of the day; losses below zero are a gain. Null when other
   * currencies are included and no rates are fixed for the day: nothing can be staked or deposited then either.
   */
  used: z.nullable(moneyField),
  /** The part of the deposit limit reserved by open invoices. */
  open: z.nullable(moneyField),
  /** A looser one that was requested, and when it comes into force. */
  later: z.nullable(z.object({ limit: limitField, currency: currencyField, from: timeField })),
  /** One that an operator set beside it, which the player cannot change: the tighter one of both holds. `used` is in its currency. */
  operator: z.nullable(
    z.object({
      limit: moneyField,
      currency: currencyField,
      used: z.nullable(moneyField),
      cause: causeField,
      since: timeField,
    }),
  ),
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
      /** No stakes and deposits until a proof of age is accepted, or until this time. Null for all other players. */
      age_until: z.nullable(timeField),
      /** A one-time notice: `one_limit`, limits of several currencies became one. Null when there is none. */
      notice: z.nullable(z.enum(["one_limit"])),
      /** When the day of the limits ends: the next midnight UTC. */
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
  summary: "Sets daily limits over all wallets: stricter ones apply immediately, looser ones after 24 hours",
  body: z.object({
    /** The currency in which they are set. */
    currency: currencyField,
    /** Null removes the limit; an omitted one stays as it was last requested. */
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
  summary: "Marks the notices about the caller's limits as read; they are not shown again",
  output: dataOf(z.object({ notice: z.null() })),
  rate: { burst: 60, perMinute: 30 },
});

const minutesField = z.nullable(z.int());
const playLimits = { day_minutes: minutesField, session_minutes: minutesField, check_minutes: minutesField };

/** The caller's play time and its limits. Times are whole seconds. */
export const playView = z.object({
  /** When the current session of play began; null without a session. */
  started_at: z.nullable(timeField),
  /** Seconds since then, and seconds played today (UTC), counted by the minute that was begun. */
  session_seconds: z.int(),
  today_seconds: z.int(),
  ...playLimits,
  /** Looser ones that were requested, and when they come into force. */
  later: z.nullable(z.object({ ...playLimits, from: timeField })),
  /** Limits that an operator set beside them, which the player cannot change: the tighter one of both holds. */
  operator: z.array(
    z.object({ of: z.enum(["day", "session"]), minutes: z.int(), cause: causeField, since: timeField }),
  ),
  /** When the reality check is due; null without a session, or for none. */
  check_at: z.nullable(timeField),
  /** It is due and unanswered: no round begins until it is answered. */
  check_due: z.boolean(),
  /** A bet of the caller is undecided: the check is shown after it ends. */
  round_open: z.boolean(),
  /** From the ledger, since the session began: stakes, returns of bets, and the difference. */
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
  summary: "The caller's playing time, its result, and their time limits",
  output: dataOf(playView),
});

export const putPlay = route({
  method: "PUT",
  path: "/api/v1/limits/play",
  module: "limits",
  caller: "player",
  moves: "nothing",
  summary: "Sets limits of playing time: stricter ones apply immediately, looser ones after 24 hours",
  body: z.object({
    /** Minutes of a day (UTC), of one session, and between two reality checks. Null removes one; an omitted one is unchanged. */
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
  summary: "Confirms a reality check; the time to the next one starts again",
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
  summary: "Time-out: blocks bets and deposits for some days, at once; it cannot be ended early",
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
  summary: "Self-exclusion: blocks bets and deposits for some months, at once; it cannot be ended early",
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
