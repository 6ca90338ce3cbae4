import { Columns3 } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Column, type ColumnChoice, isShown } from "./column.ts";

interface ColumnMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly choice: ColumnChoice;
  onShow(column: Column<Row>, on: boolean): void;
}

/** Chooses which columns are shown; the choice is kept for the next visit. */
export function ColumnMenu<Row>({ columns, choice, onShow }: ColumnMenuProps<Row>) {
  const { t } = useTranslation("office");
  const free = columns.filter(({ fixed, title }) => !fixed && title !== "");
  if (free.length === 0) return null;
  return (
    <details className="menu">
      <summary className="btn s">
        <Icon of={Columns3} size={14} />
        {t("list.columns")}
      </summary>
      <fieldset>
        <legend className="sr-only">{t("list.columns")}</legend>
        {free.map(column => (
          <label key={column.id} className="row sm">
            <input
              type="checkbox"
              checked={isShown(column, choice)}
              onChange={({ target }) => onShow(column, target.checked)}
            />
            {column.title}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
