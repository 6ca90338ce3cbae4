import * as z from "zod/mini";
import { currencyField, cursorField, dataOf, instantField, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead, paged, player } from "#modules/operators/office/fields.ts";
import { ngrLines, rowKinds } from "#modules/projections/shared/figures.ts";

/** Zones that figures may be read in: all begin their days at a half hour of UTC. */
export const figureZones = [
  "UTC",
  "Asia/Almaty",
  "Asia/Kolkata",
  "Asia/Tashkent",
  "Asia/Yekaterinburg",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Moscow",
  "America/New_York",
] as const;

/** A period has at most this many days. */
export const mostDays = 400;

const dateField = z.string("date_invalid").check(z.refine(isDate, "date_invalid"));

function isDate(text: string): boolean {
  if (!/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Periods by name, in days of the zone. */
export const periodNames = ["today", "yesterday", "7", "30", "month", "last_month"] as const;
export type PeriodName = (typeof periodNames)[number];

const period = {
  /** Today unless given; `from` and `to` go first. */
  period: z.optional(z.enum(periodNames, "period_invalid")),
  /** Days of the zone, both included. */
  from: z.optional(dateField),
  to: z.optional(dateField),
  zone: z.optional(z.enum(figureZones, "zone_invalid")),
  /** Amounts of this currency only; of all currencies, in euros, if omitted. */
  currency: z.optional(currencyField),
  /** Whether test accounts count: only if asked for. */
  tests: z.optional(z.enum(["with", "without"], "tests_invalid")),
};

/** Only the hour that begins then; of a period of at most two days. */
const hourField = z.optional(instantField);

/** Figures that open a list: sums of money, bets, and players. */
export const figureNames = ["ggr", "ngr", "wagered", "deposits", "payouts"] as const;
export type FigureName = (typeof figureNames)[number];

const totals = z.object({
  ggr: moneyField,
  ngr: moneyField,
  wagered: moneyField,
  /** Bets that ended. */
  bets: z.number(),
  deposits: moneyField,
  deposit_count: z.number(),
  payouts: moneyField,
  payout_count: z.number(),
  /** Players who staked. */
  active: z.number(),
  /** Players whose first deposit it was. */
  first_deposits: z.number(),
});

const shown = {
  from: z.string(),
  to: z.string(),
  zone: z.enum(figureZones),
  /** The currency of sums. */
  in: currencyField,
  /** False if amounts of some day or currency are left out because they have no rate. */
  complete: z.boolean(),
};

export const readFigures = route({
  ...officeRead("operations"),
  path: "/api/office/figures",
  reads: ["projections"],
  permission: "dashboard.read",
  summary:
    "Revenue, deposits, withdrawals and active players of days of a zone, by half hour or day, currency and game, beside an earlier period; amounts at the rates fixed for each day",
  query: z.object({
    ...period,
    /** Beside the days right before, or those a week (or whole weeks) before. */
    against: z.optional(z.enum(["before", "week"], "against_invalid")),
  }),
  output: dataOf(
    z.object({
      ...shown,
      at: timeField,
      begins: timeField,
      ends: timeField,
      /** Hours of the period; a day may have 23 or 25. */
      hours: z.number(),
      /** Whether an update is folding everything again: figures are too small for about a minute. */
      folding: z.boolean(),
      now: totals,
      before: totals,
      before_from: z.string(),
      before_to: z.string(),
      by: z.enum(["half_hour", "day"]),
      buckets: z.array(z.object({ at: timeField, ggr: moneyField, ngr: moneyField, before: moneyField })),
      /** What NGR is made of; their sum is NGR. */
      lines: z.array(z.object({ line: z.enum(ngrLines), amount: moneyField })),
      by_game: z.array(
        z.object({ game: z.string(), bets: z.number(), wagered: moneyField, paid: moneyField, ggr: moneyField }),
      ),
      /** Hours that have begun, counted from the start of the day; none of a period of more than two days. */
      by_hour: z.array(
        z.object({
          at: timeField,
          bets: z.number(),
          wagered: moneyField,
          ggr: moneyField,
          deposits: moneyField,
          payouts: moneyField,
        }),
      ),
      /** In each currency itself. */
      by_currency: z.array(
        z.object({
          currency: currencyField,
          wagered: moneyField,
          ggr: moneyField,
          deposits: moneyField,
          payouts: moneyField,
        }),
      ),
    }),
  ),
});

export const readFigureRows = route({
  ...officeRead("operations"),
  path: "/api/office/figures/:figure",
  reads: ["projections"],
  permission: "dashboard.read",
  summary: "The rows that sum to a figure of a period: by day or half hour, currency, kind and game",
  params: z.object({ figure: z.enum(figureNames, "figure_invalid") }),
  query: z.object({
    ...period,
    /** Rows of one game only. */
    game: z.optional(z.string("game_invalid").check(z.regex(/^[a-z0-9-]{1,40}$/, "game_invalid"))),
    hour: hourField,
  }),
  output: dataOf(
    z.object({
      ...shown,
      sum: moneyField,
      count: z.number(),
      rows: z.array(
        z.object({
          at: timeField,
          currency: currencyField,
          kind: z.enum(rowKinds),
          game: z.nullable(z.string()),
          count: z.number(),
          /** In its own currency, and in that of sums; null without a rate. */
          amount: moneyField,
          value: z.nullable(moneyField),
        }),
      ),
    }),
  ),
});

export const readActivePlayers = route({
  ...officeRead("operations"),
  path: "/api/office/active-players",
  reads: ["projections"],
  permission: "dashboard.read",
  summary: "The players who staked in a period, or in an hour of it; their number is the figure",
  query: z.object({ ...period, hour: hourField, cursor: cursorField }),
  output: dataOf(
    z.object({
      from: z.string(),
      to: z.string(),
      zone: z.string(),
      count: z.number(),
      items: z.array(player),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const readFirstDeposits = route({
  ...officeRead("operations"),
  path: "/api/office/first-deposits",
  reads: ["projections"],
  permission: "dashboard.read",
  summary: "The first deposits of players in a period, the earliest first; their number is the figure",
  query: z.object({ ...period, cursor: cursorField }),
  output: dataOf(
    z.object({
      ...shown,
      count: z.number(),
      items: z.array(
        z.object({
          player,
          at: timeField,
          currency: currencyField,
          amount: moneyField,
          /** In the currency of sums; null without a rate. */
          value: z.nullable(moneyField),
        }),
      ),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

const beside = <T extends z.ZodMiniType>(value: T) => z.object({ now: value, yesterday: value, last_week: value });

export const readNow = route({
  ...officeRead("operations"),
  path: "/api/office/now",
  reads: ["projections", "desk.present"],
  permission: "dashboard.read",
  summary:
    "How many play now, and since the hour began how many players staked and how many bets ended a second, beside the same hour of yesterday and a week ago; in its first five minutes the hour before",
  query: z.object({ zone: period.zone, currency: period.currency, tests: period.tests }),
  output: dataOf(
    z.object({
      at: timeField,
      /** Players whose last bet ended within five minutes, in any game of ours. */
      playing: z.number(),
      hour: z.object({
        /** The day of the zone that has it. */
        day: z.string(),
        begins: timeField,
        /** End of what counts: now, or the end of the hour. */
        ends: timeField,
      }),
      players: beside(z.number()),
      bets: beside(z.number()),
      /** Bets that ended a second. */
      bets_per_second: beside(z.number()),
    }),
  ),
});

export const readPlaying = route({
  ...officeRead("operations"),
  path: "/api/office/playing",
  reads: ["desk.present"],
  permission: "dashboard.read",
  summary: "The players who play now and their games, the latest first; their number is the figure",
  output: dataOf(
    z.object({
      count: z.number(),
      /** At most 200. */
      items: z.array(z.object({ player, games: z.array(z.string()), at: timeField })),
    }),
  ),
});

export const readCountries = route({
  ...officeRead("operations"),
  path: "/api/office/figures-by-country",
  reads: ["projections", "accounts.countries"],
  permission: "dashboard.read",
  summary:
    "What players of each country staked, deposited and withdrew on days of UTC, by the country that the account had at the end of each; with `country` its rows by day and currency",
  query: z.object({
    from: period.from,
    to: period.to,
    period: period.period,
    currency: period.currency,
    tests: period.tests,
    /** `-`: accounts without a known country. */
    country: z.optional(z.string("country_invalid").check(z.regex(/^([A-Z]{2}|-)$/, "country_invalid"))),
  }),
  output: dataOf(
    z.object({
      ...shown,
      rows: z.array(
        z.object({
          country: z.nullable(z.string()),
          /** With `country`, else null. */
          day: z.nullable(z.string()),
          currency: z.nullable(currencyField),
          bets: z.number(),
          wagered: moneyField,
          ggr: moneyField,
          deposits: moneyField,
          payouts: moneyField,
        }),
      ),
    }),
  ),
});

const closedDay = z.object({
  number: z.number(),
  day: z.string(),
  zone: z.string(),
  closed_at: timeField,
  rows: z.number(),
  /** Transfers of earlier days. */
  late: z.number(),
  hash: z.string(),
});

export const readClosedDays = route({
  ...officeRead("operations"),
  path: "/api/office/closed-days",
  reads: ["projections.closed_days"],
  permission: "dashboard.read",
  summary:
    "The last days that were closed, newest first, each with its hash and how many late transfers of earlier days it has",
  output: dataOf(z.array(closedDay)),
});

export const readClosedDay = route({
  ...officeRead("operations"),
  path: "/api/office/closed-days/:number",
  reads: ["projections.closed_days"],
  permission: "dashboard.read",
  summary:
    "What moved on a closed day between the accounts of the books, and what was booked late of earlier days; never changes",
  params: z.object({ number: z.string("number_invalid").check(z.regex(/^[1-9][0-9]{0,5}$/, "number_invalid")) }),
  query: z.object({
    cursor: z.optional(z.string("cursor_invalid").check(z.regex(/^[1-9][0-9]{0,8}$/, "cursor_invalid"))),
    limit: paged.limit,
  }),
  output: dataOf(
    z.object({
      day: closedDay,
      items: z.array(
        z.object({
          place: z.number(),
          /** Earlier than the day itself if it is late. */
          of_day: z.string(),
          is_late: z.boolean(),
          test: z.boolean(),
          currency: currencyField,
          kind: z.string(),
          debit: z.string(),
          credit: z.string(),
          amount: moneyField,
          transfers: z.number(),
        }),
      ),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});
