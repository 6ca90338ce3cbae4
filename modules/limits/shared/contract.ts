import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { microsPerUnit, parseAmount } from "#kit/money/amount.ts";
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
      /** When the day of the limits ends: the next midnight of UTC. */
      day_ends: timeField,
    }),
  ),
});

/** A thousand million units: far above any limit that limits, and within what the books can hold. */
const largest = 1_000_000_000n * microsPerUnit;
const wishField = z.optional(
  z.nullable(amountField.check(z.refine(text => (parseAmount(text) ?? 0n) <= largest, "limit_too_large"))),
);

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

export type CurrencyLimits = z.output<typeof currencyLimits>;
export type BreakView = z.output<typeof breakView>;
