import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { Column } from "./column.ts";
import { columnsThatFit, mayGiveWay } from "./columns-that-fit.ts";

interface FittingColumns<Row> {
  readonly fitting: readonly Column<Row>[];
  /** Those without room. */
  readonly left: readonly Column<Row>[];
}

/**
 * Buttons at the end of a row stay in view, over whatever is beneath them. So in a list that has them columns give way until the others fit the
 * width: the last that may be hidden first. A wider window brings them back.
 */
export function useFittingColumns<Row>(
  box: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  isPhone: boolean,
): FittingColumns<Row> {
  const names = columns.map(({ id }) => id).join(" ");
  const [hidden, setHidden] = useState({ names, count: 0 });
  const count = hidden.names === names ? hidden.count : 0;
  const isPinned = !isPhone && columns.some(({ title }) => title === "");
  const { fitting, left } = columnsThatFit(columns, isPinned ? count : 0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isPinned) return;
    const heads = [...element.querySelectorAll<HTMLElement>("th")].slice(-fitting.length);
    const widthOf = new Map(fitting.map(({ id }, index) => [id, heads[index]?.offsetWidth ?? 0]));
    let over = element.scrollWidth - element.clientWidth;
    let next = count;
    for (const { id } of fitting.filter(mayGiveWay).toReversed()) {
      if (over <= 0) break;
      over -= widthOf.get(id) ?? 0;
      next += 1;
    }
    if (next > count) setHidden({ names, count: next });
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let width = element.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth === width) return;
      width = element.offsetWidth;
      // What `useSteadyColumns` has set is of the former width.
      for (const head of element.querySelectorAll<HTMLElement>("th")) head.style.minWidth = "";
      setHidden({ names: "", count: 0 });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return { fitting, left };
}
