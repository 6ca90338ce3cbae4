import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { Queryable } from "./db.ts";

/**
 * Events of several tables in one order: newest first, then by the name of their source, then by descending id. A page begins after a
 * position in that order, so pages fit together whatever is added meanwhile.
 */

/** What happened, as its source records it. Only fields that apply are set. */
export interface EventFacts {
  /** Names the event's text. */
  readonly event: string;
  readonly state?: string | null;
  readonly amount?: Micros | null;
  readonly currency?: Currency | null;
  readonly by?: string | null;
  readonly text?: string | null;
  readonly address?: string;
  readonly device?: string;
  /** When it ended, or until when it applies. */
  readonly until?: Date | null;
}

export interface TimelineEvent<Facts = EventFacts> {
  /** Unique in its source. */
  readonly id: string;
  readonly at: Date;
  readonly facts: Facts;
}

/** Events before a time; of those at the same time the ones with an id below `id`. */
export interface Before {
  readonly at: Date;
  readonly id: string;
}

type IdKind = "uuid" | "number" | "name";

export interface TimelineSource<Facts = EventFacts> {
  readonly name: string;
  readonly ids: IdKind;
  /** The owner's events before a position, newest first, at most `limit`. */
  read(on: Queryable, owner: Uuid, before: Before, limit: number): Promise<readonly TimelineEvent<Facts>[]>;
}

export interface TimelinePosition {
  readonly at: Date;
  /** Null: before all events of this time. */
  readonly last: { readonly source: string; readonly id: string } | null;
}

export type SourcedEvent<Facts> = TimelineEvent<Facts> & { readonly source: string };

/** Ids outside those that events have. Numbers are compared as numbers, names by their bytes. */
const ends: Readonly<Record<IdKind, { readonly lowest: string; readonly highest: string }>> = {
  uuid: { lowest: "00000000-0000-0000-0000-000000000000", highest: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  number: { lowest: "0", highest: String(2n ** 63n - 1n) },
  name: { lowest: "", highest: "~" },
};

/** The next events after a position: `limit` of them, and one more if there are more. */
export async function readTimeline<Facts>(
  on: Queryable,
  owner: Uuid,
  sources: readonly TimelineSource<Facts>[],
  position: TimelinePosition,
  limit: number,
): Promise<readonly SourcedEvent<Facts>[]> {
  const all: SourcedEvent<Facts>[] = [];
  // One after another: a page of an operator takes one connection of those that players use.
  for (const source of sources) {
    const events = await source.read(on, owner, beforeOf(source, position), limit + 1);
    all.push(...events.map(event => ({ ...event, source: source.name })));
  }
  // Each source is in order by itself, and a stable sort keeps it so.
  return all.toSorted(byTime).slice(0, limit + 1);
}

const byTime = (one: SourcedEvent<unknown>, other: SourcedEvent<unknown>) =>
  other.at.getTime() - one.at.getTime() || (one.source < other.source ? -1 : Number(one.source > other.source));

/** Where a source goes on: those with an earlier name have shown all of the position's time, later ones nothing of it. */
function beforeOf({ name, ids }: Pick<TimelineSource, "name" | "ids">, { at, last }: TimelinePosition): Before {
  const { lowest, highest } = ends[ids];
  if (last === null || name < last.source) return { at, id: lowest };
  return { at, id: name === last.source ? last.id : highest };
}

/** `1700000000000.payouts.{id}`. */
export function timelineCursor({ at, source, id }: SourcedEvent<unknown>): string {
  return `${at.getTime()}.${source}.${id}`;
}

/** Undefined if it is no cursor of these sources. */
export function readTimelineCursor(
  cursor: string,
  sources: readonly Pick<TimelineSource, "name" | "ids">[],
): TimelinePosition | undefined {
  const [, ms = "", name = "", id = ""] = /^(\d{1,15})\.([a-z-]+)\.([\w-]+)$/.exec(cursor) ?? [];
  const source = sources.find(each => each.name === name);
  if (!source || !isId(source.ids, id)) return undefined;
  const at = new Date(Number(ms));
  return Number.isNaN(at.getTime()) ? undefined : { at, last: { source: name, id } };
}

function isId(kind: IdKind, id: string): boolean {
  if (kind === "uuid") return parseUuid(id) !== undefined;
  return kind === "name" || (/^\d{1,19}$/.test(id) && BigInt(id) <= BigInt(ends.number.highest));
}

interface TimelineRow {
  readonly id: string | bigint;
  readonly at: Date;
}

/**
 * A source that is one statement. Its parameters are owner, time, id and limit:
 * `SELECT id, at ... WHERE owner = $1 AND (at, id) < ($2, $3::uuid) ORDER BY at DESC, id DESC LIMIT $4`.
 */
export function timelineOf<Row extends TimelineRow>(
  name: string,
  ids: "uuid" | "number",
  sql: string,
  factsOf: (row: Row) => EventFacts,
): TimelineSource {
  return {
    name,
    ids,
    async read(on, owner, before, limit) {
      const { rows } = await on.query<Row>(sql, [owner, before.at, before.id, limit], `timeline.${name}`);
      return rows.map(row => ({ id: String(row.id), at: row.at, facts: factsOf(row) }));
    },
  };
}

/** The part of a short list that a source returns: of owners that have a few events only. */
export function timelinePage(
  events: readonly TimelineEvent[],
  { at, id }: Before,
  limit: number,
): readonly TimelineEvent[] {
  return events
    .filter(event => event.at < at || (event.at.getTime() === at.getTime() && event.id < id))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, limit);
}
