import { createHash } from "node:crypto";
import type { Tx } from "#kit/db/db.ts";
import type { Bus } from "#kit/host/host.ts";
import { applyMessage } from "../shared/apply/apply-message.ts";
import { type Alarm, decisionCauses, type FrameContext, marketKey } from "../shared/apply/event-model.ts";
import { eventStarted, marketsChanged, marketsDecided } from "../shared/events.ts";
import type { EventMessage, Frame, UnreadMessage } from "../shared/feed.ts";
import { loadEvents } from "./load-events.ts";
import { endFrame, type FrameChanges, type FramePlace, type LoadedEvent } from "./loaded-event.ts";
import { saveAlarms, saveEvents } from "./save-events.ts";

/** A frame, and what its messages may use of it. */
export interface FrameInContext {
  readonly frame: Frame;
  readonly context: FrameContext;
}

/**
 * Applies frames of one producer, in their order, to rows that `tx` has to be alone with: their positions are taken already. However many they are, the
 * rows and what is published are those of one transaction a frame; rows are read and written once. @returns ids of the events that changed
 */
export async function applyFrames(
  tx: Tx,
  bus: Bus,
  producer: string,
  frames: readonly FrameInContext[],
): Promise<readonly string[]> {
  const sorted = frames.map(each => Object.assign({ context: each.context }, sortMessages(each.frame)));
  const events = await loadEvents(tx, allMessages(sorted));
  const applied = sorted.map(frame => applyFrame(frame, events));
  const ids = await saveEvents(tx, producer, [...events.values()]);
  for (const { alarms, now } of applied) await saveAlarms(tx, producer, alarms, now);
  for (const { changes } of applied) for (const each of changes) await publishChanges(tx, bus, each, ids);
  return [...new Set(applied.flatMap(({ changes }) => changes.map(({ event }) => event)))];
}

type OfEvent = EventMessage | UnreadMessage;

interface SortedFrame {
  readonly place: Omit<FramePlace, "offsetMs">;
  /** Alarms from messages that name no event. */
  readonly alarms: readonly Alarm[];
  readonly messages: ReadonlyMap<string, readonly { readonly text: string; readonly message: OfEvent }[]>;
}

/** Messages by event in their order, events in the order of their ids. */
function sortMessages({ epoch, frame, messages }: Frame): SortedFrame {
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
  const ordered = [...byEvent].sort(([a], [b]) => (a < b ? -1 : 1));
  return { place: { epoch, frame }, alarms, messages: new Map(ordered) };
}

function allMessages(frames: readonly SortedFrame[]): SortedFrame["messages"] {
  const all = new Map<string, { text: string; message: OfEvent }[]>();
  for (const { messages } of frames)
    for (const [event, list] of messages) {
      const known = all.get(event);
      if (known) known.push(...list);
      else all.set(event, [...list]);
    }
  return all;
}

function applyFrame(
  { place, alarms, messages, context }: SortedFrame & { readonly context: FrameContext },
  events: ReadonlyMap<string, LoadedEvent>,
) {
  const offsetMs = Math.round(context.offsetMs);
  const changes: FrameChanges[] = [];
  for (const [event, list] of messages) {
    const loaded = events.get(event);
    if (!loaded) continue;
    for (const { message, text } of list) applyMessage(loaded.model, { message, text, hash: sha256(text) }, context);
    const changed = endFrame(loaded, Object.assign({ offsetMs }, place));
    if (changed) changes.push(changed);
  }
  return { changes, alarms: [...alarms, ...changes.flatMap(each => each.alarms)], now: context.now };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Inside the transaction: what listeners write commits with the frame. */
async function publishChanges(
  tx: Tx,
  bus: Bus,
  { event, n, startedAt, decisions, changed }: FrameChanges,
  ids: ReadonlyMap<string, bigint>,
): Promise<void> {
  const idOf = ({ kind, spec }: { readonly kind: string; readonly spec: string }) =>
    ids.get(`${event} ${marketKey(kind, spec)}`) ?? [];
  for (const cause of decisionCauses) {
    const markets = [...new Set(decisions.filter(each => each.cause === cause).flatMap(idOf))];
    if (markets.length > 0) await bus.publish(tx, marketsDecided, { event, markets, n, cause });
  }
  if (startedAt !== null) await bus.publish(tx, eventStarted, { event, at: new Date(startedAt) });
  await bus.publish(tx, marketsChanged, { event, markets: changed.flatMap(idOf), n });
}
