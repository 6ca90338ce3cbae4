import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Cell, ExportColumn, ExportList } from "../shared/export-list.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import type { OrderRow } from "./store.ts";

type Line = readonly Cell[];

/** Makes lines of a file out of rows of a list. */
export interface RowWriter {
  readonly heading: readonly string[];
  write(rows: readonly never[]): Promise<readonly Line[]>;
  /** What the header says of the order. */
  about(order: Pick<OrderRow, "filters" | "reason">): Promise<{ readonly filters: string; readonly reason: string }>;
}

/** Writes rows as the page shows them. */
export function asOnPage({ columns }: ExportList): RowWriter {
  return {
    heading: columns.map(({ name }) => name),
    write: async rows => rows.map(row => columns.map(column => column.read(row))),
    about: async ({ filters, reason }) => ({ filters: JSON.stringify(filters), reason }),
  };
}

export interface PseudonymNeeds {
  readonly host: Pick<Host, "db">;
  readonly people: Pick<Accounts["people"], "of">;
  readonly pseudonyms: Pseudonyms;
}

/** With pseudonyms in place of players' ids, and without what else says who they are. */
export function withPseudonyms({ columns }: ExportList, needs: PseudonymNeeds): RowWriter {
  const shown = columns.filter(({ identifies }) => identifies !== "personal");
  return {
    heading: shown.map(({ name, identifies }) => (identifies === "player" ? "player_pseudonym" : name)),
    async write(rows) {
      const lines = rows.map(row => shown.map(column => column.read(row)));
      const cellsOf = (kind: ExportColumn["identifies"]) =>
        lines.flatMap(line => line.filter((_, index) => shown[index]?.identifies === kind));
      const names = await namesIn(needs, cellsOf("player"), cellsOf("mentions"));
      return lines.map(line => line.map((cell, index) => (shown[index]?.identifies ? replaced(cell, names) : cell)));
    },
    async about({ filters, reason }) {
      // A search is a name or a contact.
      const { query, ...others } = filters;
      const text = JSON.stringify(query === undefined ? others : Object.assign({ query: "•••" }, others));
      const names = await namesIn(needs, [], [text, reason]);
      return { filters: String(replaced(text, names)), reason: String(replaced(reason, names)) };
    },
  };
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The pseudonyms of players whose ids these cells are, or that are mentioned in them, stored. Ids of other things in a text stay. */
async function namesIn(
  { host, people, pseudonyms }: PseudonymNeeds,
  ids: readonly Cell[],
  texts: readonly Cell[],
): Promise<ReadonlyMap<string, string>> {
  const mentioned = texts.flatMap(text => String(text).toLowerCase().match(uuids) ?? []);
  const known = mentioned.length > 0 ? await people.of([...new Set(mentioned)] as PlayerId[], host.db) : new Map();
  const named = ids.filter(id => id !== null) as PlayerId[];
  const players = [...new Set([...named, ...(known.keys() as Iterable<PlayerId>)])];
  await pseudonyms.remember(host.db, players);
  return new Map(players.map(player => [player, pseudonyms.of(player)]));
}

/** Email addresses and international phone numbers, such as those that operators searched for. */
const contacts = /[^\s@"'<>()=:,]+@[^\s@"'<>()=:,]+|\+\d(?:[ -]?\d){7,}/g;

function replaced(cell: Cell, names: ReadonlyMap<string, string>): Cell {
  if (cell === null) return null;
  return String(cell)
    .replaceAll(uuids, id => names.get(id.toLowerCase()) ?? id)
    .replaceAll(contacts, "[contact]");
}
