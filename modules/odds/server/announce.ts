import type { Tx } from "#kit/db/db.ts";
import type { Signals } from "#kit/host/host.ts";

export const changedTopic = "odds.events";
/** A signal has room for a hundred ids of the greatest length. */
const mostIds = 100;

/** Notifies every process, once `tx` has committed, that rows of these events changed. */
export async function announce(signals: Signals, tx: Tx, events: readonly string[]): Promise<void> {
  const ids = [...new Set(events)];
  for (let i = 0; i < ids.length; i += mostIds)
    await signals.send(tx, changedTopic, ids.slice(i, i + mostIds).join(" "));
}
