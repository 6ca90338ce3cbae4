import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { coinNames } from "#modules/crypto/shared/coins.ts";
import { idParams, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { maskDestination, maskedDestination } from "#modules/operators/shared/masked.ts";

const coinField = z.enum(coinNames, "coin_invalid");

/** What an alert says. An address is a player's: only its ends are shown, as in sweeps. */
const alarmFacts = z
  .record(z.string(), z.unknown())
  .check(
    z.overwrite(({ address, ...facts }: Record<string, unknown>) =>
      typeof address === "string" ? Object.assign(facts, { address: maskDestination(address) }) : facts,
    ),
  );

const alarm = z.object({
  id: uuidField,
  at: timeField,
  what: z.string(),
  facts: alarmFacts,
  acknowledged_at: z.nullable(timeField),
  acknowledged_by: z.nullable(z.string()),
});

export const readCoinAlarms = route({
  ...officeRead("crypto"),
  path: "/api/office/coin-alarms",
  permission: "payments.read",
  summary: "Coin alerts, newest first: the open ones, or all",
  query: z.object({ which: z.optional(z.enum(["open", "all"], "which_invalid")) }),
  output: dataOf(z.array(alarm)),
});

export const acknowledgeCoinAlarm = route({
  ...officeChange("crypto"),
  method: "POST",
  path: "/api/office/coin-alarms/:id/acknowledge",
  permission: "coins.write",
  summary: "Resolves an alert with a note; it stays in the full list",
  params: idParams,
  body: withReason,
  status: 204,
});

export const readCoins = route({
  ...officeRead("crypto"),
  path: "/api/office/coins",
  permission: "payments.read",
  summary: "Our amount of each coin in the books and on the chain at the last comparison, and the sweeps",
  output: dataOf(
    z.object({
      comparisons: z.array(
        /** Decimal, in whole coins. */
        z.object({ coin: coinField, at: timeField, in_books: z.string(), on_chain: z.string() }),
      ),
      /** When it was requested; the result is null until the chain was read. */
      sweep_requests: z.array(
        z.object({
          id: uuidField,
          coin: coinField,
          asked_by: z.string(),
          asked_at: timeField,
          ordered_at: z.nullable(timeField),
          addresses: z.nullable(z.number()),
          amount: z.nullable(z.string()),
        }),
      ),
      /** Per address. */
      sweeps: z.array(
        z.object({
          id: uuidField,
          coin: coinField,
          address: maskedDestination,
          amount: z.string(),
          state: z.enum(["ordered", "signed", "final", "failed", "given_up"]),
          tx_hash: z.nullable(z.string()),
          ordered_at: timeField,
          ended_at: z.nullable(timeField),
        }),
      ),
    }),
  ),
});

export const sweepCoins = route({
  ...officeChange("crypto"),
  method: "POST",
  path: "/api/office/coins/:coin/sweep",
  permission: "coins.write",
  summary:
    "Requests a sweep of at most fifty players' addresses to our own wallet; a coin has one open request at a time",
  params: z.object({ coin: coinField }),
  body: withReason,
  status: 204,
});
