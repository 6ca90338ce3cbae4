import { createHash } from "node:crypto";
import type { Tx } from "#kit/db/db.ts";
import type { Bus } from "#kit/host/host.ts";
import { applyMessage } from "../shared/apply/apply-message.ts";
import {
  type Alarm,
  decisionCauses,
  type EventModel,
  type FrameContext,
  marketKey,
} from "../shared/apply/event-model.ts";
import { eventStarted, marketsChanged, marketsDecided } from "../shared/events.ts";
import type { EventMessage, Frame, UnreadMessage } from "../shared/feed.ts";
import { loadEvents } from "./load-events.ts";
import { saveAlarms, saveEvents } from "./save-events.ts";

export interface AppliedFrame {
  readonly alarms: readonly Alarm[];
  /** Ids of the events that it changed. */
  readonly events: readonly string[];
}

/** Applies a frame to rows that `tx` has to be alone with: its position is taken already. */
export async function applyFrame(tx: Tx, bus: Bus, frame: Frame, context: FrameContext): Promise<AppliedFrame> {
  const { alarms, messages } = sortMessages(frame);
  const models = await loadEvents(tx, messages);
  for (const [event, list] of messages) {
    const model = models.get(event);
    for (const { message, text } of list)
      if (model) applyMessage(model, { message, text, hash: sha256(text) }, context);
  }
  const touched = [...models.values()].filter(({ log }) => log.length > 0);
  const ids = await saveEvents(tx, touched, frame, context.offsetMs);
  const raised = [...alarms, ...touched.flatMap(model => model.alarms)];
  await saveAlarms(tx, frame.producer, raised, context.now);
  for (const model of touched) await publishChanges(tx, bus, model, ids);
  return { alarms: raised, events: touched.map(({ row }) => row.id) };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

type OfEvent = EventMessage | UnreadMessage;

/** Messages by event in their order, and alarms for those that name none. */
function sortMessages({ messages }: Frame) {
  const byEvent = new Map<string, { text: string; message: OfEvent }[]>();
  const alarms: Alarm[] = [];
  for (const { text, message } of messages) {
    if (message.type === "alive" || message.type === "snapshot_complete") continue;
    if (message.event === undefined) {
      if (message.type === "unread")
        alarms.push({ kind: message.fault, event: null, market: null, detail: message.detail });
      continue;
    }
    const list = byEvent.get(message.event) ?? [];
    list.push({ text, message });
    byEvent.set(message.event, list);
  }
  return { alarms, messages: byEvent };
}

/** Inside the transaction: what listeners write commits with the frame. */
async function publishChanges(tx: Tx, bus: Bus, model: EventModel, ids: ReadonlyMap<string, bigint>): Promise<void> {
  const { row, decisions, changed } = model;
  const idOf = (kind: string, spec: string) => ids.get(`${row.id} ${marketKey(kind, spec)}`);
  for (const cause of decisionCauses) {
    const own = decisions.filter(each => each.cause === cause);
    const markets = [...new Set(own.flatMap(({ kind, spec }) => idOf(kind, spec) ?? []))];
    if (markets.length > 0) await bus.publish(tx, marketsDecided, { event: row.id, markets, n: row.n, cause });
  }
  if (model.hasStarted && row.startedAt !== null)
    await bus.publish(tx, eventStarted, { event: row.id, at: new Date(row.startedAt) });
  const markets = [...changed].flatMap(({ kind, spec }) => idOf(kind, spec) ?? []);
  await bus.publish(tx, marketsChanged, { event: row.id, markets, n: row.n });
}
