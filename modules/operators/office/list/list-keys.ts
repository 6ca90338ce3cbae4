/** Where the operator is in a list, and which rows they have selected. */
export interface ListState {
  /** Index of the current row; -1 before the first key. */
  readonly at: number;
  readonly selected: ReadonlySet<string>;
}

export const atStart: ListState = { at: -1, selected: new Set() };

interface Rows {
  readonly count: number;
  keyAt(index: number): string;
  /** Whether rows can be selected. */
  readonly selects: boolean;
}

/** The state after a key; undefined for a key that a list does not know. `rows` are those loaded. */
export function afterKey(key: string, state: ListState, rows: Rows): ListState | undefined {
  const { at, selected } = state;
  const last = rows.count - 1;
  const to = (index: number): ListState => ({ at: Math.min(Math.max(index, 0), last), selected });
  if (last < 0) return undefined;
  if (key === "ArrowDown" || key === "j") return to(at + 1);
  if (key === "ArrowUp" || key === "k") return to(at - 1);
  if (key === "PageDown") return to(at + pageRows);
  if (key === "PageUp") return to(at - pageRows);
  if (key === "Home") return to(0);
  if (key === "End") return to(last);
  if (key === "Escape" && selected.size > 0) return { at, selected: new Set() };
  if (key === "x" && rows.selects && at >= 0) return { at, selected: toggled(selected, rows.keyAt(at)) };
  return undefined;
}

const pageRows = 15;

export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Carries a selection over to the list as read again: a selected row that has left it is no longer selected. */
export function atRows(state: ListState, keys: readonly string[]): ListState {
  if (state.selected.size === 0)
    return state.at < keys.length ? state : { at: keys.length - 1, selected: state.selected };
  const present = new Set(keys);
  const selected = new Set([...state.selected].filter(key => present.has(key)));
  const isSame = selected.size === state.selected.size && state.at < keys.length;
  return isSame ? state : { at: Math.min(state.at, keys.length - 1), selected };
}
