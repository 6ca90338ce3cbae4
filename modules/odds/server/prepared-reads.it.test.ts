import { afterAll, beforeAll, expect, test } from "vitest";
import type { DbConnection } from "#kit/db/db.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type LogMark, readLogPositions } from "./proof/log-positions.ts";
import { readBettingEvents } from "./read-for-slips.ts";

/** Statements of every bet of the sportsbook: a connection plans each of them once. */

let host: TestHost;
let connection: DbConnection;
beforeAll(async () => {
  host = await testHost({ modules: ["odds"] });
  await host.db.query(
    `INSERT INTO odds.events (id, sport, category, tournament, home, away, fixture, status, head)
     SELECT 'match:' || n, 'football', 'kz', 'cup', 'a', 'b', '{}', 'scheduled', sha256('head') FROM generate_series(1, 2000) n`,
  );
  await host.db.query(
    `INSERT INTO odds.messages (event, position, n, type, producer, epoch, frame, message, hash, head)
     SELECT 'match:' || e, p, p, 'odds_change', 'pre', 1, p, '{}', sha256('message'), sha256(convert_to(e || ':' || p, 'UTF8'))
     FROM generate_series(1, 200) e, generate_series(1, 50) p`,
  );
  await host.db.query("ANALYZE odds.events, odds.messages");
  connection = await host.db.connect();
});
afterAll(async () => {
  await connection.end();
  await host.close();
});

const calls = 30;
async function plansOf(name: string) {
  const { rows } = await connection.query<{ generic: bigint; custom: bigint }>(
    "SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements WHERE name = $1",
    [name],
  );
  return rows.map(({ generic, custom }) => [Number(generic), Number(custom)]);
}

test("events of slips are read by the prepared plan, whatever their number, and one that is named twice once", async () => {
  for (let call = 0; call < calls; call++) {
    const events = Array.from({ length: 1 + (call % 4) }, (_, n) => `match:${call * 7 + n + 1}`);
    const found = await readBettingEvents(connection, [...events, "match:0", ...events.slice(0, 1)]);
    expect([...found.keys()].toSorted()).toEqual(events.toSorted());
  }
  expect(await plansOf("odds.betting-events")).toEqual([[calls - 5, 5]]);
});

test("positions of accepted slips in the logs are read by the prepared plan, in the order of the marks", async () => {
  const markOf = async (event: string, position: number): Promise<LogMark> => {
    const { rows } = await connection.query<{ head: string }>(
      "SELECT encode(head, 'hex') AS head FROM odds.messages WHERE event = $1 AND position = $2",
      [event, position],
    );
    return { event, eventN: BigInt(position), marketN: BigInt(position - 2), head: rows[0]?.head ?? "" };
  };
  for (let call = 0; call < calls; call++) {
    const at = Array.from({ length: 1 + (call % 4) }, (_, n) => 50 - ((call * 3 + n * 11) % 40));
    const marks = await Promise.all(at.map((position, n) => markOf(`match:${n + 1}`, position)));
    const unknown: LogMark = { event: "match:3", eventN: 5n, marketN: 5n, head: "ab".repeat(32) };
    const expected = at.map(position => ({ position, priced: position - 2 }));
    expect(await readLogPositions(connection, [...marks, unknown])).toEqual([...expected, { position: 0, priced: 0 }]);
  }
  expect(await plansOf("odds.log-positions")).toEqual([[calls - 5, 5]]);
});
