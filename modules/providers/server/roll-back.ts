import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { RollbackBody } from "../shared/wallet-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import { keyOf, playerOf, roundName } from "./place-bet.ts";
import type { Provider } from "./registry.ts";
import type { Reply } from "./signed-call.ts";

/** Returns a bet, or makes sure that it is never taken. */
export async function rollBack(
  { wallet, alarms }: ProviderNeeds,
  provider: Provider,
  body: RollbackBody,
  requestHash: Uint8Array,
): Promise<Reply> {
  const player = playerOf(body.player);
  const answer = await wallet.rollBack({
    player,
    key: keyOf(provider, body.tx),
    requestHash,
    round: roundName(provider, body),
    game: provider.account,
    currency: body.currency as Currency,
    ref: keyOf(provider, body.ref),
    reason: body.reason,
  });
  if (answer.kind === "rolled_back") return { status: "ok", balance: formatAmount(answer.balance) };
  if (answer.reason === "already_won")
    alarms.raise(provider.id, "already_won", `${player}/${body.ref}`, { player, bet: body.ref, round: body.round });
  return { status: answer.reason };
}
