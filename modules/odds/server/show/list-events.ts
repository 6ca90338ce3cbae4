import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type listEvents as contract, type EventView, feedId } from "../../shared/contract.ts";
import { listEventRows } from "./event-rows.ts";
import { eventView } from "./views.ts";

const pageSize = 60;

export type ListInput = (typeof contract)["query"]["_zod"]["output"];

/** One part of a list. The cursor is start and id of its last event, so events that begin meanwhile move nothing. */
export async function listEvents(
  db: Queryable,
  { state, q, sport, kind, league, events, teams, leagues, from, to, cursor }: ListInput,
  now: Date,
): Promise<{ readonly items: EventView[]; readonly next_cursor: string | null }> {
  const any = { events: idsOf(events), teams: idsOf(teams), leagues: idsOf(leagues) };
  const filter = {
    state,
    q,
    sport,
    // Results and what is searched for are of both kinds.
    kind: kind ?? (state === "ended" || q !== undefined ? undefined : "match"),
    league,
    any: events === undefined && teams === undefined && leagues === undefined ? undefined : any,
    from: dateOf(from),
    to: dateOf(to),
    after: readCursor(cursor),
  };
  const rows = await listEventRows(db, filter, now, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    items: page.flatMap(row => eventView(row) ?? []),
    next_cursor: last?.plannedStart ? `${last.plannedStart.getTime()}.${last.id}` : null,
  };
}

const idsOf = (text: string | undefined) => text?.split(",") ?? [];
const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

function readCursor(cursor: string | undefined): { readonly start: Date; readonly id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [, ms, id] = /^([0-9]{1,13})\.(.+)$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined || !feedId.test(id))
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { start: new Date(Number(ms)), id };
}
