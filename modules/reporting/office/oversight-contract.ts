import * as z from "zod/mini";
import { currencyField, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead } from "#modules/operators/office/fields.ts";
import { eventKinds } from "#modules/reporting/shared/significant-events.ts";
import { period, reportOf } from "./contract.ts";

/** Reports for supervision: rules in force, large wins, players' money, chargebacks, checks of players, complaints, operators, significant events. */

export const readVersionsReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/versions",
  reads: ["projections.version_half_hours", "projections.closed_days"],
  permission: "bets.figures.read",
  summary: "Versions of games' rules: what ended under each in the period, and which are in force now",
  query: period,
  output: reportOf(
    z.object({
      game: z.string(),
      /** Null: bets of other companies' games name none. */
      version: z.nullable(z.string()),
      in_force: z.boolean(),
      /** Null where nothing ended under it in the period. */
      currency: z.nullable(currencyField),
      /** When the half hours of the first and the last bet begin. */
      first: z.nullable(timeField),
      last: z.nullable(timeField),
      bets: z.number(),
      wagered: moneyField,
      /** What these bets paid, without jackpots; null where the version is. */
      paid: z.nullable(moneyField),
    }),
  ),
});

export const winKinds = ["win", "jackpot", "taken_back"] as const;

export const readWinsReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/wins",
  reads: ["projections.large_wins", "projections.closed_days"],
  permission: "bets.figures.read",
  summary: "Payouts of a thousand euros and more (a fixed sum in each currency), and every jackpot, in order",
  query: period,
  output: reportOf(
    z.object({
      at: timeField,
      game: z.string(),
      kind: z.enum(winKinds),
      player: uuidField,
      currency: currencyField,
      /** Negative: taken back by a correction. */
      amount: moneyField,
      /** Id of the bet, the slip's revision, the round or the pot. */
      reference: uuidField,
    }),
  ),
});

export const readFundsReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/funds",
  reads: ["projections.half_hours", "projections.closed_days"],
  permission: "dashboard.read",
  summary: "What is owed to players at the end of the last day, beside the money that covers it, by currency",
  query: period,
  output: reportOf(
    z.object({
      currency: currencyField,
      real: moneyField,
      bonus: moneyField,
      vault: moneyField,
      /** Stakes of bets that have not ended. */
      in_play: moneyField,
      /** Withdrawals that were debited and have not been sent. */
      payouts: moneyField,
      /** Pots that players will win, and what they begin with then. */
      pots: moneyField,
      /** Deposits that go back, or whose invoice is not known. */
      held: moneyField,
      /** Commissions of partners. */
      partners: moneyField,
      /** The sum of all above. */
      owed: moneyField,
      bank: moneyField,
      /** With payment providers. */
      providers: moneyField,
      /** Coins on their chains. */
      chain: moneyField,
      /** The sum of the three less what is owed; negative: not covered. */
      surplus: moneyField,
    }),
  ),
});

export const checkEvents = [
  "submitted",
  "approved",
  "declined",
  "more",
  "opened_claim",
  "opened_score",
  "opened_rule",
  "ended_fraud",
  "ended_not_fraud",
  "ended_timed_out",
  "ended_ended",
] as const;

export const readChecksReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/checks",
  reads: ["verification.steps", "risk.cases"],
  permission: "risk.read",
  summary: "Identity checks submitted and decided, and risk and money laundering cases opened and ended, of each day",
  query: period,
  output: reportOf(z.object({ day: z.string(), event: z.enum(checkEvents), count: z.int(), players: z.int() })),
});

export const complaintTopics = ["sign_in", "money", "result", "documents", "other"] as const;

export const readComplaintsReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/complaints",
  reads: ["support.conversations"],
  permission: "support.read",
  summary: "Complaints by the day on which they were marked and their topic, and what has become of them until now",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      topic: z.enum(complaintTopics),
      received: z.int(),
      guests: z.int(),
      answered: z.int(),
      resolved: z.int(),
      open: z.int(),
      /** The longest time to a resolution; null while none is resolved. */
      longest_hours: z.nullable(z.int()),
    }),
  ),
});

export const readAccessReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/access",
  reads: ["audit.entries", "operators.reads"],
  permission: "operators.read",
  summary:
    "Sign-ins, refused factors, reveals, opened documents, exports, actions, and what was read by each operator and day",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      operator: z.string(),
      name: z.string(),
      /** During a session that was opened by break-glass it says so. */
      role: z.string(),
      sign_ins: z.int(),
      refused: z.int(),
      reveals: z.int(),
      documents: z.int(),
      exports: z.int(),
      /** All entries of the audit log, those before included. */
      entries: z.int(),
      addresses: z.int(),
      /** Calls that read something, and rows in their answers, from the access log. */
      reads: z.int(),
      rows_read: z.int(),
    }),
  ),
});

export const readChargebacksReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/chargebacks",
  reads: ["payments.chargebacks", "debts.debts"],
  permission: "payments.read",
  summary: "Deposits that banks recalled, by day, provider and currency, and what of them players still owe",
  query: period,
  output: reportOf(
    z.object({
      day: z.string(),
      provider: z.string(),
      currency: currencyField,
      count: z.int(),
      players: z.int(),
      amount: moneyField,
      /** Collected until now. */
      collected: moneyField,
      waived: moneyField,
      owed: moneyField,
    }),
  ),
});

export const readEventsReport = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/events",
  reads: ["audit.entries", "desk.return_alerts", "office.watch_events"],
  permission: "audit.read",
  summary:
    "Significant events and alterations in order: books that break, returns out of bounds, refused sign-ins, corrections, voids, and changes of rules, limits, texts and regions",
  query: period,
  output: reportOf(
    z.object({
      at: timeField,
      kind: z.enum(eventKinds),
      /** An action of the audit log; or of an alert or a check. */
      event: z.string(),
      subject: z.string(),
      /** Null: nobody's action. */
      operator: z.nullable(z.string()),
      role: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});
