/** A readable live feed: new rows wait, are added at most four times a second, and not while it is held. */
export interface Feed<Row extends { readonly id: string }> {
  readonly rows: readonly Row[];
  /** Arrived and not yet shown, newest first, with the time of arrival. */
  readonly waiting: readonly { readonly row: Row; readonly atMs: number }[];
  readonly shownAtMs: number;
  /** The pointer or the keyboard focus is on the feed. */
  readonly held: boolean;
}

export const feedIntervalMs = 250;
/** A row waits at least this long, so that the feed never reveals a result before the scene has shown it. */
export const feedDelayMs = 350;
export const feedRows = 30;

export function openFeed<Row extends { readonly id: string }>(rows: readonly Row[], nowMs: number): Feed<Row> {
  return { rows: rows.slice(0, feedRows), waiting: [], shownAtMs: nowMs, held: false };
}

/** Adds rows, newest first; duplicates are ignored. */
export function takeRows<Row extends { readonly id: string }>(
  feed: Feed<Row>,
  rows: readonly Row[],
  nowMs: number,
): Feed<Row> {
  const known = new Set([...feed.rows, ...feed.waiting.map(each => each.row)].map(row => row.id));
  const fresh = rows.filter(row => !known.has(row.id)).map(row => ({ row, atMs: nowMs }));
  return fresh.length === 0 ? feed : { ...feed, waiting: [...fresh, ...feed.waiting].slice(0, feedRows) };
}

/** Shows rows that have waited long enough, if the feed is not held and the last change is a quarter of a second old. */
export function showRows<Row extends { readonly id: string }>(feed: Feed<Row>, nowMs: number): Feed<Row> {
  if (feed.held || nowMs - feed.shownAtMs < feedIntervalMs) return feed;
  const due = feed.waiting.filter(each => nowMs - each.atMs >= feedDelayMs);
  if (due.length === 0) return feed;
  return {
    ...feed,
    rows: [...due.map(each => each.row), ...feed.rows].slice(0, feedRows),
    waiting: feed.waiting.filter(each => nowMs - each.atMs < feedDelayMs),
    shownAtMs: nowMs,
  };
}

export function holdFeed<Row extends { readonly id: string }>(feed: Feed<Row>, held: boolean): Feed<Row> {
  return feed.held === held ? feed : { ...feed, held };
}
