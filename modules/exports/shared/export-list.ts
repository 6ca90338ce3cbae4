import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";

/** What a cell is made of: numbers and amounts as text, in our own format. */
export type Cell = string | number | boolean | null;

/** A list that can be exported: the call behind its page, and the columns of its file. */
export interface ExportList {
  /** As operators order it. */
  readonly name: string;
  readonly route: Route;
  readonly columns: readonly string[];
  cells(row: never): readonly Cell[];
}

type RowOf<Output> = Output extends { readonly data: { readonly items: readonly (infer Row)[] } } ? Row : never;

/**
 * Declares an export. Its rows are read by the call of the page, with the operator's permissions, and leave through its contract: a file
 * shows what the page shows, masked as there.
 */
export function exportList<S extends RouteSpec>(
  name: string,
  route: Route<S>,
  columns: Readonly<Record<string, (row: RowOf<RouteOutput<S>>) => Cell>>,
): ExportList {
  const cells = Object.values(columns);
  return {
    name,
    route: route as unknown as Route,
    columns: Object.keys(columns),
    cells: row => cells.map(cell => cell(row)),
  };
}
