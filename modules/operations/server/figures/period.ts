import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import { dayOf, type Span, spanOf } from "#modules/projections/server/index.ts";
import { type figureZones, mostDays, type PeriodName } from "../../office/figures-contract.ts";

export interface PeriodQuery {
  readonly period?: PeriodName | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone?: (typeof figureZones)[number] | undefined;
  readonly currency?: string | undefined;
  readonly tests?: "with" | "without" | undefined;
}

/** Days of a zone, and what of them is over. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly zone: (typeof figureZones)[number];
  readonly span: Span;
  readonly days: number;
  readonly currency: Currency | undefined;
  /** The currency of sums. */
  readonly shown: Currency;
  readonly withTests: boolean;
  /** Sums of half hours of up to two days, else of days. */
  readonly by: "half_hour" | "day";
}

const dayMs = 86_400_000;
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

function namedDays(name: PeriodName, today: string): { readonly from: string; readonly to: string } {
  const yesterday = shifted(today, -1);
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const endOfLast = shifted(firstOfMonth, -1);
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: yesterday, to: yesterday };
    case "month":
      return { from: firstOfMonth, to: today };
    case "last_month":
      return { from: `${endOfLast.slice(0, 8)}01`, to: endOfLast };
    default:
      return { from: shifted(today, 1 - Number(name)), to: today };
  }
}

/** The period that is asked for; today unless it says. Refuses one that ends before it begins, and one that is too long. */
export async function periodOf(on: Queryable, query: PeriodQuery, now: number): Promise<Period> {
  const zone = query.zone ?? "UTC";
  const today = await dayOf(on, new Date(now), zone);
  const named = namedDays(query.period ?? "today", today);
  const from = query.from ?? query.to ?? named.from;
  const to = query.to ?? query.from ?? named.to;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1 || days > mostDays) return fail(validationFailed, { errors: { from: ["period_invalid"] } });
  const currency = query.currency as Currency | undefined;
  return {
    from,
    to,
    zone,
    days,
    span: await spanOf(on, { from, to, zone }),
    currency,
    shown: currency ?? "EUR",
    withTests: query.tests === "with",
    by: days <= 2 ? "half_hour" : "day",
  };
}

/** The period beside it: as many days right before, or whole weeks before. One that is not over is compared up to the same time. */
export async function periodBefore(
  on: Queryable,
  period: Period,
  against: "before" | "week",
  now: number,
): Promise<Period> {
  const back = against === "week" ? Math.ceil(period.days / 7) * 7 : period.days;
  const [from, to] = [shifted(period.from, -back), shifted(period.to, -back)];
  const span = await spanOf(on, { from, to, zone: period.zone });
  const gone = nextHalfHour(now) - period.span.begins.getTime();
  const isOver = now >= period.span.ends.getTime();
  const ends = isOver ? span.ends : new Date(Math.min(span.ends.getTime(), span.begins.getTime() + Math.max(0, gone)));
  return { ...period, from, to, span: { begins: span.begins, ends } };
}

const halfHourMs = 1_800_000;
const nextHalfHour = (now: number) => Math.ceil(now / halfHourMs) * halfHourMs;

const hourMs = 3_600_000;

/** An hour of a period in place of the period. Refuses one that does not begin within it at a half hour of UTC, and one of more than two days. */
export function hourOf(period: Period, hour: string | undefined): Period {
  if (hour === undefined) return period;
  const begins = Date.parse(hour);
  const { span } = period;
  const isWithin = begins >= span.begins.getTime() && begins + hourMs <= span.ends.getTime();
  if (period.by !== "half_hour" || !isWithin || begins % halfHourMs !== 0)
    return fail(validationFailed, { errors: { hour: ["hour_invalid"] } });
  return { ...period, span: { begins: new Date(begins), ends: new Date(begins + hourMs) } };
}
