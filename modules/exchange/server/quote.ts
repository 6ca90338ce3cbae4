import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros, micros, parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import type { QuoteView } from "../shared/contract.ts";
import { exchangeOutOfLimits } from "../shared/errors.ts";
import { exchangeLimits, partsOf, quoteLifeMs } from "../shared/terms.ts";
import { type Quote, replaceQuote } from "./store.ts";

export interface QuoteNeeds {
  readonly host: Host;
  readonly rates: Pick<Rates, "rate">;
  readonly wallet: Pick<Wallet, "balances">;
}

export interface QuoteRequest {
  readonly player: PlayerId;
  readonly from: Currency;
  readonly to: Currency;
  /** The amount as received: matches the grammar of amounts, or `all`. */
  readonly amount: string;
}

/**
 * Offers a rate for 30 seconds, replacing the previous quote. Fails with `validation_failed`, `insufficient_funds`, `exchange_out_of_limits`, and with `unavailable` while
 * the rates are older than two minutes.
 */
export async function makeQuote({ host, rates, wallet }: QuoteNeeds, request: QuoteRequest): Promise<QuoteView> {
  const { player, from, to } = request;
  if (from === to) fail(validationFailed, { errors: { to: ["same_currency"] } });
  const balance = (await wallet.balances(player)).find(each => each.currency === from)?.real ?? micros(0n);
  const sold = request.amount === "all" ? balance : required(parseAmount(request.amount), "checked by the contract");
  if (sold > balance || balance === 0n) fail(insufficientFunds, { data: { balance: formatAmount(balance) } });
  const rate = await rates.rate(from, to);
  const { received, spread, remainder } = partsOf(sold, rate);
  checkLimits(from, sold, received);
  const now = host.clock.now();
  const quote: Quote = {
    id: host.ids.next(),
    playerId: player,
    fromCurrency: from,
    toCurrency: to,
    sold,
    received,
    spread,
    remainder,
    rate: rate.text,
    rateAt: rate.at,
    quotedAt: new Date(now),
    expiresAt: new Date(now + quoteLifeMs),
  };
  await host.db.tx(tx => replaceQuote(tx, quote));
  return quoteView(quote);
}

function checkLimits(from: Currency, sold: Micros, received: Micros): void {
  const { max } = exchangeLimits[from];
  if (sold > parseDecimal(max) || received === 0n) fail(exchangeOutOfLimits, { data: { max } });
}

export function quoteView(quote: Quote): QuoteView {
  return {
    id: quote.id,
    from: quote.fromCurrency,
    to: quote.toCurrency,
    rate: quote.rate,
    amount: formatAmount(quote.sold),
    receive: formatAmount(quote.received),
    spread: formatAmount(quote.spread),
    rate_at: quote.rateAt.toISOString(),
    expires_at: quote.expiresAt.toISOString(),
  };
}
