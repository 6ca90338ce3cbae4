import { useTranslation } from "#kit/web/texts.tsx";
import { Pick } from "../parts/pick.tsx";
import { useAddressFilters } from "../parts/use-address-filters.ts";
import type { Column } from "./column.ts";
import { OfficeList } from "./office-list.tsx";
import type { FilterOf, ListReading } from "./use-list.ts";

const caseStates = ["open", "closed"] as const;
export type CaseState = (typeof caseStates)[number];

/** Which cases an address names: open ones unless it says otherwise. */
export function caseStateOf(filter: FilterOf): CaseState {
  return filter("state") === "closed" ? "closed" : "open";
}

export function useCaseState(): CaseState {
  return caseStateOf(useAddressFilters().get);
}

interface CaseRow {
  readonly id: string;
  readonly player: { readonly id: string; readonly name: string };
}

interface CaseListProps<T extends CaseRow> {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly of: ListReading<T>;
  /** The path of the players' files: a row leads to that of its player. */
  readonly files: string;
  readonly empty: string;
  readonly stateNames: Readonly<Record<CaseState, string>>;
}

/** Cases about players, open or closed. */
export function CaseList<T extends CaseRow>({ files, stateNames, ...list }: CaseListProps<T>) {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const state = useCaseState();
  return (
    <OfficeList
      key={state}
      {...list}
      keyOf={({ id }) => id}
      labelOf={({ player }) => player.name}
      to={({ player }) => `${files}/${player.id}`}
      tools={
        <Pick
          label={t("players.state")}
          value={state}
          choices={caseStates.map(value => [value, stateNames[value]] as const)}
          onPick={next => filters.set({ state: next === "open" ? "" : next })}
        />
      }
    />
  );
}
