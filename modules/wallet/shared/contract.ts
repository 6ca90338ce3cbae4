import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { currencyField, dataOf, moneyField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** Playable money, in major units: real, bonus, and both. */
export const balanceView = z.object({
  currency: currencyField,
  balance: moneyField,
  bonus_balance: moneyField,
  total_balance: moneyField,
});

export type BalanceView = z.output<typeof balanceView>;

export const getWallets = route({
  method: "GET",
  path: "/api/v1/wallets",
  module: "wallet",
  caller: "player",
  moves: "nothing",
  summary: "The caller's wallets, with what is in the vault",
  output: dataOf(z.array(z.extend(balanceView, { vault_balance: moneyField }))),
});

/** The status of one of the caller's payments changed; {@link meChannel} publishes it, the payment's own call returns the state. */
export const paymentNews = z.object({ id: z.string(), status: z.int() });

export type PaymentNews = z.output<typeof paymentNews>;

/** The player's own channel. Its messages are hints; the calls return the state. */
export const meChannel = channel({
  name: "me",
  module: "wallet",
  caller: "player",
  summary: "Changes of the caller's balances, one per currency, and of their payments",
  snapshot: z.object({ balances: z.array(balanceView) }),
  events: { balance: balanceView, payment: paymentNews },
});
