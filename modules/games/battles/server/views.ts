import { formatAmount } from "#kit/money/amount.ts";
import type { MultiplayerViews, ShownRound } from "#modules/engines/multiplayer/server/index.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { BattleRow } from "../shared/contract.ts";
import { type BattlesRules, openForMs } from "../shared/rules.ts";
import { endOfBattle, ticketsByCase } from "./battle-end.ts";
import type { StoredBattle } from "./store.ts";

type Versions = RuleVersions<BattlesRules>;

/** What may be shown of battles, by an allow list. */

export function battleRow(
  versions: Versions,
  battle: ShownRound<StoredBattle>,
  views: MultiplayerViews<StoredBattle>,
): BattleRow {
  const { seats, ...shown } = views.row(battle);
  const { cases, size, openedAt } = battle.stored;
  return {
    ...shown,
    cases: [...cases],
    size,
    seats: seats.flatMap(({ seat, person }) => (person ? [{ seat, player: person }] : [])),
    expires_at: new Date(openedAt.getTime() + openForMs).toISOString(),
    result: resultOf(versions, battle.stored),
  };
}

/** Null until the battle is paid. */
export function resultOf(versions: Versions, battle: StoredBattle): BattleRow["result"] {
  if (battle.state !== "paid") return null;
  const { totals, pot, winners, payouts } = endOfBattle(versions, battle);
  return {
    tickets: ticketsByCase(battle),
    totals: totals.map(formatAmount),
    pot: formatAmount(pot),
    winners: [...winners],
    payouts: payouts.map(formatAmount),
  };
}
