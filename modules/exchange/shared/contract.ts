import * as z from "zod/mini";
import { amountOrAllField, currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { exchangeLimitReached, exchangeOutOfLimits, quoteChanged, quoteExpired, quoteUsed } from "./errors.ts";

const quoteView = z.object({
  id: z.string(),
  from: currencyField,
  to: currencyField,
  /** Amount taken from the one wallet. */
  amount: moneyField,
  /** Amount credited to the other, after spread and rounding. */
  receive: moneyField,
  /** Units of `to` for one of `from`, before the spread. */
  rate: z.string(),
  /** When the rate was published. */
  rate_at: timeField,
  /** Our spread, in `to`. */
  spread: moneyField,
  expires_at: timeField,
});

export const createQuote = route({
  method: "POST",
  path: "/api/v1/exchange/quotes",
  module: "exchange",
  caller: "player",
  moves: "nothing",
  summary: "Offers a rate for 30 seconds in place of the quote offered before; no money moves",
  body: z.object({
    from: currencyField,
    to: currencyField,
    /** `all`: all of the real money, including fractions too small to type. */
    amount: amountOrAllField,
  }),
  status: 201,
  output: dataOf(quoteView),
  errors: [insufficientFunds, exchangeOutOfLimits],
  rate: { burst: 60, perMinute: 60 },
});

export const createExchange = route({
  method: "POST",
  path: "/api/v1/exchange",
  module: "exchange",
  caller: "player",
  moves: "own",
  summary: "Exchanges at a quote, once, while the rate stays within half a spread of it",
  body: z.object({ quote_id: uuidField }),
  status: 201,
  output: dataOf(z.extend(quoteView, { exchanged_at: timeField })),
  errors: [quoteUsed, quoteExpired, quoteChanged, insufficientFunds, exchangeLimitReached],
  rate: { burst: 30, perMinute: 30 },
});

export type QuoteView = z.output<typeof quoteView>;
