import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import { depositsBlocked } from "#modules/payments/shared/errors.ts";
import { coinNames } from "./coins.ts";

const coinField = z.enum(coinNames, "method_unknown");

/**
 * State of a transfer: `seen` in a block and not deep enough, `gone` from the chain again, and once it was deep enough
 * `credited`, `to_be_returned` (all of it; a part is on the invoice) or `quarantined`.
 */
export const transferStates = ["seen", "gone", "credited", "to_be_returned", "quarantined"] as const;

export const incomingTransfer = z.object({
  id: z.string(),
  tx_hash: z.string(),
  /** The coin that arrived: a token sent to the address of another coin keeps its own name, decimals and minimum. */
  coin: coinField,
  code: z.string(),
  /** Decimal, in coins. */
  amount: z.string(),
  confirmations: z.int(),
  state: z.enum(transferStates),
  /** Why it was not credited: below the minimum, or without an owner. */
  reason: z.nullable(z.enum(["too_little", "not_offered"])),
  /** The transfer's invoice, what was credited, and what goes back; null where there is none. */
  invoice: z.nullable(z.string()),
  credited: z.nullable(moneyField),
  to_be_returned: z.nullable(moneyField),
  currency: z.nullable(currencyField),
  seen_at: timeField,
});

/** A player's own address of one coin, and its transfers. */
export const coinDeposit = z.object({
  coin: coinField,
  code: z.string(),
  /** With an EIP-55 checksum. */
  address: z.string(),
  /** For wallets that scan a code: EIP-681. */
  uri: z.string(),
  chain_id: z.int(),
  /** Minimum that is credited, in coins. */
  least: z.string(),
  /** The currency it is credited in, and its approximate rate for one coin. */
  currency: currencyField,
  rate: z.string(),
  /** Blocks from a transfer's block to the newest, both counted, before it is credited. */
  confirmations: z.int(),
  /** The newest first. */
  incoming: z.array(incomingTransfer),
});

export const openCoinAddress = route({
  method: "POST",
  path: "/api/v1/billing/crypto-addresses",
  module: "crypto",
  caller: "player",
  moves: "deposit",
  summary:
    "The caller's own address of a coin, created by the first call; what arrives there is credited in the caller's current currency",
  body: z.object({ coin: coinField }),
  status: 201,
  output: dataOf(coinDeposit),
  errors: [depositsBlocked, policyAcceptanceRequired],
  rate: { burst: 60, perMinute: 60 },
});

export const getCoinDeposit = route({
  method: "GET",
  path: "/api/v1/billing/crypto-addresses/:coin",
  module: "crypto",
  caller: "player",
  moves: "nothing",
  summary: "The caller's address of a coin and the state of transfers to it; 404 while there is no address",
  params: z.object({ coin: coinField }),
  output: dataOf(coinDeposit),
  rate: { burst: 120, perMinute: 120 },
});

export type CoinDeposit = z.output<typeof coinDeposit>;
export type IncomingTransfer = z.output<typeof incomingTransfer>;
