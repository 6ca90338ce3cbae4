import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { MultiplayerViews, ShownRound } from "#modules/engines/multiplayer/server/index.ts";
import type { DuelRow } from "../shared/contract.ts";
import { sideShown, winnerGets } from "../shared/rules.ts";
import type { StoredDuel } from "./store.ts";

/** A duel as everybody sees it, by an allow list. */
export function duelRow(duel: ShownRound<StoredDuel>, views: MultiplayerViews<StoredDuel>): DuelRow {
  const { seats, ...shown } = views.row(duel);
  const [opener, joiner] = seats;
  return {
    ...shown,
    side: duel.stored.side,
    house: duel.stored.house,
    opener: required(opener?.person ?? undefined, "a duel has its opener"),
    joiner: joiner ? { by: joiner.person ? "player" : "house", player: joiner.person } : null,
    result: resultOf(duel.stored),
  };
}

/** Null until the duel is paid. */
export function resultOf({ state, side, stake, openerWon }: StoredDuel): DuelRow["result"] {
  if (state !== "paid" || openerWon === null) return null;
  const winner = openerWon ? "opener" : "joiner";
  return { side: sideShown(side, openerWon), winner, payout: formatAmount(winnerGets(stake)) };
}
