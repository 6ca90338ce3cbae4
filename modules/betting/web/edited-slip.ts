import { useSyncExternalStore } from "react";
import type { BettingSlip } from "../shared/contract.ts";
import type { Choice } from "./slip-figures.ts";
import { keyOf, type Selection, slipStore } from "./slip-store.ts";

/** The bet that the slip changes: its id, and how it was placed. */
export interface EditedSlip {
  readonly id: string;
  readonly choice: Choice;
  readonly unit: string;
  readonly bankers: readonly string[];
  readonly isEachWay: boolean;
  /** What was on the slip before; comes back when the edit ends. */
  readonly before: readonly Selection[];
}

const storageKey = "betting-edit";
const listeners = new Set<() => void>();
let edited: EditedSlip | null | undefined;

function read(): EditedSlip | null {
  edited ??= stored();
  return edited;
}

function stored(): EditedSlip | null {
  try {
    const found = JSON.parse(localStorage.getItem(storageKey) ?? "null") as EditedSlip | null;
    return typeof found?.id === "string" && Array.isArray(found.before) ? found : null;
  } catch {
    return null;
  }
}

function write(next: EditedSlip | null): void {
  edited = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage the edit lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export const editedSlip = {
  /** Puts a bet on the slip, in place of what was there. Another bet that was being edited stays as it is. */
  begin(slip: Pick<BettingSlip, "id" | "kind" | "folds" | "unit" | "each_way" | "legs">): void {
    const before = read()?.before ?? slipStore.selections();
    const { id, unit } = slip;
    const choice = slip.kind === "system" ? (`of_${slip.folds?.[0] ?? 2}` as const) : slip.kind;
    const bankers = slip.legs.filter(({ banker }) => banker).map(keyOf);
    write({ id, choice, unit, bankers, isEachWay: slip.each_way, before });
    slipStore.replace(slip.legs);
  },
  /** The bet has changed or stays as it is: the slip is as it was before. */
  end(): void {
    slipStore.replace(read()?.before ?? []);
    write(null);
  },
};

function subscribe(listener: () => void): () => void {
  const changed = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    edited = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", changed);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", changed);
  };
}

/** The bet that the slip of this device changes; null while it is a new one. */
export const useEditedSlip = (): EditedSlip | null => useSyncExternalStore(subscribe, read, () => null);
