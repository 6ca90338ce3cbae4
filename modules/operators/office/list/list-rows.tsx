import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { keyOf } from "../parts/key-of.ts";
import type { Column } from "./column.ts";
import { afterKey, type ListState, toggled } from "./list-keys.ts";
import { useFittingColumns } from "./use-fitting-columns.ts";
import { useIsPhone } from "./use-is-phone.ts";

interface ListRowsProps<Row> {
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Of the rows, in their order. */
  readonly keys: readonly string[];
  labelOf(row: Row): string;
  readonly state: ListState;
  onState(state: ListState): void;
  readonly selects: boolean;
  onOpen(row: Row): void;
  readonly hasMore: boolean;
  /** The last rows are near. */
  onEnd(): void;
}

/** Pixels before a row is measured: one line, or a card of a phone. */
const rowPx = 33;
const cardPx = 220;
/** The head stays above the rows. */
const headPx = 34;
/** Rows drawn beyond those seen, and the distance from the end at which the next page is read. */
const overscan = 10;
const nearEnd = 20;

/** The rows of a list as a table, of which only those in view are in the document. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { title, rows, keys, labelOf, state, onState, selects, hasMore } = props;
  const { t } = useTranslation("office");
  const box = useRef<HTMLElement>(null);
  const isPhone = useIsPhone();
  const { fitting: columns, left } = useFittingColumns(box, props.columns, isPhone);
  const virtualizer = useRows(box, { keys, at: state.at, isPhone });
  useListKeys(box, props);
  useFocusOnRow(box, state.at, virtualizer);
  const items = virtualizer.getVirtualItems();
  useEnd(props, items.at(-1)?.index ?? 0);
  const shape = `${isPhone} ${columns.map(({ id }) => id).join(" ")}`;
  useSteadyColumns(box, shape, !isPhone && items.length > 0 && items.length < rows.length);
  const spanned = columns.length + (selects ? 1 : 0);
  const top = virtualizer.options.scrollMargin;
  let end = top;
  return (
    <>
      {left.length > 0 && (
        <p className="note muted sm">{t("list.no_room", { names: left.map(({ title: head }) => head).join(", ") })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section ref={box} className="scroll" tabIndex={0} aria-label={title}>
        <table key={shape} className="stacks" aria-rowcount={hasMore ? -1 : rows.length + 1}>
          <thead>
            <tr>
              {selects && (
                <th scope="col">
                  <span className="sr-only">{t("list.select")}</span>
                </th>
              )}
              {columns.map(({ id, title: head, right }) => (
                <th key={id} scope="col" className={cellClass(head, right)}>
                  {head || <span className="sr-only">…</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ index, start, end: itemEnd }) => {
              const row = rows[index];
              const key = keys[index];
              const gap = start - end;
              end = itemEnd;
              if (row === undefined || key === undefined) return null;
              return (
                <Fragment key={key}>
                  {gap > 0 && <Spacer px={gap} columns={spanned} />}
                  <tr
                    ref={virtualizer.measureElement}
                    data-index={index}
                    aria-rowindex={index + 2}
                    tabIndex={index === state.at ? 0 : -1}
                    className={rowClass(index === state.at, state.selected.has(key))}
                  >
                    {selects && (
                      <td data-head="" className="select-cell">
                        <input
                          type="checkbox"
                          aria-label={t("list.select_row", { row: labelOf(row) })}
                          checked={state.selected.has(key)}
                          onChange={() => onState({ at: index, selected: toggled(state.selected, key) })}
                        />
                      </td>
                    )}
                    {columns.map(({ id, title: head, right, cell }) => (
                      <td key={id} className={cellClass(head, right)} data-head={head}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                </Fragment>
              );
            })}
            <Spacer px={virtualizer.getTotalSize() + top - end} columns={spanned} />
          </tbody>
        </table>
      </section>
    </>
  );
}

function rowClass(isCurrent: boolean, isSelected: boolean): string | undefined {
  return [isCurrent && "current", isSelected && "selected"].filter(Boolean).join(" ") || undefined;
}

/** Buttons stay in view when the table is wider than the page, which columns that may be hidden prevent where they can. */
function cellClass(head: string, right: boolean | undefined): string | undefined {
  return [right && "align-right", head === "" && "pinned"].filter(Boolean).join(" ") || undefined;
}

/** The height of the rows that are not drawn. */
function Spacer({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden className="spacer" style={{ height: px }}>
      <td colSpan={columns} />
    </tr>
  );
}

/** Rows scroll in their box, on a phone with the page. The current row is always drawn: it has the focus. */
function useRows(
  box: RefObject<HTMLElement | null>,
  { keys, at, isPhone }: { readonly keys: readonly string[]; readonly at: number; readonly isPhone: boolean },
) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (isPhone && box.current) setTop(box.current.getBoundingClientRect().top + scrollY);
  }, [box, isPhone]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (at < 0 || at >= range.count || indexes.includes(at)) return indexes;
      return [...indexes, at].toSorted((a, b) => a - b);
    },
    [at],
  );
  const shared = {
    count: keys.length,
    overscan,
    rangeExtractor,
    getItemKey: (index: number) => keys[index] ?? index,
    useFlushSync: false,
  };
  const inBox = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    ...shared,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    scrollPaddingStart: headPx,
    enabled: !isPhone,
  });
  const inPage = useWindowVirtualizer<HTMLTableRowElement>({
    ...shared,
    estimateSize: () => cardPx,
    scrollMargin: top,
    enabled: isPhone,
  });
  return isPhone ? inPage : inBox;
}

function useEnd<Row>({ rows, hasMore, onEnd }: ListRowsProps<Row>, last: number): void {
  const isNear = hasMore && last >= rows.length - nearEnd;
  const latest = useRef(onEnd);
  latest.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows the end may still be near.
  useEffect(() => {
    if (isNear) latest.current();
  }, [isNear, rows.length]);
}

const steps: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp"]);

/** Keys act on the list while nothing else has the focus. */
function useListKeys<Row>(box: RefObject<HTMLElement | null>, props: ListRowsProps<Row>): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
      const target = event.target as HTMLElement;
      const isFree = target === document.body || target.matches("main") || box.current?.contains(target);
      if (!isFree || target.matches("input:not([type=checkbox]), select, textarea")) return;
      if (event.key === "/") {
        const filter = document.querySelector<HTMLElement>("[data-filter]");
        if (filter) event.preventDefault();
        filter?.focus();
        return;
      }
      const { rows, keys, state, selects, onState, onOpen } = latest.current;
      if (event.key === "Enter") {
        const row = rows[state.at];
        if (row !== undefined && !target.matches("a, button, input")) onOpen(row);
        return;
      }
      const key = keyOf(event);
      const current = box.current?.querySelector<HTMLElement>(`tr[data-index="${state.at}"]`);
      // The row that had the focus has left the list: the one in its place is next.
      if (current && !target.closest("tr") && steps.has(key)) {
        event.preventDefault();
        return current.focus();
      }
      const next = afterKey(key, state, { count: rows.length, keyAt: index => keys[index] ?? "", selects });
      if (!next) return;
      event.preventDefault();
      onState(next);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [box]);
}

interface Scrolls {
  scrollToIndex(index: number): void;
}

/** The current row is scrolled into view and has the focus, unless a control within it has. */
function useFocusOnRow(box: RefObject<HTMLElement | null>, at: number, virtualizer: Scrolls): void {
  const latest = useRef(virtualizer);
  latest.current = virtualizer;
  useEffect(() => {
    if (at < 0) return;
    const row = box.current?.querySelector<HTMLElement>(`tr[data-index="${at}"]`);
    if (row?.contains(document.activeElement)) return;
    latest.current.scrollToIndex(at);
    row?.focus({ preventScroll: true });
  }, [box, at]);
}

/** Columns grow with what is scrolled into view, and never shrink: they would jump. The widest gives way. */
function useSteadyColumns(box: RefObject<HTMLElement | null>, shape: string, isPartial: boolean): void {
  const widest = useRef({ shape, px: [] as number[] });
  useLayoutEffect(() => {
    if (!isPartial) return;
    const heads = [...(box.current?.querySelectorAll<HTMLElement>("th") ?? [])];
    const now = `${shape} ${innerWidth}`;
    if (widest.current.shape !== now) {
      widest.current = { shape: now, px: [] };
      for (const head of heads) head.style.minWidth = "";
    }
    const widths = heads.map((head, index) => Math.max(widest.current.px[index] ?? 0, head.offsetWidth));
    const free = widths.indexOf(Math.max(...widths));
    for (const [index, head] of heads.entries()) head.style.minWidth = index === free ? "" : `${widths[index]}px`;
    widest.current.px = widths;
  });
}
