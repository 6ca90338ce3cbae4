import { type ReactNode, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "../parts/decide.tsx";
import { count } from "../parts/figures.tsx";
import { type BulkAction, type BulkFailure, planOf, runAll } from "./bulk-run.ts";

interface BulkBarProps<Row> {
  readonly actions: readonly BulkAction<Row>[];
  /** The selected rows. */
  readonly rows: readonly Row[];
  labelOf(row: Row): string;
  /** Actions on all of them at once. */
  readonly children?: ReactNode;
  onDone(): void;
  onClear(): void;
}

/** Actions on the selected rows. Each shows what it would do before it is confirmed, and names the rows that were refused after. */
export function BulkBar<Row>({ actions, rows, labelOf, children, onDone, onClear }: BulkBarProps<Row>) {
  const { t } = useTranslation("office");
  const [failures, setFailures] = useState<readonly BulkFailure<Row>[]>([]);
  return (
    <div className="bulk" role="status">
      {failures.length > 0 && (
        <div className="note bad">
          <p>{t("list.not_done", { count: failures.length, n: count(failures.length) })}</p>
          <ul>
            {failures.slice(0, mostNamed).map(({ row, error }) => (
              <li key={labelOf(row)}>{`${labelOf(row)}: ${error.message || t("broken.network")}`}</li>
            ))}
          </ul>
          <button type="button" className="btn s" onClick={() => setFailures([])}>
            {t("list.close")}
          </button>
        </div>
      )}
      {rows.length > 0 && (
        <div className="row wrap pad">
          <b>{t("list.selected", { count: rows.length, n: count(rows.length) })}</b>
          {actions.map(action => (
            <BulkButton key={action.id} action={action} rows={rows} onFailures={setFailures} onDone={onDone} />
          ))}
          {children}
          <button type="button" className="btn s" onClick={onClear}>
            {t("list.deselect")}
          </button>
        </div>
      )}
    </div>
  );
}

const mostNamed = 20;

interface BulkButtonProps<Row> extends Pick<BulkBarProps<Row>, "rows" | "onDone"> {
  readonly action: BulkAction<Row>;
  onFailures(failures: readonly BulkFailure<Row>[]): void;
}

function BulkButton<Row>({ action, rows, onFailures, onDone }: BulkButtonProps<Row>) {
  const { t } = useTranslation("office");
  const plan = planOf(action, rows);
  return (
    <Decide
      action={action.label}
      title={t("list.bulk_title", { action: action.label, count: plan.rows.length, n: count(plan.rows.length) })}
      dangerous={action.dangerous === true}
      asksReason={action.asksReason === true}
      disabled={plan.rows.length === 0}
      onDecide={async reason => {
        onFailures(await runAll(action, plan.rows, reason));
        onDone();
      }}
    >
      <ul className="preview">
        {action.preview(plan.rows).map(line => (
          <li key={line}>{line}</li>
        ))}
        {[...plan.left].map(([why, n]) => (
          <li key={why} className="muted">
            {t("list.left_out", { count: n, n: count(n), why })}
          </li>
        ))}
      </ul>
    </Decide>
  );
}
