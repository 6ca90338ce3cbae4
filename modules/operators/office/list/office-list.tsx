import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { BulkBar } from "./bulk-bar.tsx";
import type { BulkAction } from "./bulk-run.ts";
import type { Column } from "./column.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { ListFoot, ListState } from "./list-foot.tsx";
import { atRows, atStart } from "./list-keys.ts";
import { ListRows } from "./list-rows.tsx";
import { useColumns } from "./use-columns.ts";
import type { ListReading } from "./use-list.ts";
import { ViewMenu } from "./view-menu.tsx";
import { SideViews, useViews } from "./views.tsx";

interface OfficeListProps<Row> {
  /** The name under which the operator's choice of columns is stored. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly of: ListReading<Row>;
  keyOf(row: Row): string;
  /** Names a row to those who cannot see it. */
  labelOf(row: Row): string;
  /** The address of a row's own page: Enter opens it. */
  to?(row: Row): string;
  /** Without rows. */
  readonly empty: string;
  /** Set while filters hide rows: clears them. */
  readonly onClear?: (() => void) | undefined;
  readonly bulk?: readonly BulkAction<Row>[];
  /** An action on all selected rows at once, in addition to those that run row by row. */
  readonly bulkAll?: ((rows: readonly Row[], onDone: () => void) => ReactNode) | undefined;
  /** Filters, above the rows. */
  readonly tools?: ReactNode;
  /** Buttons next to the choice of columns. */
  readonly actions?: ReactNode;
}

/**
 * A list of the back office: rows of a keyset, read as far as they are scrolled and drawn as far as they are seen. Keys as in `list-keys.ts`;
 * on a phone each row is a card.
 */
export function OfficeList<Row>(props: OfficeListProps<Row>) {
  const { name, title, columns, of, keyOf, labelOf, to, empty, onClear, bulk = [], bulkAll, tools, actions } = props;
  const navigate = useNavigate();
  const { shown, choice, show } = useColumns(name, columns);
  const [state, setState] = useState(atStart);
  const { rows } = of;
  const saved = useViews(name, of.countOf);
  const keys = useMemo(() => rows?.map(keyOf) ?? [], [rows, keyOf]);
  useEffect(() => {
    if (rows) setState(former => atRows(former, keys));
  }, [rows, keys]);
  const selected = useMemo(
    () => (rows ?? []).filter((_row, index) => state.selected.has(keys[index] ?? "")),
    [rows, keys, state.selected],
  );
  const selects = bulk.length > 0 || bulkAll !== undefined;
  const deselect = () => setState(former => ({ at: former.at, selected: new Set() }));
  const done = () => {
    deselect();
    of.reload();
  };
  return (
    <div className="list">
      <div className="row wrap pad list-tools">
        {tools}
        <span className="grow" />
        {actions}
        <ViewMenu list={name} of={saved} />
        <SideViews of={saved} />
        <ColumnMenu columns={columns} choice={choice} onShow={show} />
      </div>
      {selects && (
        <BulkBar actions={bulk} rows={selected} labelOf={labelOf} onDone={done} onClear={deselect}>
          {bulkAll?.(selected, done)}
        </BulkBar>
      )}
      {rows && rows.length > 0 ? (
        <ListRows
          title={title}
          columns={shown}
          rows={rows}
          keys={keys}
          labelOf={labelOf}
          state={state}
          onState={setState}
          selects={selects}
          onOpen={row => to && void navigate(to(row))}
          hasMore={of.more !== null}
          onEnd={() => !of.isFetching && !of.error && of.more?.()}
        />
      ) : (
        <ListState of={of} empty={empty} onClear={onClear} />
      )}
      {rows && <ListFoot of={of} />}
    </div>
  );
}
