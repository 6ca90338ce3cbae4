import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { askBudget, type BudgetNeeds, closeBudget } from "./budgets.ts";
import { giveTip } from "./give-tip.ts";
import { type RainNeeds, startRain } from "./rain.ts";
import { type BudgetRow, newestBudgets } from "./rain-store.ts";

/** What we give players in the rooms. The caller writes the entry of the audit log in the same transaction. */
export interface Gifts {
  budgets(): Promise<readonly BudgetRow[]>;
  ask(tx: Tx, asked: Parameters<typeof askBudget>[2], by: Asker): Promise<AskedRequest>;
  close(tx: Tx, id: Uuid): ReturnType<typeof closeBudget>;
  rain(tx: Tx, rain: Parameters<typeof startRain>[2]): ReturnType<typeof startRain>;
  tip(tx: Tx, tip: Parameters<typeof giveTip>[2]): ReturnType<typeof giveTip>;
}

export function createGifts(
  needs: Omit<BudgetNeeds, "host"> & RainNeeds & { readonly wallet: BudgetNeeds["wallet"] & RainNeeds["wallet"] },
): Gifts {
  return {
    budgets: () => newestBudgets(needs.host.db),
    ask: (tx, asked, by) => askBudget(needs, tx, asked, by),
    close: (tx, id) => closeBudget(needs, tx, id),
    rain: (tx, rain) => startRain(needs, tx, rain),
    tip: (tx, tip) => giveTip(needs, tx, tip),
  };
}
