import { useSyncExternalStore } from "react";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { storedSetting } from "#kit/web/stored-setting.ts";

/** Real bets of one currency since this tab was opened, in all games. */
export interface VisitTotals {
  readonly bets: number;
  readonly staked: bigint;
  readonly net: bigint;
}

export type AllTotals = ReadonlyMap<Currency, VisitTotals>;

export interface DecidedBet {
  readonly id: string;
  readonly currency: string;
  readonly stake: bigint;
  readonly payout: bigint;
}

/** Whether the panel with this visit's figures floats above the pages. */
export const visitPanel = storedSetting("visit-panel", ["off", "on"], "off");
export const visitPanelFold = storedSetting("visit-panel-fold", ["open", "folded"], "open");

/** On a phone it opens collapsed: the figures would cover the result. */
export function switchVisitPanel(on: boolean): void {
  visitPanel.set(on ? "on" : "off");
  if (on && matchMedia("(max-width: 767px), (max-height: 520px)").matches) visitPanelFold.set("folded");
}

const nothing: VisitTotals = { bets: 0, staked: 0n, net: 0n };
const none: AllTotals = new Map();

export function createVisit() {
  const listeners = new Set<() => void>();
  const counted = new Set<string>();
  let owner: string | undefined;
  let totals = none;

  const change = (next: AllTotals) => {
    totals = next;
    for (const listener of listeners) listener();
  };

  return {
    read: () => totals,
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Counts each settled bet of real money once. */
    note({ id, currency, stake, payout }: DecidedBet): void {
      if (counted.has(id) || !isCurrency(currency)) return;
      counted.add(id);
      const { bets, staked, net } = totals.get(currency) ?? nothing;
      const sum = { bets: bets + 1, staked: staked + stake, net: net + payout - stake };
      change(new Map([...totals, [currency, sum]]));
    },
    /** Names whose visit it is: another player begins at zero. */
    belongsTo(player: string): void {
      if (owner !== undefined && owner !== player) {
        counted.clear();
        change(none);
      }
      owner = player;
    },
  };
}

const visit = createVisit();
export const noteVisitBet = visit.note;
export const visitBelongsTo = visit.belongsTo;

export function useVisitTotals(): AllTotals {
  return useSyncExternalStore(visit.listen, visit.read, () => none);
}
