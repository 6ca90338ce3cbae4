import * as z from "zod/mini";
import { currencyField, cursorField, dataOf, instantField, moneyField, timeField } from "#kit/contract/fields.ts";
import { filePieces, route } from "#kit/contract/route.ts";

/** All balances in one currency, at one moment. */
export const balancesView = z.object({ balance: moneyField, bonus_balance: moneyField, vault_balance: moneyField });

export const statementLine = z.object({
  /** The wallet's own number of the movement. */
  number: z.string(),
  at: timeField,
  kind: z.string(),
  /** The game it belongs to, where it is a bet's. */
  game: z.nullable(z.string()),
  /** The provider's name of its game, by language. */
  title: z.nullable(z.record(z.string(), z.string())),
  /** Amount moved, always above zero. */
  amount: moneyField,
  /** The change of real money and bonus money in total; "0" where it was only a hold, or a move into the vault and back: see `vault_balance`. */
  change: moneyField,
  ...balancesView.shape,
});

export const getStatement = route({
  method: "GET",
  path: "/api/v1/statement",
  module: "statements",
  caller: "player",
  moves: "nothing",
  summary:
    "The movements of one of the caller's wallets in a period, newest first, with opening and closing balances. `change` is that of real and bonus money in total, `balance` is real money. Entries of the wallet that move nothing of the player's are left out, so `number` has gaps",
  query: z.object({ currency: currencyField, from: instantField, to: instantField, cursor: cursorField }),
  output: dataOf(
    z.object({
      currency: currencyField,
      from: timeField,
      to: timeField,
      /** Immediately before the period. */
      opening: balancesView,
      /** At its end, or now where that is later. */
      closing: balancesView,
      /** All deposits less all payouts, up to now and in this currency. */
      net_deposits: moneyField,
      items: z.array(statementLine),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const getStatementFile = route({
  method: "GET",
  path: "/api/v1/statement.csv",
  module: "statements",
  caller: "player",
  moves: "nothing",
  summary: "The same as a CSV file, complete and oldest first",
  query: z.object({ currency: currencyField, from: instantField, to: instantField }),
  file: "text/csv",
  output: filePieces,
  rate: { burst: 10, perMinute: 6 },
});

export type StatementLine = z.output<typeof statementLine>;
export type BalancesView = z.output<typeof balancesView>;
