import { EventEmitter } from "node:events";
import type pg from "pg";
import { expect, test } from "vitest";
import { CommitUnknown } from "./errors.ts";
import { runStatement } from "./statement.ts";
import { watchSyncWaits } from "./sync-wait.ts";

/** A connection that answers every statement, and warns before it as told. */
function connection(warning?: { readonly code: string; readonly routine: string }) {
  const client = Object.assign(new EventEmitter(), {
    async query() {
      if (warning) client.emit("notice", warning);
      return { rows: [], rowCount: 1 };
    },
  });
  return client as unknown as pg.Client & { query(config: pg.QueryConfig): Promise<pg.QueryResult> };
}

test("a commit whose wait for the standby was cancelled is unknown, once, and counted", async () => {
  const client = connection({ code: "01000", routine: "SyncRepWaitForLSN" });
  let counted = 0;
  watchSyncWaits(client, () => {
    counted += 1;
  });
  await expect(runStatement(client, "UPDATE")).rejects.toThrow(CommitUnknown);
  expect(counted).toBe(1);
});

test("other warnings change nothing", async () => {
  const client = connection({ code: "01000", routine: "exec_stmt_raise" });
  watchSyncWaits(client, undefined);
  expect(await runStatement(client, "UPDATE")).toEqual({ rows: [], rowCount: 1 });
});
