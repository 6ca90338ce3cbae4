import type { DuelRow } from "../shared/contract.ts";

/** What the page knows of duels: the channel's snapshot and the rows that came since. */
export interface DuelsView {
  readonly rows: ReadonlyMap<string, DuelRow>;
  /** Ids of duels whose end was told while the page looked on: it is played, not only shown. */
  readonly live: ReadonlySet<string>;
  /** Ids of duels in which the player is. */
  readonly mine: ReadonlySet<string>;
}

export const emptyDuels: DuelsView = { rows: new Map(), live: new Set(), mine: new Set() };

/** Ended rows that are kept, beside all that are not over. */
const endedKept = 60;

export function viewOfSnapshot(
  before: DuelsView,
  snapshot: { open: readonly DuelRow[]; ended: readonly DuelRow[]; mine: readonly string[] },
): DuelsView {
  const rows = new Map([...snapshot.ended, ...snapshot.open].map(row => [row.id, row]));
  return { rows, live: before.live, mine: new Set([...before.mine, ...snapshot.mine]) };
}

const isOver = (row: DuelRow) => row.state === "paid" || row.state === "refunded";

/** Newer rows replace what was known; an end that was not known before is played. */
export function takeRows(view: DuelsView, fresh: readonly DuelRow[]): DuelsView {
  const rows = new Map(view.rows);
  const live = new Set(view.live);
  for (const row of fresh) {
    const known = rows.get(row.id);
    if (known && isOver(known)) continue;
    if (row.state === "paid") live.add(row.id);
    rows.set(row.id, row);
  }
  const over = [...rows.values()].filter(isOver).sort(newestEnd);
  for (const row of over.slice(endedKept)) {
    rows.delete(row.id);
    live.delete(row.id);
  }
  return { rows, live, mine: view.mine };
}

export function withMine(view: DuelsView, id: string): DuelsView {
  return { ...view, mine: new Set([...view.mine, id]) };
}

const newestEnd = (a: DuelRow, b: DuelRow) => ((a.ended_at ?? "") < (b.ended_at ?? "") ? 1 : -1);

/** Open duels in a currency, the player's own first, then the newest. */
export function openIn(view: DuelsView, currency: string): readonly DuelRow[] {
  const own = (row: DuelRow) => Number(view.mine.has(row.id));
  return [...view.rows.values()]
    .filter(row => row.state === "open" && row.currency === currency)
    .sort((a, b) => own(b) - own(a) || b.round - a.round);
}

/** Decided duels in a currency, newest first; those whose coin is still in the air for this reader are left out. */
export function endedIn(view: DuelsView, currency: string, unseen: ReadonlySet<string>): readonly DuelRow[] {
  return [...view.rows.values()]
    .filter(row => row.state === "paid" && row.currency === currency && !unseen.has(row.id))
    .sort(newestEnd);
}
