import { useState } from "react";
import { useQuery } from "#kit/web/query/use-query.ts";
import { type FreeBetView, listFreeBets } from "../shared/free-bet-contract.ts";

const none: readonly FreeBetView[] = [];

/** The free bets of a player, and the one that is chosen for a slip: the balance while none is, or it is gone. */
export function useFreeBet(isPlayer: boolean, isPossible: boolean) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data = none } = useQuery(listFreeBets, {}, { enabled: isPlayer });
  const freeBet = isPossible ? (data.find(({ id }) => id === chosen) ?? null) : null;
  return { freeBets: isPossible ? data : none, freeBet, chooseFreeBet: setChosen };
}
