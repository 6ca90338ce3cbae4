import { useState } from "react";
import { useSession } from "../session.ts";
import { type Column, type ColumnChoice, isShown, readChoice, withColumn } from "./column.ts";

/** Each operator's choice for each list, on this device. */
const nameOf = (list: string, operator: string) => `office.columns.${list}.${operator}`;

interface ChosenColumns<Row> {
  readonly shown: readonly Column<Row>[];
  readonly choice: ColumnChoice;
  show(column: Column<Row>, on: boolean): void;
}

export function useColumns<Row>(list: string, columns: readonly Column<Row>[]): ChosenColumns<Row> {
  const { me } = useSession();
  const name = nameOf(list, me.id);
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(name)));
  return {
    shown: columns.filter(column => isShown(column, choice)),
    choice,
    show(column, on) {
      const next = withColumn(choice, column, on);
      setChoice(next);
      localStorage.setItem(name, JSON.stringify(next));
    },
  };
}
