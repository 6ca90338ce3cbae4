import type pg from "pg";
import type { SqlValue } from "./db.ts";
import { requireSyncWaited } from "./sync-wait.ts";

/** Runs one statement; without values it may be several (migrations), of which the last result is returned. */
export async function runStatement<Row>(
  client: { query(config: pg.QueryConfig): Promise<pg.QueryResult> },
  text: string,
  values?: readonly SqlValue[],
  name?: string,
): Promise<{ rows: Row[]; rowCount: number }> {
  const result = await client.query({
    text,
    ...(values ? { values: values as unknown[] } : {}),
    ...(name ? { name } : {}),
  });
  requireSyncWaited(client);
  const last: pg.QueryResult | undefined = Array.isArray(result) ? (result as pg.QueryResult[]).at(-1) : result;
  return { rows: (last?.rows ?? []) as Row[], rowCount: last?.rowCount ?? 0 };
}
