import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { coinNames } from "#modules/crypto/shared/coins.ts";
import { looks } from "#modules/operators/office/fields.ts";

const turnover = {
  wagered: moneyField,
  bets: z.number(),
  /** Gross: what games took less what they paid. Net: less bonuses given. */
  ggr: moneyField,
  ngr: moneyField,
  deposits: moneyField,
  deposit_count: z.number(),
  payouts: moneyField,
  payout_count: z.number(),
};

/** Booked in a time: in ether, which the network takes whatever coin is moved, and in the currency of all sums. */
const networkCost = z.object({ transactions: z.number(), ether: z.string(), worth: moneyField });

export const readDashboard = route({
  ...looks("operations"),
  path: "/api/office/dashboard",
  permission: "dashboard.read",
  summary:
    "Money of the last 24 hours from the ledger, in all and by currency, hour and game; what the network took for coins; what is owed; what waits; alerts",
  query: z.object({
    /** One currency; all of them in euros where it is left out. */
    currency: z.optional(currencyField),
    /** Whether test accounts count. They do in the demo house, whose people are test accounts. */
    tests: z.optional(z.enum(["with", "without"], "tests_invalid")),
  }),
  output: dataOf(
    z.object({
      at: timeField,
      /** The currency of all sums but those by currency. */
      in: currencyField,
      /** False where sums of other currencies are left out, because nobody says what they are worth. */
      complete: z.boolean(),
      now: z.object(turnover),
      /** The 24 hours before. */
      before: z.object(turnover),
      hours: z.array(z.object({ hour: timeField, ggr: moneyField, ngr: moneyField })),
      games: z.array(z.object({ game: z.string(), wagered: moneyField, paid: moneyField, bets: z.number() })),
      /** What the house owes now, of all accounts, in each currency. */
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
      by_currency: z.array(z.object({ currency: currencyField, ...turnover })),
      /** What the network took for payouts and sweeps of each coin; test accounts always count, because the network took it. */
      network_fees: z.array(z.object({ coin: z.enum(coinNames), now: networkCost, before: networkCost })),
      alerts: z.array(
        z.object({
          kind: z.enum(["broken", "unchecked", "disk_low", "disk_full", "shared_origin", "method_off", "whole"]),
          text: z.string(),
          /** Of an approval that looks like one person's: who asked, or null for a player; who approved; how often; what they share. */
          approval: z.optional(
            z.object({
              author: z.nullable(z.string()),
              approver: z.string(),
              approvals: z.number(),
              address: z.boolean(),
              device: z.boolean(),
            }),
          ),
          at: z.nullable(timeField),
        }),
      ),
    }),
  ),
});

/** How many things wait in each room. */
export const readQueues = route({
  ...looks("operations"),
  path: "/api/office/queues",
  permission: "self",
  summary: "How much waits in the queues the caller may see",
  output: dataOf(z.record(z.string(), z.number())),
});
