import { createStaleGuard } from "#kit/web/stale-guard.ts";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { noteVisit, type SessionStore, signIn } from "./session.ts";

interface ProfileQueue {
  readonly staleGuard: ReturnType<typeof createStaleGuard>;
  readonly isOpen: () => boolean;
  /** The last change that was asked for, once the house has answered it. */
  changed: Promise<unknown>;
}

const queues = new WeakMap<SessionStore, ProfileQueue>();

function queueOf(store: SessionStore): ProfileQueue {
  const known = queues.get(store);
  if (known?.isOpen()) return known;
  const queue = { staleGuard: createStaleGuard(), isOpen: noteVisit(store), changed: Promise.resolve() };
  queues.set(store, queue);
  return queue;
}

/**
 * Asks the house for the player and shows him as it answers. Changes are asked for one after the other, and looks after the
 * changes before them, so that the page ends on what the house has kept. Null when he has left meanwhile: then nothing is
 * shown, and what was not yet asked for is not.
 */
export async function askForPlayer<T extends { readonly user: ProfileUser }>(
  store: SessionStore,
  kind: "look" | "change",
  ask: () => Promise<T>,
): Promise<T | null> {
  const queue = queueOf(store);
  const mayShow = queue.staleGuard.start();
  const asked = queue.changed.then(() => (queue.isOpen() ? ask() : null));
  if (kind === "change") queue.changed = asked.catch(() => undefined);
  const answer = await asked;
  if (!answer || !queue.isOpen()) return null;
  if (mayShow()) signIn(store, answer.user);
  return answer;
}
