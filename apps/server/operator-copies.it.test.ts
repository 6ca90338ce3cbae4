import { hash, randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import type { Somebody } from "./testing/full-app.ts";
import { openOffice } from "./testing/open-office.ts";

/** askar (owner) orders copies of players' data; dana is another owner. */

const { app, askar, madina, timur, auditActions, expectRightBooks } = await openOffice();
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const reason = "a request of 3 November";
const dana = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Dana", { ip: "203.0.113.4" });

const order = ({ id }: Pick<Somebody, "id">, by = askar) =>
  by.call(`POST /api/office/players/${id}/copies`, { reason });
const list = async ({ id }: Somebody, by = askar) => (await by.call(`GET /api/office/players/${id}/copies`)).body.data;
const file = (id: string, by = askar) => by.call(`GET /api/office/copies/${id}/file`);

const job = (name: string) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
    name,
  );
const make = (id: string) => job("privacy-operator-copy").run({ id });

async function steppedUp(by: typeof askar): Promise<void> {
  await app.host.clock.advance(31_000);
  expect((await by.stepUp()).status).toBeLessThan(300);
}

async function ordered(who: Somebody): Promise<string> {
  const { body } = await order(who);
  await make(body.data.id);
  return body.data.id;
}

describe("a copy of a player's data", () => {
  test("is made by a job, sealed, and fetched once by its operator with a second factor; each step is an entry", async () => {
    const alice = await app.register();
    const asked = await order(alice);
    expect(asked).toMatchObject({ status: 202, body: { data: { state: "waiting", mine: true, operator: "Askar" } } });
    const { id } = asked.body.data;
    expect((await order(alice)).body.data.id).toBe(id);
    await steppedUp(askar);
    expect((await file(id)).body.code).toBe("copy_not_ready");
    await make(id);
    await make(id);
    const [made] = await list(alice);
    expect(made).toMatchObject({ id, state: "ready", reason });
    const stored = await app.host.db.query<{ content: Buffer }>(
      "SELECT content FROM privacy.operator_copies WHERE id = $1",
      [id],
    );
    expect(required(stored.rows[0], "stored").content.toString("latin1")).not.toContain(alice.email);
    await steppedUp(dana);
    expect((await file(id, dana)).status).toBe(404);
    expect((await list(alice, dana))[0]).toMatchObject({ id, mine: false });
    const fetched = await file(id);
    expect(fetched.status, fetched.text.slice(0, 200)).toBe(200);
    const { header, data, review } = JSON.parse(fetched.text);
    expect(header).toMatchObject({ export_id: id, player: alice.id, operator: "Askar", reason, sha256: made.sha256 });
    expect(hash("sha256", JSON.stringify({ data, review }))).toBe(made.sha256);
    expect(data.accounts.account).toMatchObject({ email: alice.email });
    expect(fetched.text).not.toMatch(/argon2|password_hash|request_hash/);
    expect((await file(id)).body.code).toBe("copy_gone");
    const entries = await auditActions(`player:${alice.id}`);
    expect(entries.map(({ action, operator, after }) => [action, operator, after])).toEqual([
      ["player.copy_order", "Askar", { export: id }],
      ["player.copy_fetch", "Askar", { export: id, sha256: made.sha256 }],
    ]);
    expect(entries[0]?.reason).toBe(reason);
  });

  test("has the player's tags; notes and tags of investigations are apart, without operators' names, and not in the player's own copy", async () => {
    const bob = await app.register();
    await timur.call(`POST /api/office/players/${bob.id}/notes`, { text: "his brother Ivan called, ёлка 🎄" });
    const tags = { add: ["complaint", "duplicate_suspected"], remove: [], reason: "two accounts" };
    expect((await timur.call(`POST /api/office/players/${bob.id}/tags`, tags)).status).toBe(200);
    const id = await ordered(bob);
    await steppedUp(askar);
    const { data, review } = JSON.parse((await file(id)).text);
    expect(data.accounts.tags).toMatchObject([{ tag: "complaint" }]);
    expect(JSON.stringify(data)).not.toMatch(/Ivan|duplicate_suspected/);
    expect(review.accounts).toMatchObject({
      notes: [{ text: "his brother Ivan called, ёлка 🎄" }],
      tags: [{ tag: "duplicate_suspected" }],
    });
    expect(JSON.stringify({ data, review })).not.toContain("Timur");
    const own = await app.api.call("POST /api/v1/privacy/export", { token: bob.token });
    await job("privacy-export").run({ id: own.body.data.id });
    const mine = await app.api.call(`GET /api/v1/privacy/export/${own.body.data.id}/file`, { token: bob.token });
    expect(mine.body.data.accounts.tags).toMatchObject([{ tag: "complaint" }]);
    expect(mine.text).not.toMatch(/Ivan|duplicate_suspected/);
  });

  test("is gone after a day, and its content is deleted", async () => {
    const carol = await app.register();
    const id = await ordered(carol);
    await job("privacy-copies-sweep").run({});
    expect((await list(carol))[0]).toMatchObject({ id, state: "ready" });
    await app.host.db.query("UPDATE privacy.operator_copies SET ready_at = ready_at - interval '1 day' WHERE id = $1", [
      id,
    ]);
    await job("privacy-copies-sweep").run({});
    expect((await list(carol))[0]).toMatchObject({ id, state: "expired" });
    await steppedUp(askar);
    expect((await file(id)).body.code).toBe("copy_gone");
    const { rows } = await app.host.db.query("SELECT content FROM privacy.operator_copies WHERE id = $1", [id]);
    expect(rows).toEqual([{ content: null }]);
  });

  test("is not made for an operator who has lost the permission meanwhile", async () => {
    const dave = await app.register();
    const farid = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Farid", {
      ip: "203.0.113.6",
    });
    const { id } = (await order(dave, farid)).body.data;
    await app.host.db.query("UPDATE operators.operators SET role = 'risk' WHERE id = $1", [farid.id]);
    await make(id);
    const { rows } = await app.host.db.query(
      "SELECT refused_at IS NOT NULL AS refused, content FROM privacy.operator_copies WHERE id = $1",
      [id],
    );
    expect(rows).toEqual([{ refused: true, content: null }]);
  });
});

describe("refused are", () => {
  test("other roles, a fetch without a second factor, an unknown player and an eleventh order in an hour", async () => {
    const gina = await app.register();
    for (const by of [madina, timur]) {
      expect((await order(gina, by)).body.data, by.name).toEqual({ permission: "players.copy" });
      expect((await file(randomUUID(), by)).status).toBe(403);
    }
    const hugo = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Hugo", {
      ip: "203.0.113.7",
    });
    await app.host.clock.advance(6 * 60_000);
    expect((await file(randomUUID(), hugo)).body.code).toBe("step_up_required");
    expect((await order({ id: randomUUID() as Somebody["id"] }, hugo)).status).toBe(404);
    for (let made = 0; made < 10; made++) {
      const asked = await order(gina, hugo);
      expect(asked.status).toBe(202);
      await make(asked.body.data.id);
    }
    const limited = await order(gina, hugo);
    expect(limited).toMatchObject({ status: 429, body: { code: "copy_limit" } });
    expect(limited.body.data.retry_after).toBeGreaterThan(0);
  });
});
