import type { ReactNode } from "react";

/** A column of a list. */
export interface Column<Row> {
  /** In the operator's choice of columns. */
  readonly id: string;
  /** Empty above buttons. */
  readonly title: string;
  /** Numbers and sums. */
  readonly right?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  /** Hidden until the operator chooses it. */
  readonly extra?: boolean;
  cell(row: Row): ReactNode;
}

type ColumnFacts = Pick<Column<never>, "id" | "fixed" | "extra">;

/** What the operator changed about a list's columns: those hidden, and those shown that are hidden at first. */
export interface ColumnChoice {
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
}

export const noChoice: ColumnChoice = { hidden: [], shown: [] };

export function isShown({ id, fixed, extra }: ColumnFacts, { hidden, shown }: ColumnChoice): boolean {
  if (fixed) return true;
  return extra ? shown.includes(id) : !hidden.includes(id);
}

/** The choice after a column was shown or hidden. */
export function withColumn(choice: ColumnChoice, { id, extra }: ColumnFacts, on: boolean): ColumnChoice {
  const without = (names: readonly string[]) => names.filter(name => name !== id);
  if (extra) return { hidden: choice.hidden, shown: on ? [...without(choice.shown), id] : without(choice.shown) };
  return { hidden: on ? without(choice.hidden) : [...without(choice.hidden), id], shown: choice.shown };
}

/** A stored choice; of text that is none, no choice. */
export function readChoice(text: string | null): ColumnChoice {
  try {
    const { hidden, shown } = JSON.parse(text ?? "{}") as Partial<Record<keyof ColumnChoice, unknown>>;
    return { hidden: namesIn(hidden), shown: namesIn(shown) };
  } catch {
    return noChoice;
  }
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(name => typeof name === "string") : [];
}
