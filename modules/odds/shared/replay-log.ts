import { applyMessage } from "./apply/apply-message.ts";
import { type EventModel, emptyRow, eventModel } from "./apply/event-model.ts";
import type { EventMessage, UnreadMessage } from "./feed.ts";
import type { LogProofEntry } from "./proof-contract.ts";
import { decodeMessage } from "./sandbox/decode-message.ts";

/** A message that says something else than the log says about it. */
export interface ReplayFault {
  readonly position: number;
  readonly what: "unreadable" | "other_event" | "skipped";
}

export interface Replayed {
  readonly model: EventModel;
  readonly faults: readonly ReplayFault[];
}

/**
 * The event after these messages of its log, up to and including a position: prices, facts, results. The same code applies them that applied them when they
 * arrived. What depended on the frame, a message out of order or at an impossible time, is taken from the log.
 */
export function replayLog(event: string, entries: readonly LogProofEntry[], until: number): Replayed {
  const model = eventModel(emptyRow(event));
  const faults: ReplayFault[] = [];
  for (const entry of entries) {
    if (entry.position > until || entry.message === null) continue;
    const what = replay(model, entry, entry.message);
    if (what) faults.push({ position: entry.position, what });
  }
  return { model, faults };
}

function replay(model: EventModel, entry: LogProofEntry, text: string): ReplayFault["what"] | undefined {
  const message = read(text);
  if (!message || !("event" in message)) return "unreadable";
  if (message.event !== model.row.id) return "other_event";
  const at = message.type === "unread" ? 0 : message.at;
  const sent = entry.skipped === "bad_time" ? Number.NaN : at;
  const { producer, offset_ms: offsetMs, skipped } = entry;
  const isRecovering = skipped !== "n_backwards";
  applyMessage(
    model,
    { message, text, hash: `${entry.position}` },
    { producer, sent, now: sent, offsetMs, isRecovering },
  );
  const found = model.log.at(-1)?.skipped ?? null;
  return (found === null) === (skipped === null) ? undefined : "skipped";
}

function read(text: string): EventMessage | UnreadMessage | undefined {
  try {
    const message = decodeMessage(JSON.parse(text));
    return message.type === "alive" || message.type === "snapshot_complete" ? undefined : message;
  } catch {
    return undefined;
  }
}
