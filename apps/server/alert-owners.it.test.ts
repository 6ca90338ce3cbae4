import { afterAll, afterEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { depositMethods } from "#modules/payments/shared/methods.ts";
import { openOffice } from "./testing/open-office.ts";

/** Who works on an alert of the dashboard. A method that is switched off is the alert. */

const { app, askar, madina, timur, auditActions, job, expectRightBooks } = await openOffice();
const [dana, aidos] = await Promise.all([
  testOperator({ ...app, operators: app.modules.operators }, "support", "Dana", { ip: "203.0.113.8" }),
  testOperator({ ...app, operators: app.modules.operators }, "auditor", "Aidos", { ip: "203.0.113.9" }),
]);
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const { hash } = required(depositMethods[0], "there is a method");
const alert = `method_off ${hash}`;
const switchMethod = async (on: boolean) => {
  await madina.call(`PUT /api/office/methods/${hash}`, { on, reason: "the bank works on it" });
};
const shown = async (by: TestOperator = madina) => {
  await app.host.clock.advance(2_001);
  const { alerts } = (await by.call("GET /api/office/dashboard")).body.data;
  return alerts.find((each: { alert: string }) => each.alert === alert);
};
const take = (by: TestOperator, from: string | null = null) => by.call("POST /api/office/alerts/take", { alert, from });
const handOver = (by: TestOperator, to: string) => by.call("POST /api/office/alerts/hand-over", { alert, to });
const entries = async () =>
  (await auditActions(encodeURIComponent(`alert:${alert}`))).map(({ action, operator, before, after }) => [
    action,
    operator,
    before,
    after,
  ]);

test("an operator takes an alert and hands it over; the alert stays until its cause has gone, and comes back without an owner", async () => {
  await switchMethod(false);
  expect(await shown()).toMatchObject({ owner: null, at: expect.any(String) });

  expect((await take(madina)).status).toBe(204);
  // Not only once the figures beside it are read again.
  const now = (await askar.call("GET /api/office/dashboard")).body.data.alerts;
  expect(now.find((each: { alert: string }) => each.alert === alert).owner).toMatchObject({ name: "Madina" });
  expect((await take(madina)).status).toBe(204);

  const refused = await take(askar);
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, "alert_owned", { operator: "Madina" }]);
  expect((await handOver(askar, timur.id)).body.code).toBe("alert_owned");

  const able = (await madina.call("GET /api/office/alerts/owners")).body.data.map(({ name }: { name: string }) => name);
  expect(able).toEqual(["Askar", "Madina", "Timur"]);
  for (const unable of [dana.id, aidos.id, "01890a5d-ac96-774b-bcce-b302099a8057"])
    expect((await handOver(madina, unable)).status).toBe(404);
  expect((await handOver(madina, timur.id)).status).toBe(204);
  expect((await shown()).owner).toMatchObject({ id: timur.id, name: "Timur" });
  expect((await handOver(madina, askar.id)).body.code).toBe("alert_owned");
  expect((await take(askar, timur.id)).status).toBe(204);

  expect(await entries()).toEqual([
    ["alert.take", "Madina", { owner: null }, { owner: "Madina" }],
    ["alert.hand_over", "Madina", { owner: "Madina" }, { owner: "Timur" }],
    ["alert.take", "Askar", { owner: "Timur" }, { owner: "Askar" }],
  ]);

  await job("office-alert-owners");
  expect((await shown()).owner).toMatchObject({ name: "Askar" });
  await switchMethod(true);
  expect(await shown()).toBeUndefined();
  for (const late of [await take(timur, askar.id), await handOver(askar, timur.id)])
    expect([late.status, late.body.code]).toEqual([409, "alert_gone"]);
  await app.host.clock.advance(1_000);
  await job("office-alert-owners");
  await switchMethod(false);
  expect((await shown()).owner).toBeNull();
});

test("of two operators who take an alert at once, one owns it and the other is told who", async () => {
  let owner: string | null = null;
  for (let round = 0; round < 20; round += 1) {
    const [one, two] = round % 2 === 0 ? [askar, timur] : [madina, timur];
    const before = (await entries()).length;
    const answers = await Promise.all([one, two].filter(({ id }) => id !== owner).map(by => take(by, owner)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 204)) expect(body.code).toBe("alert_owned");
    expect((await entries()).length).toBe(before + 1);
    owner = (await shown()).owner.id;
  }
});

test("who may not own alerts neither takes one nor reads the list of those who may; one that says all is well cannot be taken", async () => {
  for (const by of [dana, aidos]) {
    expect((await take(by)).status).toBe(403);
    expect((await handOver(by, timur.id)).status).toBe(403);
    expect((await by.call("GET /api/office/alerts/owners")).status).toBe(403);
  }
  await switchMethod(true);
  await job("office-books");
  const kinds = async () => {
    await app.host.clock.advance(2_001);
    return (await askar.call("GET /api/office/dashboard")).body.data.alerts.map(({ kind }: { kind: string }) => kind);
  };
  await expect.poll(kinds).toEqual(["whole"]);
  for (const name of ["whole", "unknown", `disk ${"a".repeat(100)}`])
    expect((await askar.call("POST /api/office/alerts/take", { alert: name, from: null })).body.code).toBe(
      "alert_gone",
    );
  expect((await askar.call("POST /api/office/alerts/take", { alert: "a".repeat(301), from: null })).status).toBe(422);
});

test("the alert about a game's return has figures that the page formats, and names its game", async () => {
  await app.host.db.query(
    `INSERT INTO desk.return_alerts (id, game, rules_version, first_at, last_at, bets, paid, due, sigmas_hundredths, wins, expected_wins)
     VALUES (gen_random_uuid(), 'dice', 'dice-1', now(), now(), 92859, 94725460000, 91930410000, 912, 0, 0)`,
  );
  await app.host.clock.advance(2_001);
  const { alerts } = (await madina.call("GET /api/office/dashboard")).body.data;
  expect(alerts.find((each: { kind: string }) => each.kind === "return_bounds")).toMatchObject({
    alert: "return_bounds dice, dice-1",
    text: "",
    returned: {
      game: "dice",
      rules_version: "dice-1",
      bets: 92_859,
      measured: "102.01",
      designed: "99.00",
      odds_against: null,
      sigmas: "9.1",
    },
  });
  await app.host.db.query("DELETE FROM desk.return_alerts");
});
