import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  dataOf,
  moneyField,
  plainText,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { filePieces, route } from "#kit/contract/route.ts";
import { proofRequired } from "#modules/accounts/shared/errors.ts";
import { linkExists, partnerCodeTaken, partnerExists, partnerFunds, partnerNotApproved } from "./errors.ts";
import { postbackEvents } from "./postback.ts";
import { lineNames } from "./statement.ts";

export const partnerStatuses = ["applied", "approved", "suspended", "declined"] as const;
export type PartnerStatus = (typeof partnerStatuses)[number];
export const payoutStatuses = ["requested", "paid", "declined"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Figures that fewer players made are not shown to a partner. */
export const leastPlayers = 5;
export const mostLinks = 50;

const text = (key: string, least: number, most: number) =>
  z.string(key).check(z.trim(), z.minLength(least, key), z.maxLength(most, key), z.regex(plainText, key));
/** Part of the address of a link: small letters, digits and dashes. */
export const codeField = z.string("code_invalid").check(z.regex(/^[a-z][a-z0-9-]{2,31}$/, "code_invalid"));
const siteField = z
  .string("site_invalid")
  .check(
    z.trim(),
    z.maxLength(200, "site_invalid"),
    z.regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}/]+\.[^\s\p{Cc}\p{Cs}]+$/u, "site_invalid"),
  );
export const monthField = z.string("month_invalid").check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, "month_invalid"));

export const planField = z.object({
  tiers: z.array(z.object({ from: z.int(), rate: z.int() })),
  cpa: z.nullable(z.object({ amount: moneyField, deposit: moneyField, loss: moneyField })),
  carry: z.union([
    z.object({ kind: z.enum(["full", "none"]) }),
    z.object({ kind: z.literal("capped"), most: moneyField }),
  ]),
  /** Share in the commission of each partner that this one invited, thousandths. */
  sub: z.optional(z.int()),
});

export const linesView = z.object(
  Object.fromEntries(lineNames.map(name => [name, moneyField])) as Record<
    (typeof lineNames)[number],
    typeof moneyField
  >,
);

/** A closed month: everything that its commission was computed from. Frozen. */
export const statementContent = z.object({
  partner: z.string(),
  month: z.string(),
  currency: currencyField,
  plan_number: z.int(),
  plan: planField,
  players: z.int(),
  excluded: z.int(),
  registrations: z.int(),
  first_deposits: z.int(),
  /** Figures by day and currency: in that currency, and in the partner's. */
  days: z.array(z.object({ day: z.string(), currency: currencyField, own: linesView, lines: linesView })),
  totals: linesView,
  net_revenue: moneyField,
  carried_in: moneyField,
  balance: moneyField,
  /** Twice the theoretical loss. */
  cap: moneyField,
  counted: moneyField,
  /** Thousandths. */
  rate: z.int(),
  share: moneyField,
  cpa_players: z.int(),
  cpa: moneyField,
  /** Under a plan that pays for sub-partners: what each was paid for the month, and the share of it. */
  sub_partners: z.optional(
    z.object({
      rate: z.int(),
      list: z.array(
        z.object({ code: z.string(), currency: currencyField, commission: moneyField, converted: moneyField }),
      ),
      base: moneyField,
      share: moneyField,
    }),
  ),
  commission: moneyField,
  carried_out: moneyField,
});
export type StatementContent = z.output<typeof statementContent>;

/** What a partner sees of a month: lines only of at least five players. */
const statementView = z.object({
  month: z.string(),
  plan_number: z.int(),
  plan: planField,
  players: z.int(),
  registrations: z.int(),
  first_deposits: z.int(),
  totals: z.nullable(linesView),
  net_revenue: z.nullable(moneyField),
  carried_in: z.nullable(moneyField),
  cap: z.nullable(moneyField),
  counted: z.nullable(moneyField),
  rate: z.int(),
  share: moneyField,
  cpa_players: z.int(),
  cpa: moneyField,
  /** Null under a plan that pays nothing for them. */
  sub_partners: z.nullable(z.object({ rate: z.int(), count: z.int(), base: moneyField, share: moneyField })),
  commission: moneyField,
  carried_out: z.nullable(moneyField),
  /** SHA-256 of the statement's canonical JSON; null while the month is open. */
  hash: z.nullable(z.string()),
});

const payoutView = z.object({
  id: uuidField,
  amount: moneyField,
  destination: z.string(),
  status: z.enum(payoutStatuses),
  requested_at: timeField,
  ended_at: z.nullable(timeField),
});

const partnerView = z.object({
  code: z.string(),
  site: z.string(),
  status: z.enum(partnerStatuses),
  currency: currencyField,
  applied_at: timeField,
  /** The plan in force; null before the first. */
  plan: z.nullable(planField),
  balance: moneyField,
  links: z.array(z.object({ id: uuidField, name: z.string(), stag: z.string(), path: z.string() })),
  /** Partners whom this one invited. `counts`: false for one who shares a device or a means of payment with them. */
  sub_partners: z.array(
    z.object({ code: z.string(), status: z.enum(partnerStatuses), applied_at: timeField, counts: z.boolean() }),
  ),
  statements: z.array(statementView),
  payouts: z.array(payoutView),
});

export const getPartner = route({
  method: "GET",
  path: "/api/v1/partner",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary:
    "The caller as a partner: status, plan, links, closed months, withdrawals; null if they never applied. Rates are in thousandths",
  output: dataOf(z.nullable(partnerView)),
});

export const applyAsPartner = route({
  method: "POST",
  path: "/api/v1/partner",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary: "Applies to the partner program; an operator decides",
  body: z.object({
    code: codeField,
    site: siteField,
    about: text("about_invalid", 10, 500),
    currency: currencyField,
    /** The code of the partner who invited the applicant. */
    invited_by: z.optional(codeField),
  }),
  status: 201,
  output: dataOf(z.object({ status: z.enum(partnerStatuses) })),
  errors: [partnerExists, partnerCodeTaken],
  rate: { burst: 10, perMinute: 5 },
});

const figuresOfPlayers = {
  registrations: z.int(),
  first_deposits: z.int(),
  /** Null where fewer than five players made them. */
  net_revenue: z.nullable(moneyField),
  commission: z.nullable(moneyField),
} as const;
const figures = { clicks: z.int(), ...figuresOfPlayers } as const;

export const getPartnerFigures = route({
  method: "GET",
  path: "/api/v1/partner/figures",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary: "A month of the partner by day and by link; no figure of fewer than five players",
  query: z.object({ month: monthField }),
  output: dataOf(
    z.object({
      month: z.string(),
      currency: currencyField,
      /** Thousandths; null without a plan. */
      rate: z.nullable(z.int()),
      totals: z.object(figures),
      days: z.array(z.object({ day: z.string(), ...figures })),
      links: z.array(z.object({ stag: z.string(), ...figures })),
      /** Figures by the `adplace` of registrations, "" without one; a click names none. */
      placements: z.array(z.object({ adplace: z.string(), ...figuresOfPlayers })),
      /** What the statement would say if the month ended now; null without a plan, or when it is closed. */
      open: z.nullable(statementView),
    }),
  ),
  errors: [partnerNotApproved],
});

export const getPartnerFiguresFile = route({
  method: "GET",
  path: "/api/v1/partner/figures.csv",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary: "The same figures as a CSV file: a line for each day, stag and ad placement",
  query: z.object({ month: monthField }),
  file: "text/csv",
  output: filePieces,
  errors: [partnerNotApproved],
  rate: { burst: 10, perMinute: 6 },
});

export const createPartnerLink = route({
  method: "POST",
  path: "/api/v1/partner/links",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary: "Adds a link with a stag of its own",
  body: z.object({
    name: text("name_invalid", 1, 60),
    stag: z.string("stag_invalid").check(z.regex(/^[a-z0-9_-]{1,40}$/, "stag_invalid")),
    /** The page of the site that it opens. */
    path: z.string("path_invalid").check(z.maxLength(200, "path_invalid"), z.regex(/^\/[a-z0-9/_-]*$/, "path_invalid")),
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [partnerNotApproved, linkExists],
  rate: { burst: 30, perMinute: 30 },
});

export const requestPartnerPayout = route({
  method: "POST",
  path: "/api/v1/partner/payouts",
  module: "partners",
  caller: "player",
  moves: "payout",
  summary: "Requests a withdrawal of commission; two operators pay it",
  body: z.object({ amount: amountField, destination: text("destination_invalid", 8, 200) }),
  status: 201,
  output: dataOf(payoutView),
  errors: [partnerNotApproved, proofRequired, partnerFunds],
  rate: { burst: 10, perMinute: 10 },
});

const eventField = z.enum(postbackEvents, "event_invalid");

export const getPostbacks = route({
  method: "GET",
  path: "/api/v1/partner/postbacks",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary:
    "Addresses that events are sent to by GET, and the last deliveries. Each has `x-timestamp` (Unix seconds) and `x-signature`, the hex of HMAC-SHA256 with `secret` as text over `{timestamp}.{address}`. Without a 2xx it is tried again for a day, with the same `event_id`",
  output: dataOf(
    z.object({
      /** HMAC-SHA256 over `{x-timestamp}.{url}` with it is `x-signature`. */
      secret: z.string(),
      postbacks: z.array(z.object({ event: eventField, url: z.string() })),
      log: z.array(
        z.object({
          event_id: uuidField,
          event: eventField,
          happened_at: timeField,
          state: z.enum(["waiting", "sent", "failed", "withheld"]),
          tries: z.int(),
          /** The status of the last answer, or why there was none. */
          outcome: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  errors: [partnerNotApproved],
});

export const setPostback = route({
  method: "PUT",
  path: "/api/v1/partner/postbacks",
  module: "partners",
  caller: "player",
  moves: "nothing",
  summary:
    "Sets the address for an event; null removes it. Only https, on the host of the partner's site. After its host it may have the macros {click_id}, {event}, {sum}, {currency}, {event_id} and {time} (Unix seconds)",
  body: z.object({
    event: eventField,
    url: z.nullable(z.string("url_invalid").check(z.maxLength(1000, "url_invalid"), z.regex(plainText, "url_invalid"))),
  }),
  status: 204,
  errors: [partnerNotApproved],
  rate: { burst: 20, perMinute: 20 },
});

export type PartnerView = z.output<typeof partnerView>;
export type PartnerFigures = z.output<typeof getPartnerFigures.output>["data"];
export type StatementView = z.output<typeof statementView>;
export type PlanView = z.output<typeof planField>;
