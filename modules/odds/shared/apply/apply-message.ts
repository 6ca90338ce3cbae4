import type { EventMessage, UnreadMessage } from "../feed.ts";
import { applyBetStop } from "./apply-bet-stop.ts";
import { applyCancel, applyRollbackCancel } from "./apply-cancel.ts";
import { applyEventState } from "./apply-event-state.ts";
import { applyFixture, applyFixtureChange } from "./apply-fixture.ts";
import { applyOddsChange, closeNamed } from "./apply-odds-change.ts";
import { applyRollback, applySettlement } from "./apply-settlement.ts";
import { type EventModel, type FrameContext, raise } from "./event-model.ts";

/** How far a message's time may lie after its frame, and before it: snapshots repeat messages of the season. */
const aheadMs = 60_000;
const behindMs = 366 * 86_400_000;

/** A message with its bytes. */
export interface AppliedMessage {
  readonly message: EventMessage | UnreadMessage;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
}

/** Applies one message to its event and adds it to the log. Messages known already are left out. */
export function applyMessage(model: EventModel, { message, text, hash }: AppliedMessage, context: FrameContext): void {
  const n = message.n ?? 0;
  const logged = model.logged.get(n) ?? new Set();
  if (logged.has(hash)) return;
  logged.add(hash);
  model.logged.set(n, logged);
  const skipped = message.type === "unread" ? unread(model, message) : refusal(model, message, context);
  const reason = skipped ?? apply(model, message as EventMessage, context) ?? null;
  model.log.push({ n, type: message.type, text, hash, skipped: reason });
  if (message.type === "unread") return;
  model.row.n = Math.max(model.row.n, n);
  model.row.ns[context.producer] = Math.max(model.row.ns[context.producer] ?? 0, n);
}

function unread(model: EventModel, message: UnreadMessage): string {
  closeNamed(model, message.markets, message.fault);
  raise(model, message.fault, null, message.detail);
  return message.fault;
}

/** Why a message cannot be applied as a whole. Whatever it is, the markets of a refused odds_change are closed: their prices are no longer known. */
function refusal(
  model: EventModel,
  message: EventMessage,
  { producer, sent, isRecovering }: FrameContext,
): string | undefined {
  const isTimely = message.at <= sent + aheadMs && message.at >= sent - behindMs;
  const isLater = isRecovering || message.n > (model.row.ns[producer] ?? 0);
  const fault = !isTimely ? "bad_time" : !isLater ? "n_backwards" : undefined;
  if (!fault) return undefined;
  // Closing is always safe, in whatever order.
  if (message.type === "bet_stop") applyBetStop(model, message);
  if (message.type === "odds_change" && fault === "bad_time") closeNamed(model, message.markets, fault);
  raise(model, fault, null, `${message.type} ${message.n} of ${new Date(message.at).toISOString()}`);
  return fault;
}

function apply(model: EventModel, message: EventMessage, context: FrameContext): string | undefined {
  switch (message.type) {
    case "fixture":
      return applyFixture(model, message, context);
    case "fixture_change":
      return applyFixtureChange(model, message, context);
    case "event_state":
      return applyEventState(model, message, context);
    case "odds_change":
      return applyOddsChange(model, message, context);
    case "bet_stop":
      return applyBetStop(model, message);
    case "bet_settlement":
      return applySettlement(model, message, context);
    case "rollback_bet_settlement":
      return applyRollback(model, message, context);
    case "bet_cancel":
      return applyCancel(model, message, context);
    case "rollback_bet_cancel":
      return applyRollbackCancel(model, message, context);
  }
}
