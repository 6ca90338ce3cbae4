import { Failure } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { freeBetUnavailable } from "../shared/errors.ts";
import type { listFreeBets } from "../shared/free-bet-contract.ts";
import type { RequestedSlip } from "../shared/read-slip.ts";
import type { Offers } from "./offers.ts";

/** The refusal of a slip whose free bet cannot be staked, or has another amount. The statement decides again. */
export async function freeBetRefusal(
  offers: Offers,
  player: PlayerId,
  currency: Currency,
  { freeBet, stake }: Pick<RequestedSlip, "freeBet" | "stake">,
): Promise<Failure | undefined> {
  if (freeBet === null) return undefined;
  const found = (await offers.freeBets(player, currency)).find(({ id }) => id === freeBet);
  if (!found) return new Failure(freeBetUnavailable);
  return found.amount === stake ? undefined : new Failure(validationFailed, { errors: { unit: ["invalid"] } });
}

export async function ownFreeBets(
  offers: Offers,
  { session: { player, currency } }: Call<typeof listFreeBets>,
): Promise<RouteOutput<typeof listFreeBets>> {
  const found = currency ? await offers.freeBets(player, currency) : [];
  return {
    data: found.map(({ id, amount, currency: of, expiresAt }) => ({
      id,
      amount: formatAmount(amount),
      currency: of,
      expires_at: expiresAt.toISOString(),
    })),
  };
}
