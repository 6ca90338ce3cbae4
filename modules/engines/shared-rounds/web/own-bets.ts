import { useEffect, useRef, useState } from "react";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { countBet, freshSession, type Session } from "#modules/bets/web/session.ts";
import { noteVisitBet } from "#modules/bets/web/visit-totals.ts";
import type { OwnBet } from "./missed.ts";

/** A bet of the player's own, from the channel or from the response to placing it; updates a known bet. */
export function withOwnBet<Bet extends OwnBet, View extends { readonly mine: readonly Bet[] }>(
  view: View,
  bet: Bet,
): View {
  const rest = view.mine.filter(each => each.id !== bet.id);
  const before = view.mine.find(each => each.id === bet.id);
  // A response that arrives after a newer event must not reopen a bet.
  const latest = before && before.status !== "open" && bet.status === "open" ? before : bet;
  return { ...view, mine: [...rest, latest] };
}

/** Totals of this visit: each own bet counts once, when it has ended. They start again for another player or currency. */
export function useEndings(mine: readonly OwnBet[], currency: Currency, playerId: string | null): Session {
  const [session, setSession] = useState<Session>(freshSession);
  const open = useRef(new Set<string>());
  useEffect(() => {
    for (const bet of mine) {
      if (bet.status === "open") open.current.add(bet.id);
      // Bets that had ended before this page was opened belong to another visit.
      else if (open.current.delete(bet.id) && bet.status === "settled") {
        const [stake, payout] = [parseDecimal(bet.stake), parseDecimal(bet.payout)];
        noteVisitBet({ id: bet.id, currency: bet.currency, stake, payout });
        if (bet.currency === currency) setSession(counted => countBet(counted, stake, payout));
      }
    }
  }, [mine, currency]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these start the totals again
  useEffect(() => setSession(freshSession), [currency, playerId]);
  return session;
}
