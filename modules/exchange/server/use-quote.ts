import { fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import { type Rate, readRate } from "#modules/rates/shared/rate.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import type { createExchange } from "../shared/contract.ts";
import { exchangeLimitReached, quoteChanged, quoteExpired, quoteUsed } from "../shared/errors.ts";
import { exchangeLimits, hasMoved } from "../shared/terms.ts";
import { quoteView } from "./quote.ts";
import { lockQuote, noteUse, type Quote, quoteOfKey, soldToday, unusedQuote } from "./store.ts";

export interface UseNeeds {
  readonly host: Host;
  readonly rates: Pick<Rates, "rate">;
  readonly wallet: Pick<Wallet, "credit" | "debit" | "move">;
}

export interface UseQuoteRequest {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly quote: Uuid;
}

type Exchanged = RouteOutput<typeof createExchange>["data"];

/**
 * Books a quote as offered, once: both legs, the spread and the rounding difference in one transaction under the quote's
 * own id. The same key gets the first answer. Fails with `idempotency_conflict`, `not_found`, `quote_used`, `quote_expired`,
 * `quote_changed`, `insufficient_funds`, `exchange_limit_reached`, and with `unavailable` while the rates are older than two minutes.
 */
export async function useQuote(needs: UseNeeds, { player, key, quote: id }: UseQuoteRequest): Promise<Exchanged> {
  const { host } = needs;
  const current = await currentRate(needs, player, id);
  return host.db.tx(async tx => {
    const quote = await lockQuote(tx, player, id);
    const named = await quoteOfKey(tx, player, key);
    if (named !== undefined && named !== id) fail(idempotencyConflict);
    if (!quote) return fail(notFound);
    if (quote.exchangedAt !== null) return answerAgain(quote.answer, named === id);
    const now = new Date(host.clock.now());
    if (now >= quote.expiresAt) fail(quoteExpired);
    if (current && hasMoved(readRate(quote.rate), current)) fail(quoteChanged);
    const answer = { ...quoteView(quote), exchanged_at: now.toISOString() };
    await book(needs, tx, quote);
    await noteUse(tx, id, { key, at: now, answer: JSON.stringify(answer) });
    await checkDay(tx, quote, now);
    host.failpoints.hit("exchange.booked");
    return answer;
  });
}

/** Read before the transaction, because the feed is a remote call; undefined where the quote will not be used. */
async function currentRate({ host, rates }: UseNeeds, player: PlayerId, id: Uuid): Promise<Rate | undefined> {
  const quote = await unusedQuote(host.db, player, id);
  const isOpen = quote !== undefined && host.clock.now() < quote.expiresAt.getTime();
  return isOpen ? rates.rate(quote.fromCurrency, quote.toCurrency) : undefined;
}

function answerAgain(answer: string | null, isSameCall: boolean): Exchanged {
  return isSameCall ? (JSON.parse(required(answer, "written with the use")) as Exchanged) : fail(quoteUsed);
}

/** Locks the wallets in order of currency, so that opposite exchanges do not deadlock. */
async function book(needs: UseNeeds, tx: Tx, quote: Quote): Promise<void> {
  const legs = [sell, buy];
  if (quote.toCurrency < quote.fromCurrency) legs.reverse();
  for (const leg of legs) await leg(needs, tx, quote);
}

async function sell({ wallet }: UseNeeds, tx: Tx, quote: Quote): Promise<void> {
  const { playerId: owner, id: reference, fromCurrency: currency, sold: amount } = quote;
  const to = account("exchange");
  const answer = await wallet.debit(tx, { owner, currency, amount, kind: "exchange", reference, to });
  if (answer.kind === "refused") fail(insufficientFunds, { data: { balance: formatAmount(answer.balance) } });
}

async function buy({ wallet }: UseNeeds, tx: Tx, quote: Quote): Promise<void> {
  const { playerId: owner, id: reference, toCurrency: currency, received, spread, remainder } = quote;
  const from = account("exchange");
  const leg = { owner, currency, reference, from } as const;
  await wallet.credit(tx, { ...leg, amount: received, kind: "exchange_in" });
  if (spread > 0n) await wallet.move(tx, { ...leg, amount: spread, kind: "exchange_spread", to: account("fees") });
  if (remainder > 0n)
    await wallet.move(tx, { ...leg, amount: remainder, kind: "exchange_rounding", to: account("rounding") });
}

/** The amount just written is included, and its wallet is locked: of two the second sees the first. */
async function checkDay(tx: Tx, { playerId, fromCurrency }: Quote, now: Date): Promise<void> {
  const { day } = exchangeLimits[fromCurrency];
  if ((await soldToday(tx, playerId, fromCurrency, now)) > parseDecimal(day))
    fail(exchangeLimitReached, { data: { limit: day } });
}
