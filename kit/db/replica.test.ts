import pg from "pg";
import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import type { Db } from "./db.ts";
import { readOlder, tablesIn } from "./read-older.ts";
import { createReplica } from "./replica.ts";

/** A database that knows its position in the log, and answers reads with its name. */
function database(name: string) {
  const state = { position: 100n, system: "7", fails: undefined as Error | undefined };
  const query = async (text: string) => {
    if (state.fails) throw state.fails;
    return { rows: [text.includes("pg_control_system") ? { ...state } : { name }], rowCount: 1 };
  };
  const db = { query, tx: (work: (tx: object) => unknown) => work({ query }), end: async () => undefined };
  return { state, db: db as unknown as Db };
}

function pair({ behind = 0n } = {}) {
  const clock = manualClock();
  const [primary, standby] = [database("primary"), database("standby")];
  const warnings: string[] = [];
  const log = { ...quietLog, warn: (_: object, message: string) => void warnings.push(message) };
  const needs = { clock, log, metrics: quietMetrics, mostLagMs: 5_000 };
  standby.state.position -= behind;
  const replica = createReplica({ ...needs, primary: primary.db, replica: standby.db });
  replica.start();
  const read = { name: "list", tables: ["a.games"] };
  const answeredBy = async () => {
    const { rows } = await readOlder({ db: primary.db, replica }, read, on =>
      on.query<{ name: string }>("SELECT FROM a.games"),
    );
    return rows[0]?.name;
  };
  return { clock, primary, standby, replica, answeredBy, read, warnings };
}

test("a standby that replays answers, one that is too far behind does not until it has caught up", async () => {
  const { clock, primary, standby, answeredBy } = pair();
  expect(await answeredBy()).toBe("primary");
  await clock.advance(0);
  expect(await answeredBy()).toBe("standby");
  for (let second = 0; second < 5; second++) {
    primary.state.position += 10n;
    await clock.advance(1_000);
  }
  expect(await answeredBy()).toBe("standby");
  for (let second = 0; second < 2; second++) {
    primary.state.position += 10n;
    await clock.advance(1_000);
  }
  expect(await answeredBy()).toBe("primary");
  standby.state.position = primary.state.position;
  await clock.advance(1_000);
  expect(await answeredBy()).toBe("standby");
});

test("a standby that is a moment behind the first sample is used from the next one on, without a warning", async () => {
  const { clock, primary, standby, answeredBy, warnings } = pair({ behind: 1n });
  await clock.advance(0);
  expect(await answeredBy()).toBe("primary");
  standby.state.position = primary.state.position;
  primary.state.position += 5n;
  await clock.advance(1_000);
  expect(await answeredBy()).toBe("standby");
  expect(warnings).toEqual([]);
});

test("an idle primary does not make its standby old", async () => {
  const { clock, answeredBy } = pair();
  for (let second = 0; second < 60; second++) await clock.advance(1_000);
  expect(await answeredBy()).toBe("standby");
});

test("the primary answers where the standby fails, and is used at once when it is away or of another database", async () => {
  const { clock, standby, answeredBy } = pair();
  await clock.advance(0);
  const conflict = new pg.DatabaseError("canceling statement due to conflict with recovery", 0, "error");
  standby.state.fails = conflict;
  expect(await answeredBy()).toBe("primary");
  await clock.advance(1_000);
  standby.state.fails = undefined;
  expect(await answeredBy()).toBe("primary");
  standby.state.system = "8";
  await clock.advance(2_000);
  expect(await answeredBy()).toBe("primary");
  standby.state.system = "7";
  await clock.advance(1_000);
  expect(await answeredBy()).toBe("standby");
});

test("a read of a table that it does not name, or that locks, fails on the primary too", async () => {
  const { primary, read } = pair();
  const attempt = (sql: string) => readOlder({ db: primary.db }, read, async on => on.query(sql));
  await expect(attempt("SELECT FROM a.games JOIN wallet.wallets w ON true")).rejects.toThrow("wallet.wallets");
  await expect(attempt("SELECT FROM a.games FOR UPDATE")).rejects.toThrow("writes or locks");
  await attempt("SELECT extract(epoch FROM g.at) FROM a.games g WHERE a IS DISTINCT FROM g.b");
});

test("the tables of a statement are found", () => {
  const sql =
    "WITH x AS (SELECT FROM a.one) SELECT FROM x LEFT JOIN LATERAL (SELECT FROM b.two_3 t) y ON true, unnest($1) z";
  expect(tablesIn(sql)).toEqual(["a.one", "b.two_3"]);
});
