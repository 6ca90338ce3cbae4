/** A multiplayer round as the pages have it, without the game's own fields. */
export interface MultiplayerRow {
  readonly id: string;
  readonly round: number;
  readonly state: "open" | "drawing" | "paid" | "refunded";
  readonly currency: string;
  readonly ended_at: string | null;
}

/** The page's state: the channel's snapshot and the rows received since. */
export interface MultiplayerView<Row extends MultiplayerRow> {
  readonly rows: ReadonlyMap<string, Row>;
  /** Ids of rounds that ended while the page was open: animated, not only shown. */
  readonly live: ReadonlySet<string>;
  /** The player's seats, by the round's id. */
  readonly mine: ReadonlyMap<string, number>;
}

export interface MultiplayerSnapshot<Row> {
  readonly open: readonly Row[];
  readonly ended: readonly Row[];
  readonly mine: readonly { readonly id: string; readonly seat: number }[];
}

export function emptyMultiplayerView<Row extends MultiplayerRow>(): MultiplayerView<Row> {
  return { rows: new Map(), live: new Set(), mine: new Map() };
}

/** The number of ended rows in the list, besides all unfinished ones. */
const endedLimit = 60;

export function viewOfSnapshot<Row extends MultiplayerRow>(
  before: MultiplayerView<Row>,
  snapshot: MultiplayerSnapshot<Row>,
): MultiplayerView<Row> {
  const rows = new Map([...snapshot.ended, ...snapshot.open].map(row => [row.id, row]));
  const mine = snapshot.mine.map(({ id, seat }): [string, number] => [id, seat]);
  return { rows, live: before.live, mine: new Map([...before.mine, ...mine]) };
}

const isOver = (row: MultiplayerRow) => row.state === "paid" || row.state === "refunded";

/** Newer rows replace older ones; a newly ended round is animated. */
export function takeRows<Row extends MultiplayerRow>(
  view: MultiplayerView<Row>,
  fresh: readonly Row[],
): MultiplayerView<Row> {
  const rows = new Map(view.rows);
  const live = new Set(view.live);
  for (const row of fresh) {
    const known = rows.get(row.id);
    if (known && isOver(known)) continue;
    if (row.state === "paid") live.add(row.id);
    rows.set(row.id, row);
  }
  const over = [...rows.values()].filter(isOver).sort(newestEnd);
  for (const row of over.slice(endedLimit)) {
    rows.delete(row.id);
    live.delete(row.id);
  }
  return { rows, live, mine: view.mine };
}

export function withSeat<Row extends MultiplayerRow>(
  view: MultiplayerView<Row>,
  id: string,
  seat: number,
): MultiplayerView<Row> {
  return { ...view, mine: new Map([...view.mine, [id, seat]]) };
}

const newestEnd = (a: MultiplayerRow, b: MultiplayerRow) => ((a.ended_at ?? "") < (b.ended_at ?? "") ? 1 : -1);

/** Open rounds in a currency, the player's own first, then the newest. */
export function openIn<Row extends MultiplayerRow>(view: MultiplayerView<Row>, currency: string): readonly Row[] {
  const own = (row: Row) => Number(view.mine.has(row.id));
  return [...view.rows.values()]
    .filter(row => row.state === "open" && row.currency === currency)
    .sort((a, b) => own(b) - own(a) || b.round - a.round);
}

/** Decided rounds in a currency, newest first, without those still to be animated. */
export function endedIn<Row extends MultiplayerRow>(
  view: MultiplayerView<Row>,
  currency: string,
  unseen: ReadonlySet<string>,
): readonly Row[] {
  return [...view.rows.values()]
    .filter(row => row.state === "paid" && row.currency === currency && !unseen.has(row.id))
    .sort(newestEnd);
}
