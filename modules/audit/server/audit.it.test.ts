import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import {
  type Audit,
  createAudit,
  publicKeyOf,
  readCheckpoints,
  systemActor,
  verifyChain,
  verifyCheckpoints,
} from "./index.ts";

/** askar's actions, and an attacker with the database's own password who tries to alter them. */

let host: TestHost;
let audit: Audit;
let file: string;
beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), "fairhouse-audit-")), "checkpoints.jsonl");
  host = await testHost({ modules: ["audit"], environment: { AUDIT_CHECKPOINT_FILE: file } });
});
afterAll(() => host.close());

beforeEach(async () => {
  await asOwnerOfTheTables("TRUNCATE audit.entries");
  await writeFile(file, "");
  audit = createAudit(host);
  await audit.start?.();
  for (const [number, reason] of ["one", "two", "three", "four", "five"].entries()) await auditAction(number, reason);
});

const auditAction = (number: number, reason: string) =>
  host.db.tx(tx =>
    audit.record(tx, systemActor("askar"), {
      action: "limit.raise",
      subject: `player:${number}`,
      reason,
      before: { limit: "10" },
      after: { limit: "20" },
    }),
  );
/** Possible only for a role that may switch off triggers. */
async function asOwnerOfTheTables(sql: string): Promise<void> {
  await host.db.tx(async tx => {
    await tx.query("ALTER TABLE audit.entries DISABLE TRIGGER USER");
    await tx.query(sql);
    await tx.query("ALTER TABLE audit.entries ENABLE TRIGGER USER");
  });
}
const faults = async () => (await verifyChain(host.db)).faults.map(({ rule, row }) => [rule, row]);
const key = () => publicKeyOf(host.config.AUDIT_SIGNING_KEY);
const signedFaults = async () =>
  (await verifyCheckpoints(host.db, await readCheckpoints(file), key())).map(({ rule }) => rule);
const changed = "an entry of the audit log is not what was written";

describe("the chain", () => {
  test("is intact as it is written, also by concurrent writers", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => auditAction(index, `at once ${index}`)));
    const { end, faults: found } = await verifyChain(host.db);
    expect({ number: end.number, found }).toEqual({ number: 25n, found: [] });
    expect(await audit.check()).toEqual([]);
  });

  test("cannot be changed, shortened or emptied by the application", async () => {
    for (const sql of [
      "UPDATE audit.entries SET reason = 'other'",
      "DELETE FROM audit.entries WHERE number = 5",
      "TRUNCATE audit.entries",
    ])
      await expect(host.db.query(sql), sql).rejects.toThrow("append-only");
  });

  test.each([
    ["a reason", "UPDATE audit.entries SET reason = 'because' WHERE number = 3"],
    ["the operator", "UPDATE audit.entries SET operator_name = 'dana' WHERE number = 3"],
    ["the state before", `UPDATE audit.entries SET before = '{"limit":"20"}' WHERE number = 3`],
    ["when", "UPDATE audit.entries SET at = at - interval '1 hour' WHERE number = 3"],
    ["the operator's role", "UPDATE audit.entries SET role = 'owner' WHERE number = 3"],
    ["the operator's id", "UPDATE audit.entries SET operator_id = gen_random_uuid() WHERE number = 3"],
    ["the action", "UPDATE audit.entries SET action = 'limit.lower' WHERE number = 3"],
    ["the subject", "UPDATE audit.entries SET subject = 'player:9' WHERE number = 3"],
    ["the state afterwards", `UPDATE audit.entries SET after = '{"limit":"21"}' WHERE number = 3`],
    ["the address", "UPDATE audit.entries SET address = '203.0.113.9' WHERE number = 3"],
    ["the request", "UPDATE audit.entries SET request_id = 'another' WHERE number = 3"],
  ])("shows that %s was edited", async (_what, sql) => {
    await asOwnerOfTheTables(sql);
    expect(await faults()).toEqual([[changed, { number: 3n }]]);
    expect((await audit.check()).map(({ rule }) => rule)).toEqual([changed]);
  });

  test("shows that an entry was removed, and that the rest was renumbered", async () => {
    await asOwnerOfTheTables("DELETE FROM audit.entries WHERE number = 2");
    expect(await faults()).toEqual([["an entry of the audit log is missing", { number: 2n }]]);
    for (const number of [3, 4, 5])
      await asOwnerOfTheTables(`UPDATE audit.entries SET number = ${number - 1} WHERE number = ${number}`);
    expect(await faults()).toEqual([[changed, { number: 2n }]]);
  });

  test("shows that two entries changed places", async () => {
    await asOwnerOfTheTables("UPDATE audit.entries SET number = 99 WHERE number = 2");
    await asOwnerOfTheTables("UPDATE audit.entries SET number = 2 WHERE number = 3");
    await asOwnerOfTheTables("UPDATE audit.entries SET number = 3 WHERE number = 99");
    expect(await faults()).toEqual([[changed, { number: 2n }]]);
  });
});

describe("a chain that is watched", () => {
  const rules = async () => (await audit.check()).map(({ rule, row }) => [rule, row]);

  test("shows that an entry was edited, cut off or rewritten after it was checked", async () => {
    expect(await rules()).toEqual([]);
    await asOwnerOfTheTables("UPDATE audit.entries SET reason = 'because' WHERE number = 2");
    expect(await rules()).toEqual([[changed, { number: 2n }]]);
    await asOwnerOfTheTables("UPDATE audit.entries SET reason = 'two' WHERE number = 2");
    audit = createAudit(host);
    expect(await rules()).toEqual([]);
    await asOwnerOfTheTables("DELETE FROM audit.entries WHERE number = 5");
    expect(await rules()).toEqual([["an entry of the audit log is missing", { number: 5n }]]);
    audit = createAudit(host);
    expect(await rules()).toEqual([]);
    await asOwnerOfTheTables("DELETE FROM audit.entries WHERE number = 4");
    await auditAction(3, "another");
    expect(await rules()).toEqual([[changed, { number: 4n }]]);
  });
});

describe("a checkpoint outside the database", () => {
  test("is signed once for a state of the chain, at intervals and at the end", async () => {
    await audit.stop?.();
    await audit.stop?.();
    await auditAction(6, "six");
    await required(audit.jobs?.[0], "the job").run({});
    expect((await readCheckpoints(file)).map(({ number }) => number)).toEqual([5, 6]);
    expect(await signedFaults()).toEqual([]);
  });

  test("is not signed for a chain that is broken", async () => {
    await asOwnerOfTheTables("UPDATE audit.entries SET reason = 'because' WHERE number = 2");
    expect(await audit.check()).toHaveLength(1);
    await required(audit.jobs?.[0], "the job").run({});
    await audit.stop?.();
    expect(await readCheckpoints(file)).toEqual([]);
  });

  test("that was signed last is compared when a process starts", async () => {
    const sign = () => required(audit.jobs?.[0], "the job").run({});
    await sign();
    await auditAction(6, "six");
    await sign();
    await asOwnerOfTheTables("DELETE FROM audit.entries WHERE number = 6");
    const next = createAudit(host);
    await next.start?.();
    expect((await next.check()).map(({ rule }) => rule)).toEqual(["the audit log ends before a checkpoint"]);
  });

  test("shows that the end of the chain was cut off", async () => {
    await audit.stop?.();
    await asOwnerOfTheTables("DELETE FROM audit.entries WHERE number = 5");
    expect(await faults()).toEqual([]);
    expect(await signedFaults()).toEqual(["the audit log ends before a checkpoint"]);
    const next = createAudit(host);
    await next.start?.();
    expect((await next.check()).map(({ rule }) => rule)).toEqual(["the audit log ends before a checkpoint"]);
  });

  test("shows that the whole chain was rewritten", async () => {
    await audit.stop?.();
    await asOwnerOfTheTables("TRUNCATE audit.entries");
    for (const number of [1, 2, 3, 4, 5]) await auditAction(number, "nothing to see");
    expect(await faults()).toEqual([]);
    expect(await signedFaults()).toEqual(["the audit log is not the one that was signed"]);
  });

  test("is rejected without a valid signature", async () => {
    await audit.stop?.();
    const [line = ""] = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, `${line.replace('"number":5', '"number":4')}\n`);
    expect(await signedFaults()).toEqual(["a checkpoint of the audit log is not signed by our key"]);
    await writeFile(file, "5 five\n");
    await expect(readCheckpoints(file)).rejects.toThrow("line 1 is no checkpoint");
  });
});
