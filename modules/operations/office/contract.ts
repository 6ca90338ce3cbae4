import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { coinNames } from "#modules/crypto/shared/coins.ts";
import { officeRead } from "#modules/operators/office/fields.ts";

/** Fees booked in a period: in ether, in which the network charges for every coin, and in the currency of all totals. */
const networkCost = z.object({ transactions: z.number(), ether: z.string(), worth: moneyField });

/** Queues whose age the dashboard shows. */
export const agedQueues = ["payouts", "kyc", "harm", "risk", "support", "corrections"] as const;

export const readDashboard = route({
  ...officeRead("operations"),
  path: "/api/office/dashboard",
  reads: [
    "projections",
    "office",
    "desk.return_alerts",
    "crypto",
    "operators.emergencies",
    "odds.alarms",
    "providers.alarms",
    "rates",
    "payments.payouts",
    "verification.cases",
    "harm.cases",
    "risk.cases",
    "support.conversations",
    "corrections",
  ],
  permission: "dashboard.read",
  summary:
    "What we owe by currency, network fees of coins in the last 24 hours, how long each queue waits, and alerts with who works on them",
  query: z.object({
    /** One currency; all of them in euros if omitted. */
    currency: z.optional(currencyField),
  }),
  output: dataOf(
    z.object({
      at: timeField,
      /** The currency of network fees. */
      in: currencyField,
      /** False if amounts of other currencies are left out because they have no rate. */
      complete: z.boolean(),
      /** Current liabilities over all accounts, by currency. */
      liabilities: z.array(
        z.object({
          currency: currencyField,
          real: moneyField,
          bonus: moneyField,
          vault: moneyField,
          in_play: moneyField,
          payouts: moneyField,
          to_be_returned: moneyField,
          total: moneyField,
        }),
      ),
      /** Network fees of payouts and sweeps by coin; test accounts always count, because the fees are real. */
      network_fees: z.array(z.object({ coin: z.enum(coinNames), now: networkCost, before: networkCost })),
      /** How many wait in each queue, and since when the first one does. */
      queues: z.array(z.object({ queue: z.enum(agedQueues), waiting: z.int(), since: z.nullable(timeField) })),
      alerts: z.array(
        z.object({
          /** Names the alert for calls about it, for as long as its cause lasts. */
          alert: z.string(),
          kind: z.enum([
            "broken",
            "unchecked",
            "disk_low",
            "disk_full",
            "shared_origin",
            "method_off",
            "emergency",
            "return_bounds",
            "whole",
          ]),
          text: z.string(),
          /** An approval that may come from one person: the requester, or null for a player; the approver; how often; what they share. */
          approval: z.optional(
            z.object({
              author: z.nullable(z.string()),
              approver: z.string(),
              approvals: z.number(),
              address: z.boolean(),
              device: z.boolean(),
            }),
          ),
          /** A game's return outside its bounds, in percent, and what speaks against its rules: the first of these that is given. */
          returned: z.optional(
            z.object({
              game: z.string(),
              rules_version: z.string(),
              bets: z.int(),
              measured: z.string(),
              designed: z.string(),
              /** So many to one: games that are judged by rounds. */
              odds_against: z.nullable(z.number()),
              /** Standard deviations between the two. */
              sigmas: z.nullable(z.string()),
              /** Payouts of 100 times the stake and more, and how many were expected. */
              large_wins: z.int(),
              expected_large_wins: z.string(),
            }),
          ),
          at: z.nullable(timeField),
          /** Who works on it, and since when. */
          owner: z.nullable(z.object({ id: uuidField, name: z.string(), since: timeField })),
        }),
      ),
    }),
  ),
});

/** The length of each queue. */
export const readQueues = route({
  ...officeRead("operations"),
  path: "/api/office/queues",
  reads: [
    "verification",
    "payments.payouts",
    "payments.payout_approvals",
    "corrections",
    "approvals",
    "harm.cases",
    "risk.cases",
    "support.conversations",
    "partners",
    "vip.requests",
    "profiles",
    "betting",
    "odds.alarms",
    "odds.incidents",
    "crypto.alarms",
    "accounts.mentions",
  ],
  permission: "self",
  summary: "The lengths of the queues the caller may see",
  output: dataOf(z.record(z.string(), z.number())),
});

/** The processes that run on the database. */
export const readNodes = route({
  ...officeRead("operations"),
  path: "/api/office/nodes",
  reads: ["cluster"],
  permission: "dashboard.read",
  summary: "The nodes of the cluster that sent a beat within the last minute, and the leaders of shared rounds",
  output: dataOf(
    z.object({
      nodes: z.array(
        z.object({
          name: z.string(),
          /** Address of the listener for other nodes; null without one. */
          address: z.nullable(z.string()),
          roles: z.array(z.string()),
          services: z.array(z.string()),
          version: z.string(),
          /** Version of the messages between nodes. */
          contract: z.int(),
          bus: z.string(),
          /** The database's clock less the node's, milliseconds. */
          clock_offset_ms: z.int(),
          /** The time that the database took for the last beat, milliseconds. */
          lag_ms: z.int(),
          started_at: timeField,
          /** No beat for five seconds: it has ended, hangs, or has no database. */
          silent: z.boolean(),
        }),
      ),
      leaders: z.array(z.object({ name: z.string(), node: z.string(), epoch: z.string() })),
    }),
  ),
});
