import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import { createQuote, createExchange as exchangeCall } from "../shared/contract.ts";
import { exchangeLimitReached, exchangeOutOfLimits, quoteChanged, quoteExpired, quoteUsed } from "../shared/errors.ts";
import { makeQuote } from "./quote.ts";
import { exchangesOf, forgetUnused } from "./store.ts";
import { useQuote } from "./use-quote.ts";

export { exchangeInvariants } from "./invariants.ts";

export interface ExchangeNeeds {
  readonly rates: Pick<Rates, "rate">;
  readonly wallet: Pick<Wallet, "balances" | "credit" | "debit" | "move">;
}

const dayMs = 86_400_000;

/** Exchange between a player's currencies: quotes and their use. */
export function createExchange(host: Host, needs: ExchangeNeeds): ServerModule {
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [exchangeOutOfLimits, exchangeLimitReached, quoteExpired, quoteChanged, quoteUsed],
    handlers: [
      handle(createQuote, async ({ session: { player }, input: { body } }) => {
        const [from, to] = [body.from as Currency, body.to as Currency];
        return { data: await makeQuote({ host, ...needs }, { player, from, to, amount: body.amount }) };
      }),
      handle(exchangeCall, async ({ session: { player }, key, input: { body } }) => {
        const quote = required(parseUuid(body.quote_id), "checked by the contract");
        return { data: await useQuote({ host, ...needs }, { player, key, quote }) };
      }),
    ],
    personalData: player => exchangesOf(host.db, player),
    jobs: [
      {
        name: "exchange-forget-quotes",
        cron: "17 3 * * *",
        run: () => forgetUnused(host.db, new Date(host.clock.now() - dayMs)),
      },
    ],
  };
}
