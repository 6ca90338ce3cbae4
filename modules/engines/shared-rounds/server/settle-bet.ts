import type { Leadership } from "#kit/leadership/leader.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { Bet, Settlement, WalletPort } from "#modules/wallet/server/port.ts";

/** Bets sent to the wallet at one time: well below what a lane takes. */
const chunk = 256;

/** How a bet ends, and under which leadership. */
export interface BetEnd {
  readonly bet: Bet;
  readonly result: Settlement["result"];
  /** The idempotency key of the player's request that ended it, so that its repeat gets the same answer. */
  readonly key?: Uuid;
}

/**
 * Ends one bet of a shared round, retrying until done. A newer leader ends this leadership instead.
 * @returns the bet as now stored
 */
export function settleBet(
  wallet: Pick<WalletPort, "settle">,
  bettingWindow: string,
  leadership: Leadership,
  { bet, result, key }: BetEnd,
): Promise<Bet> {
  const settlement: Settlement = {
    player: bet.player,
    bet: bet.key,
    ...(key === undefined ? {} : { key }),
    result,
    bettingWindow: { name: bettingWindow, epoch: leadership.epoch },
  };
  return leadership.untilDone("settle a bet", async () => {
    const answer = await wallet.settle(settlement);
    if (answer.kind === "settled") return answer.bet;
    invariant(answer.reason !== "unknown_bet", "bet of this round is not stored");
    // Ended as decided here: an earlier attempt was committed. Ended otherwise: by a newer leader.
    const ended = answer.reason === "already_settled" && isEndedAs(answer.bet, result) ? answer.bet : null;
    leadership.requireLeadership(ended !== null);
    return required(ended, "leadership is over");
  });
}

/** Ends many bets, in chunks. */
export async function settleBets(
  wallet: Pick<WalletPort, "settle">,
  bettingWindow: string,
  leadership: Leadership,
  ends: readonly BetEnd[],
): Promise<Bet[]> {
  const ended: Bet[] = [];
  for (let i = 0; i < ends.length; i += chunk)
    ended.push(
      ...(await Promise.all(ends.slice(i, i + chunk).map(end => settleBet(wallet, bettingWindow, leadership, end)))),
    );
  return ended;
}

function isEndedAs(bet: Bet, result: Settlement["result"]): boolean {
  return result.kind === "voided"
    ? bet.status === "voided"
    : bet.status === "settled" &&
        bet.payout === result.payout &&
        canonicalJson(bet.outcome) === canonicalJson(result.outcome);
}
