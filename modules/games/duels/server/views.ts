import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { MultiplayerViews, ShownRound } from "#modules/engines/multiplayer/server/index.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { DuelRow } from "../shared/contract.ts";
import { type DuelsRules, sideShown, winnerGets } from "../shared/rules.ts";
import type { StoredDuel } from "./store.ts";

type Versions = RuleVersions<DuelsRules>;

/** A duel as shown to everyone, by an allow list. */
export function duelRow(
  versions: Versions,
  duel: ShownRound<StoredDuel>,
  views: MultiplayerViews<StoredDuel>,
): DuelRow {
  const { seats, ...shown } = views.row(duel);
  const [opener, joiner] = seats;
  return {
    ...shown,
    side: duel.stored.side,
    house: duel.stored.house,
    opener: required(opener?.person ?? undefined, "a duel has its opener"),
    joiner: joiner ? { by: joiner.person ? "player" : "house", player: joiner.person } : null,
    result: resultOf(versions, duel.stored),
  };
}

/** Null until the duel is paid. */
export function resultOf(
  versions: Versions,
  { state, side, stake, openerWon, rulesVersion }: StoredDuel,
): DuelRow["result"] {
  if (state !== "paid" || openerWon === null) return null;
  const winner = openerWon ? "opener" : "joiner";
  const payout = winnerGets(versions.rulesOf(rulesVersion), stake);
  return { side: sideShown(side, openerWon), winner, payout: formatAmount(payout) };
}
