import type { FixtureChangeMessage, FixtureMessage } from "../feed.ts";
import { statusOf } from "./apply-event-state.ts";
import { type EventModel, type FrameContext, raise } from "./event-model.ts";

export function applyFixture(
  model: EventModel,
  message: FixtureMessage,
  { offsetMs }: FrameContext,
): string | undefined {
  const { row } = model;
  const [home = null, away = null] = message.isOutright ? [] : message.competitors;
  if (row.sport !== "" && (row.home !== home || row.away !== away)) {
    // Bets on "home" would be bets on somebody else: closed until an operator has looked.
    row.fault = "sides_changed";
    raise(model, "sides_changed", null, `${row.home} v ${row.away} became ${home} v ${away}`);
    return "sides_changed";
  }
  row.sport = message.sport;
  row.category = message.category;
  row.tournament = message.tournament;
  row.home = home;
  row.away = away;
  row.fixture = message.fixture;
  row.plannedStart = message.start + offsetMs;
  row.status = statusOf(row.state.status ?? message.status);
  return undefined;
}

export function applyFixtureChange(
  { row }: EventModel,
  { change, start }: FixtureChangeMessage,
  { offsetMs }: FrameContext,
): undefined {
  if (change === "cancelled") {
    row.status = row.sport === "" ? "unknown" : "cancelled";
    row.incidentCounter += 1;
  }
  if (change === "start" && start !== undefined) row.plannedStart = start + offsetMs;
}
