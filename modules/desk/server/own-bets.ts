import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Bet, WalletBooks } from "#modules/wallet/server/port.ts";
import type { getOwnBets } from "../shared/contract.ts";
import type { BetIds } from "./bet-id.ts";
import { ownBetsPage } from "./pages.ts";
import { paidMultiplier } from "./rows.ts";

interface Needs {
  readonly ids: BetIds;
  readonly wallet: Pick<WalletBooks, "history">;
}

/** A page of the caller's bets in one currency, newest first: of one game, or of all. */
export async function listOwnBets(
  { ids, wallet }: Needs,
  call: Call<typeof getOwnBets>,
  currency: Currency,
): Promise<RouteOutput<typeof getOwnBets>> {
  const { game } = call.input.query;
  return { data: await ownBetsPage(wallet, call, { currency, game }, bet => viewOf(ids, bet)) };
}

function viewOf(ids: BetIds, bet: Bet) {
  return {
    id: ids.seal(bet.player, bet.key),
    game: bet.game,
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
  };
}
