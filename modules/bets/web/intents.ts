import type { Uuid } from "#kit/std/brand.ts";
import { canonicalJson } from "#kit/std/json.ts";

/**
 * One intent is one bet that a person wanted: it has one key from the click until the house has answered, also across a
 * reload, so that sending it again can never bet twice. A slot ("dice", "crash-a") holds at most one intent.
 */
export interface Intent {
  readonly key: Uuid;
  /** The account that wanted it; another one never sends it. */
  readonly player: string;
  /** The request's body as canonical JSON: the same key is never sent with another body. */
  readonly body: string;
  readonly atMs: number;
}

/** What is needed of `sessionStorage`. */
export interface IntentStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** After this long a reload no longer sends an unanswered intent again: own bets show whether it was taken. */
export const intentLifeMs = 60_000;

export interface Intents {
  /** The unanswered intent of this player in the slot, if it is young enough to be sent again. */
  pending(slot: string, player: string, nowMs: number): Intent | null;
  /**
   * A new intent; the one that is still unanswered where there is one, which must be answered first. An unanswered bet on a shared
   * round that is over is let go: the house takes it no more, and whether it was taken stands in the own bets.
   */
  begin(slot: string, intent: { player: string; body: unknown; nowMs: number }): Intent;
  /** The house has answered: the next click is another intent. */
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
  const pending: Intents["pending"] = (slot, player, nowMs) => {
    const intent = read(slot);
    return intent && intent.player === player && nowMs - intent.atMs < intentLifeMs ? intent : null;
  };
  return {
    pending,
    begin(slot, { player, body, nowMs }) {
      const unanswered = pending(slot, player, nowMs);
      if (unanswered && roundOf(JSON.parse(unanswered.body)) === roundOf(body)) return unanswered;
      const intent: Intent = { key: newKey(), player, body: canonicalJson(body), atMs: nowMs };
      try {
        storage.setItem(`intent:${slot}`, JSON.stringify(intent));
      } catch {
        // A full or forbidden storage only loses the protection across a reload.
      }
      return intent;
    },
    answered(slot, key) {
      if (read(slot)?.key === key) storage.removeItem(`intent:${slot}`);
    },
  };
}

/** The shared round that a bet names in its body. */
function roundOf(body: unknown): unknown {
  return (body as { readonly round?: unknown } | null)?.round;
}
