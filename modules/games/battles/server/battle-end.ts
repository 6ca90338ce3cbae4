import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { type BattleEnd, type BattlesRules, battleEnd } from "../shared/rules.ts";
import type { StoredBattle } from "./store.ts";

/** How a decided battle ends, by the rules that it was opened with. */
export function endOfBattle(versions: RuleVersions<BattlesRules>, battle: StoredBattle): BattleEnd {
  return battleEnd(versions.rulesOf(battle.rulesVersion), battle.cases, ticketsByCase(battle), battle.currency);
}

/** The tickets of a decided battle, case by case, in order of seats. */
export function ticketsByCase({ cases, size, tickets }: StoredBattle): number[][] {
  return cases.map((_, index) => (tickets ?? []).slice(index * size, (index + 1) * size));
}
