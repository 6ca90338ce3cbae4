import type { FactStatus, Incident } from "../facts.ts";
import type { EventStateMessage } from "../feed.ts";
import type { EventModel, EventStatus, FrameContext } from "./event-model.ts";
import { compareResults } from "./own-result.ts";

const statuses: Readonly<Record<FactStatus, EventStatus>> = {
  not_started: "scheduled",
  live: "live",
  break: "live",
  ended: "ended",
  closed: "ended",
  postponed: "postponed",
  abandoned: "abandoned",
  retired: "retired",
  cancelled: "cancelled",
  walkover: "walkover",
};

export const statusOf = (status: FactStatus): EventStatus => statuses[status];

/** Incidents after which a waiting live bet is refused. */
const decisive: ReadonlySet<string> = new Set([
  "goal",
  "red_card",
  "yellow_card",
  "var_check",
  "var_end",
  "period_start",
  "period_end",
  "set",
  "map",
  "retirement",
]);

export function applyEventState(
  model: EventModel,
  message: EventStateMessage,
  { offsetMs }: FrameContext,
): string | undefined {
  const { row } = model;
  if (message.n < row.stateN) return "older";
  const before = row.status;
  const incidents = withMissing(model.incidents, message.incidents);
  const moved = countChanges(model.incidents, incidents);
  const { status, clock, score, seed, standings } = message;
  row.state = { status, clock, score, seed, standings, at: message.at + offsetMs };
  row.stateN = message.n;
  model.incidents = incidents;
  model.incidentsN = message.n;
  // Without a fixture the sport is unknown.
  row.status = row.sport === "" ? "unknown" : statusOf(status);
  row.incidentCounter += moved + (row.status === before ? 0 : 1);
  noteStart(model, message, offsetMs);
  compareResults(model);
  return undefined;
}

function noteStart(model: EventModel, { status, at, incidents }: EventStateMessage, offsetMs: number): void {
  if (model.row.startedAt !== null || status === "not_started" || status === "postponed" || status === "cancelled")
    return;
  const first = incidents.find(each => each.kind === "period_start" && each.period === 1);
  model.row.startedAt = (first?.at ?? at) + offsetMs;
  model.hasStarted = true;
}

const sign = (each: Incident) => `${each.id} ${each.cancelled === true}`;

function countChanges(before: readonly Incident[], after: readonly Incident[]): number {
  const known = new Set(before.map(sign));
  return after.filter(each => decisive.has(each.kind) && !known.has(sign(each))).length;
}

/** An incident that is no longer listed counts as cancelled. */
function withMissing(before: readonly Incident[], after: readonly Incident[]): readonly Incident[] {
  const listed = new Set(after.map(each => each.id));
  const missing = before.filter(each => !listed.has(each.id)).map(each => Object.assign({}, each, { cancelled: true }));
  return [...after, ...missing];
}
