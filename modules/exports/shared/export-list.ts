import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";

/** What a cell is made of: numbers and amounts as text, in our own format. */
export type Cell = string | number | boolean | null;

type ReadCell<Row> = (row: Row) => Cell;

/**
 * What a column says about players. `player`: the id of one; `mentions`: a text in which ids may be; `personal`: names, contacts,
 * destinations of money, and what operators wrote freely.
 */
type Identifies = "player" | "mentions" | "personal";

interface IdentifyingColumn<Row> {
  readonly identifies: Identifies;
  readonly read: ReadCell<Row>;
}

/** The id of a player: in a file with pseudonyms it is theirs, under the heading `player_pseudonym`. */
export const playerId = <Row>(read: ReadCell<Row>): IdentifyingColumn<Row> => ({ identifies: "player", read });
/** A text that may have ids of players: in a file with pseudonyms each is replaced. */
export const mentionsPlayers = <Row>(read: ReadCell<Row>): IdentifyingColumn<Row> => ({ identifies: "mentions", read });
/** Personal data, masked or not, or free text that may have some: files with pseudonyms are without it. */
export const personal = <Row>(read: ReadCell<Row>): IdentifyingColumn<Row> => ({ identifies: "personal", read });

export interface ExportColumn {
  readonly name: string;
  /** Absent in a column that says nothing about who a player is. */
  readonly identifies?: Identifies;
  read(row: never): Cell;
}

/** A list that can be exported: the call behind its page, and the columns of its file. */
export interface ExportList {
  /** The name by which operators order the list. */
  readonly name: string;
  readonly route: Route;
  readonly columns: readonly ExportColumn[];
}

type RowOf<Output> = Output extends { readonly data: { readonly items: readonly (infer Row)[] } } ? Row : never;

/**
 * Declares an export. Its rows are read by the call of the page, with the operator's permissions, and leave through its contract: a file
 * shows what the page shows, masked as there.
 */
export function exportList<S extends RouteSpec>(
  name: string,
  route: Route<S>,
  columns: Readonly<Record<string, ReadCell<RowOf<RouteOutput<S>>> | IdentifyingColumn<RowOf<RouteOutput<S>>>>>,
): ExportList {
  return {
    name,
    route: route as unknown as Route,
    columns: Object.entries(columns).map(([title, column]) =>
      typeof column === "function" ? { name: title, read: column } : { name: title, ...column },
    ),
  };
}

/** Whether a file of the list says who players are. */
export function identifiesPlayers({ columns }: ExportList): boolean {
  return columns.some(({ identifies }) => identifies !== undefined);
}
