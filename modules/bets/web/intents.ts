import type { Uuid } from "#kit/std/brand.ts";
import { canonicalJson } from "#kit/std/json.ts";

/**
 * One intent is one bet that a player wants to place: it has one key from the click until the response, also across a reload, so that a
 * retry can never bet twice. A slot ("dice", "crash-a") holds at most one intent.
 */
export interface Intent {
  readonly key: Uuid;
  /** The account it belongs to; it is never sent for another one. */
  readonly player: string;
  /** The request's body as canonical JSON: the same key is never sent with another body. */
  readonly body: string;
  readonly atMs: number;
  /** The page has stopped waiting and said so: whether the bet was placed is unknown. */
  readonly isUnconfirmed?: true;
}

/** The part of `sessionStorage` that is used. */
export interface IntentStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** After this long a reload no longer resends an unanswered intent: own bets show whether it was placed. */
export const intentLifeMs = 60_000;

export interface Intents {
  /** This player's unanswered intent in the slot, if it is recent enough to be resent. */
  pending(slot: string, player: string, nowMs: number): Intent | null;
  /**
   * A new intent, or the unanswered one if there is one, which must be answered first. An unanswered bet on a shared round that is over is
   * dropped: the server no longer accepts it, and own bets show whether it was placed.
   */
  begin(slot: string, intent: { player: string; body: unknown; nowMs: number }): Intent;
  /** No response arrived in time: the same bet is the same intent until it expires, another one is a new intent. */
  unconfirmed(slot: string, player: string, nowMs: number): void;
  /** The server has responded: the next click is another intent. */
  answered(slot: string, key: Uuid): void;
}

export function createIntents(storage: IntentStorage, newKey: () => Uuid): Intents {
  const read = (slot: string): Intent | null => {
    try {
      const text = storage.getItem(`intent:${slot}`);
      return text === null ? null : (JSON.parse(text) as Intent);
    } catch {
      return null;
    }
  };
  const write = (slot: string, intent: Intent): void => {
    try {
      storage.setItem(`intent:${slot}`, JSON.stringify(intent));
    } catch {
      // Full or blocked storage only loses the protection across a reload.
    }
  };
  const pending: Intents["pending"] = (slot, player, nowMs) => {
    const intent = read(slot);
    return intent && intent.player === player && nowMs - intent.atMs < intentLifeMs ? intent : null;
  };
  return {
    pending,
    begin(slot, { player, body, nowMs }) {
      const unanswered = pending(slot, player, nowMs);
      if (unanswered && isRepeated(unanswered, body)) return unanswered;
      const intent: Intent = { key: newKey(), player, body: canonicalJson(body), atMs: nowMs };
      write(slot, intent);
      return intent;
    },
    unconfirmed(slot, player, nowMs) {
      const intent = pending(slot, player, nowMs);
      if (intent) write(slot, { ...intent, atMs: nowMs, isUnconfirmed: true });
    },
    answered(slot, key) {
      if (read(slot)?.key === key) storage.removeItem(`intent:${slot}`);
    },
  };
}

/** Two presses before the response are one bet, whatever the second one says; later only the same bet is. */
function isRepeated(unanswered: Intent, body: unknown): boolean {
  if (roundOf(JSON.parse(unanswered.body)) !== roundOf(body)) return false;
  return !unanswered.isUnconfirmed || unanswered.body === canonicalJson(body);
}

/** The shared round named in a bet's body. */
function roundOf(body: unknown): unknown {
  return (body as { readonly round?: unknown } | null)?.round;
}
