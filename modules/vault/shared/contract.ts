import * as z from "zod/mini";
import { amountField, amountOrAllField, currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { vaultLocked } from "./errors.ts";

const vaultView = z.object({
  currency: currencyField,
  /** Real money that can be moved in. */
  balance: moneyField,
  vault_balance: moneyField,
  /** Until then nothing can be taken out; null when it can now. */
  locked_until: z.nullable(timeField),
});

export const getVault = route({
  method: "GET",
  path: "/api/v1/vault",
  module: "vault",
  caller: "player",
  moves: "nothing",
  summary: "The caller's vaults, one for each wallet",
  output: dataOf(z.array(vaultView)),
});

export const putAside = route({
  method: "POST",
  path: "/api/v1/vault/put",
  module: "vault",
  caller: "player",
  moves: "own",
  summary: "Moves real money to the vault, optionally with a lock; an existing lock can only be extended",
  body: z.object({
    currency: currencyField,
    amount: amountField,
    lock_days: z.optional(z.union([z.literal(0), z.literal(1), z.literal(7), z.literal(30)], "lock_days_invalid")),
  }),
  output: dataOf(vaultView),
  errors: [insufficientFunds],
});

export const takeOut = route({
  method: "POST",
  path: "/api/v1/vault/take",
  module: "vault",
  caller: "player",
  moves: "own",
  summary: "Moves money from the vault back to the wallet",
  body: z.object({ currency: currencyField, amount: amountOrAllField }),
  output: dataOf(vaultView),
  errors: [vaultLocked, insufficientFunds],
});

export type VaultView = z.output<typeof vaultView>;
