import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorCode, fail } from "#kit/contract/error-code.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import { testOffice } from "../testing/test-office.ts";
import type { Approvals, Decider } from "./index.ts";

/** madina requests that a game be closed permanently, which takes two approvals: askar, bolat and chinara may give them. */

const closed = errorCode("game_closed", { status: 409, when: "" });
let host: TestHost;
let operators: Operators;
let approvals: Approvals;
/** The subject's version, and the effects. */
let version = 1;
const done: string[] = [];
let madina: Decider;
let askar: Decider;
let bolat: Decider;
let chinara: Decider;

beforeAll(async () => {
  host = await testHost({ modules: ["approvals"] });
  ({ operators, approvals } = testOffice(host));
  approvals.register({
    kind: "game.close",
    permission: "operators.write",
    reads: "operators.read",
    needs: 2,
    versionOf: async () => String(version),
    async run(tx, { subject, payload }) {
      if (payload.fails === true) fail(closed);
      tx.afterCommit(() => done.push(subject));
    },
  });
});
afterAll(() => host.close());

beforeEach(async () => {
  done.length = 0;
  [madina, askar, bolat, chinara] = [
    await owner("Madina"),
    await owner("Askar"),
    await owner("Bolat"),
    await owner("Chinara"),
  ];
});

async function owner(name: string): Promise<Decider> {
  const email = `${name.toLowerCase()}-${randomBytes(6).toString("hex")}@house.example`;
  const person = { email, name, role: "owner", password: "a long enough password" } as const;
  const id = await operators.registerDemoOperator({ ...person, secret: randomBytes(20) });
  return { ...systemActor(name), id };
}
let game = 0;
const ask = (by: Decider, payload: Readonly<Record<string, boolean>> = {}) => {
  game += 1;
  const content = { kind: "game.close", subject: `game:${game}`, payload, reason: "nobody plays it" };
  return host.db.tx(tx => approvals.ask(tx, content, by));
};
const everything = new Set(["operators.read"]);
async function approve(by: Decider, id: Uuid): Promise<string> {
  const seen = await approvals.one(everything, id);
  const run = host.db.tx(tx => approvals.approve(tx, id, seen?.payloadHash ?? new Uint8Array(32), by));
  return run.then(
    ({ status }) => status,
    ({ error }) => error.code,
  );
}
const set = (who: Decider, what: string) =>
  host.db.query(`UPDATE operators.operators SET ${what} WHERE id = $1`, [who.id]);

describe("a request that takes two", () => {
  test("is carried out with the second approval, and not before", async () => {
    const { id } = await ask(madina);
    expect(await approve(askar, id)).toBe("waiting");
    expect(await approve(askar, id)).toBe("request_approved_already");
    expect(await approve(madina, id)).toBe("second_person_needed");
    expect(done).toEqual([]);
    expect(await approve(bolat, id)).toBe("approved");
    expect(done).toEqual([`game:${game}`]);
    expect(await approve(chinara, id)).toBe("request_closed");
  });

  test("is carried out once, however many approve in the same millisecond", async () => {
    const { id } = await ask(madina);
    const answers = await Promise.all([askar, bolat, chinara, askar, bolat, chinara].map(who => approve(who, id)));
    expect(answers.filter(answer => answer === "waiting")).toHaveLength(1);
    expect(answers.filter(answer => answer === "approved")).toHaveLength(1);
    expect(new Set(answers)).not.toContain(undefined);
    expect(done).toEqual([`game:${game}`]);
  });

  test.each([
    ["lost the role", "role = 'support'"],
    ["been disabled", "disabled_at = now()"],
    ["been re-invited", "approves_from = now() + interval '1000 years'"],
  ])(
    "an approval by an operator who has lost the permission since does not count at the last one: %s",
    async (_, what) => {
      const { id } = await ask(madina);
      expect(await approve(askar, id)).toBe("waiting");
      await set(askar, what);
      expect(await approve(bolat, id)).toBe("waiting");
      expect(done).toEqual([]);
      expect(await approve(chinara, id)).toBe("approved");
    },
  );

  test("refuses an approval by an operator without the permission, and by two who invited one another", async () => {
    const { id } = await ask(madina);
    await set(askar, "role = 'finance'");
    expect(await approve(askar, id)).toBe("forbidden");
    await set(bolat, `inviters = '{${chinara.id}}'`);
    expect(await approve(bolat, id)).toBe("waiting");
    expect(await approve(chinara, id)).toBe("approver_linked");
    expect(done).toEqual([]);
  });

  test("is stale once its subject has changed, also after the first approval", async () => {
    const { id } = await ask(madina);
    expect(await approve(askar, id)).toBe("waiting");
    version += 1;
    expect(await approve(bolat, id)).toBe("request_stale");
    expect(await approvals.one(everything, id)).toMatchObject({
      status: "stale",
      approvals: [{ operatorName: "Askar" }],
    });
    const declined = await host.db.tx(tx => approvals.decline(tx, id, "out of date", bolat));
    expect(declined).toMatchObject({ status: "declined", declineReason: "out of date" });
  });

  test("accepts an approval of exactly the content that was shown", async () => {
    const [{ id }, other] = [await ask(madina), await ask(madina, { fails: true })];
    const shown = (await approvals.one(everything, other.id))?.payloadHash ?? new Uint8Array(32);
    const approved = host.db.tx(tx => approvals.approve(tx, id, shown, askar));
    await expect(approved).rejects.toMatchObject({ error: { code: "request_stale" } });
    expect(await approvals.one(everything, id)).toMatchObject({ status: "waiting", approvals: [] });
  });

  test("is not approved if its effect fails", async () => {
    const { id } = await ask(madina, { fails: true });
    expect(await approve(askar, id)).toBe("waiting");
    expect(await approve(bolat, id)).toBe("game_closed");
    expect(await approvals.one(everything, id)).toMatchObject({ status: "waiting", approvals: [{}] });
  });

  test("expires after 24 hours and may then be made again", async () => {
    const { id } = await ask(madina);
    game -= 1;
    expect(await ask(madina)).toMatchObject({ id, isNew: false });
    await host.clock.advance(24 * 3_600_000);
    expect(await approve(askar, id)).toBe("request_expired");
    expect(await approvals.one(everything, id)).toMatchObject({ status: "expired" });
    game -= 1;
    expect((await ask(madina)).id).not.toBe(id);
  });
});

test("the tables refuse an approval by the requester, and a second one by the same operator", async () => {
  const { id } = await ask(madina);
  const insert = (by: Decider) =>
    host.db.query("INSERT INTO approvals.approvals VALUES ($1, $2, $3, 'x', now())", [id, madina.id, by.id]);
  await expect(insert(madina)).rejects.toThrow("check constraint");
  await insert(askar);
  await expect(insert(askar)).rejects.toThrow("duplicate key");
  const foreign = "INSERT INTO approvals.approvals VALUES ($1, $2, $3, 'x', now())";
  await expect(host.db.query(foreign, [id, bolat.id, madina.id])).rejects.toThrow("foreign key");
});

test("requests are visible only with the permission of their kind", async () => {
  const { id } = await ask(madina);
  expect(await approvals.one(new Set(["dashboard.read"]), id)).toBeUndefined();
  expect(await approvals.list(new Set(["dashboard.read"]), { waitingOnly: false, limit: 10 })).toEqual([]);
  expect(await approvals.waiting(new Set())).toBe(0);
  expect(await approvals.waiting(everything)).toBeGreaterThan(0);
});
