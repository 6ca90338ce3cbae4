import type { BettingSlip } from "../shared/contract.ts";
import { deviceStore } from "./device-store.ts";
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

const { read, write, use } = deviceStore<EditedSlip | null>("betting-edit", null, found => {
  const edited = found as EditedSlip | null;
  return typeof edited?.id === "string" && Array.isArray(edited.before) ? edited : null;
});

export const editedSlip = {
  /** The id that this device has kept, also before the page is hydrated. */
  id: (): string | null => read()?.id ?? null,
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

/** The bet that the slip of this device changes; null while it is a new one. */
export const useEditedSlip = (): EditedSlip | null => use();
