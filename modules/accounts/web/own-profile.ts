import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { noteVisit, type SessionStore, signIn } from "./session.ts";

interface ProfileQueue {
  readonly isOpen: () => boolean;
  /** The last requested change, once the server has responded. */
  changed: Promise<unknown>;
  /** Numbers of the last request, and of the last one whose response was shown. */
  asked: number;
  shown: number;
}

const queues = new WeakMap<SessionStore, ProfileQueue>();

function queueOf(store: SessionStore): ProfileQueue {
  const known = queues.get(store);
  if (known?.isOpen()) return known;
  const queue: ProfileQueue = { isOpen: noteVisit(store), changed: Promise.resolve(), asked: 0, shown: 0 };
  queues.set(store, queue);
  return queue;
}

/**
 * Fetches the player and shows the response. Changes are sent one after the other, and reads after the changes before them, so that the
 * page ends with what the server has stored. Null when the player has left meanwhile: then nothing is shown, and unsent changes are
 * dropped.
 */
export async function requestPlayer<T extends { readonly user: ProfileUser }>(
  store: SessionStore,
  kind: "read" | "change",
  ask: () => Promise<T>,
): Promise<T | null> {
  const queue = queueOf(store);
  const number = ++queue.asked;
  const asked = queue.changed.then(() => (queue.isOpen() ? ask() : null));
  if (kind === "change") queue.changed = asked.catch(() => undefined);
  const answer = await asked;
  if (!answer || !queue.isOpen()) return null;
  if (number > queue.shown) {
    queue.shown = number;
    signIn(store, answer.user);
  }
  return answer;
}
