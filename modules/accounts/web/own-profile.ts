import { createTurns } from "#kit/web/turns.ts";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { noteVisit, type SessionStore, signIn } from "./session.ts";

interface Line {
  readonly turns: ReturnType<typeof createTurns>;
  readonly isOpen: () => boolean;
  /** The last change that was asked for, once the house has answered it. */
  changed: Promise<unknown>;
}

const lines = new WeakMap<SessionStore, Line>();

function lineOf(store: SessionStore): Line {
  const known = lines.get(store);
  if (known?.isOpen()) return known;
  const line = { turns: createTurns(), isOpen: noteVisit(store), changed: Promise.resolve() };
  lines.set(store, line);
  return line;
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
  const line = lineOf(store);
  const mayShow = line.turns.take();
  const asked = line.changed.then(() => (line.isOpen() ? ask() : null));
  if (kind === "change") line.changed = asked.catch(() => undefined);
  const answer = await asked;
  if (!answer || !line.isOpen()) return null;
  if (mayShow()) signIn(store, answer.user);
  return answer;
}
