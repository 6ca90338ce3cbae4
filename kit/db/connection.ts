import pg from "pg";
import type { DbConnection } from "./db.ts";
import { runStatement } from "./statement.ts";
import { watchSyncWaits } from "./sync-wait.ts";

/**
 * A dedicated connection. PostgreSQL detects within about four seconds that this side is gone (TCP keepalives of one
 * second), so that its advisory locks are released to another process soon.
 */
export async function openConnection(
  settings: pg.ClientConfig,
  onSyncWaitCancelled?: () => void,
): Promise<DbConnection> {
  const client = new pg.Client({
    ...settings,
    connectionTimeoutMillis: 10_000,
    options: "-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3",
  });
  watchSyncWaits(client, onSyncWaitCancelled);
  const listeners = new Set<(error: Error | undefined) => void>();
  let failure: Error | undefined;
  let over = false;
  client.on("error", error => {
    failure ??= error;
  });
  client.once("end", () => {
    over = true;
    for (const listener of listeners) listener(failure);
    listeners.clear();
  });
  await client.connect();

  // The driver does not declare it.
  const pid: unknown = Reflect.get(client, "processID");
  return {
    ...(typeof pid === "number" && { pid }),
    query: (text, values, name) => runStatement(client, text, values, name),
    onLost(listener) {
      if (over) listener(failure);
      else listeners.add(listener);
    },
    onNotification(listener) {
      client.on("notification", message => listener(message.channel, message.payload ?? ""));
    },
    end: () => client.end(),
  };
}
