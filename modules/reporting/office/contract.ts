import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { isZone } from "#kit/std/is-zone.ts";
import { officeChange, officeRead, paged } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { taxBases, taxProducts, wholeRate } from "#modules/reporting/shared/tax.ts";

/** Reports by the name of their list: what a schedule makes. */
export const reportNames = [
  "report-revenue",
  "report-games",
  "report-balances",
  "report-versions",
  "report-wins",
  "report-funds",
  "report-chargebacks",
  "report-offers",
  "report-protection",
  "report-checks",
  "report-complaints",
  "report-access",
  "report-events",
] as const;
export type ReportName = (typeof reportNames)[number];
/** All reports on demand: those of countries and taxes have days of UTC, which the days of schedules are not everywhere. */
export type ReportList = ReportName | "report-countries" | "report-tax";

export const everyNames = ["day", "month"] as const;

const mostDays = 366;

const dateField = z
  .string("date_invalid")
  .check(
    z.refine(
      text =>
        /^20\d\d-\d\d-\d\d$/.test(text) &&
        !Number.isNaN(Date.parse(text)) &&
        new Date(text).toISOString().startsWith(text),
      "date_invalid",
    ),
  );

/** Periods by name, in days of the zone. */
export const periodNames = ["yesterday", "month", "last_month", "year"] as const;

const periodIn = <Zone extends z.ZodMiniType>(zone: Zone) =>
  z
    .object({
      /** This month unless given; `from` and `to` go first. */
      period: z.optional(z.enum(periodNames, "period_invalid")),
      /** Days of the zone, both included, at most 366; one alone is one day. */
      from: z.optional(dateField),
      to: z.optional(dateField),
      zone,
      /** Whether test accounts count: only if asked for. */
      tests: z.optional(z.enum(["with", "without"], "tests_invalid")),
      ...paged,
    })
    .check(
      z.refine(
        ({ from, to }) => {
          if (from === undefined || to === undefined) return true;
          const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
          return days >= 1 && days <= mostDays;
        },
        { path: ["from"], error: "period_invalid" },
      ),
    );

/** By default the zone of the casino's closed days. */
export const period = periodIn(
  z.optional(z.string("zone_invalid").check(z.maxLength(40, "zone_invalid"), z.refine(isZone, "zone_invalid"))),
);

/** A page of a report. */
export const reportOf = <T extends z.ZodMiniType>(item: T) =>
  dataOf(
    z.object({
      from: z.string(),
      to: z.string(),
      zone: z.string(),
      begins: timeField,
      ends: timeField,
      /** Whether its last day is closed: until then figures may change. */
      closed: z.boolean(),
      items: z.array(item),
      next_cursor: z.nullable(z.string()),
    }),
  );

const projected = ["projections.half_hours", "projections.game_half_hours", "projections.closed_days"];

export const readRevenueReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/revenue",
  reads: projected,
  permission: "dashboard.read",
  summary: "Stakes, GGR, NGR with its lines, deposits and withdrawals of each day and currency",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      currency: currencyField,
      /** Bets that ended, and what they staked. */
      bets: z.number(),
      wagered: moneyField,
      ggr: moneyField,
      bonuses: moneyField,
      prizes: moneyField,
      jackpots: moneyField,
      fees: moneyField,
      /** The sum of the five. */
      ngr: moneyField,
      deposits: moneyField,
      payouts: moneyField,
    }),
  ),
});

export const readGamesReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/games",
  reads: projected,
  permission: "bets.figures.read",
  summary: "Bets, stakes, payouts and GGR of each day, game and currency",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      game: z.string(),
      currency: currencyField,
      bets: z.number(),
      wagered: moneyField,
      paid: moneyField,
      ggr: moneyField,
    }),
  ),
});

export const readOffersReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/offers",
  reads: projected,
  permission: "dashboard.read",
  summary: "What bonuses and prizes cost each day, by the account that pays for them and currency",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      account: z.string(),
      currency: currencyField,
      transfers: z.number(),
      given: moneyField,
      /** Forfeited or expired. */
      returned: moneyField,
      cost: moneyField,
    }),
  ),
});

export const readProtectionReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/protection",
  reads: ["limits.changes"],
  permission: "harm.read",
  summary: "Limits that players changed, time-outs and self-exclusions of each day",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      kind: z.enum(["wager", "loss", "deposit", "play_time", "time_out", "self_exclusion"]),
      changes: z.int(),
      /** Among the changes, limits that become looser, after the time that they wait. */
      loosened: z.int(),
      players: z.int(),
    }),
  ),
});

export const readBalancesReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/balances",
  reads: projected,
  permission: "dashboard.read",
  summary: "The balance of each account of the books at the end of the last day, and what moved in the period",
  query: period,
  output: reportOf(
    z.object({
      account: z.string(),
      currency: currencyField,
      debited: moneyField,
      credited: moneyField,
      balance: moneyField,
    }),
  ),
});

export const readCountriesReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/countries",
  reads: ["projections.player_game_days", "projections.player_days"],
  permission: "dashboard.read",
  summary:
    "Bets that ended, GGR, deposits and withdrawals by the country of the account on each day, which is one of UTC",
  query: periodIn(z.optional(z.literal("UTC", "zone_invalid"))),
  output: reportOf(
    z.object({
      /** Null: the country of the account is not known. */
      country: z.nullable(z.string()),
      currency: currencyField,
      /** Players whose bets ended. */
      players: z.number(),
      bets: z.number(),
      wagered: moneyField,
      paid: moneyField,
      /** Wagered less paid, real and bonus money. */
      ggr: moneyField,
      deposits: moneyField,
      payouts: moneyField,
    }),
  ),
});

const taxBase = z.enum(taxBases, "base_invalid");
const taxProduct = z.enum(taxProducts, "product_invalid");

export const readTaxReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/tax",
  reads: ["projections.player_game_days", "reporting.tax_rules"],
  permission: "dashboard.read",
  summary:
    "GGR, deductions and tax by the country of the account on each day, which is one of UTC, and by the rule that held",
  query: periodIn(z.optional(z.literal("UTC", "zone_invalid"))),
  output: reportOf(
    z.object({
      /** Null: the country of the account is not known. */
      country: z.nullable(z.string()),
      product: taxProduct,
      currency: currencyField,
      /** The rule of these days; null: none holds, and nothing is due. */
      rule: z.nullable(z.int()),
      base: z.nullable(taxBase),
      /** Hundredths of a percent. */
      rate: z.nullable(z.int()),
      /** Stakes of bets that ended, real and bonus money. */
      stakes: moneyField,
      paid: moneyField,
      ggr: moneyField,
      /** Bonus money that the rule deducts. */
      deducted: moneyField,
      taxable: moneyField,
      /** Tax on the sum of what is taxable in these days, cut to a micro-unit; 0 of a loss. */
      tax: moneyField,
    }),
  ),
});

const taxRule = z.object({
  number: z.int(),
  country: z.string(),
  product: taxProduct,
  base: taxBase,
  rate: z.int(),
  deducts_bonuses: z.boolean(),
  since: z.string(),
  law: z.string(),
  added_by: z.string(),
  approved_by: z.string(),
  added_at: timeField,
});
export type TaxRuleView = z.output<typeof taxRule>;

export const readTaxRules = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/tax-rules",
  reads: ["reporting.tax_rules"],
  permission: "dashboard.read",
  summary: "Taxes of countries with the days from which they hold, newest first",
  output: dataOf(z.array(taxRule)),
});

const isLine = (text: string, most: number) => plainText.test(text) && text.trim().length >= 3 && text.length <= most;

export const addTaxRule = route({
  ...officeChange("reporting"),
  method: "POST",
  path: "/api/office/reports/tax-rules",
  permission: "reports.write",
  stepUp: true,
  summary: "Requests a tax of a country on a product from a day on: another operator approves",
  body: z.object({
    country: z.string("country_invalid").check(z.regex(/^[A-Z]{2}$/, "country_invalid")),
    product: taxProduct,
    base: taxBase,
    /** Hundredths of a percent; 0 ends a tax. */
    rate: z.int("rate_invalid").check(z.gte(0, "rate_invalid"), z.lte(wholeRate, "rate_invalid")),
    deducts_bonuses: z.boolean("deduction_invalid"),
    since: dateField,
    /** The act and the section that it follows. */
    law: z.string("law_invalid").check(z.refine(text => isLine(text, 200), "law_invalid")),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
});
