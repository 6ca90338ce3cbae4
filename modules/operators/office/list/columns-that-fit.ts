import type { Column } from "./column.ts";

type Facts = Pick<Column<never>, "title" | "fixed">;

/** Fixed columns and buttons do not. */
export const mayGiveWay = ({ title, fixed }: Facts) => !fixed && title !== "";

/** The columns without the last `count` of those that may give way. */
export function columnsThatFit<C extends Facts>(
  columns: readonly C[],
  count: number,
): { readonly fitting: readonly C[]; readonly left: readonly C[] } {
  const giving = columns.filter(mayGiveWay);
  const left = giving.slice(Math.max(0, giving.length - count));
  return { fitting: columns.filter(column => !left.includes(column)), left };
}
