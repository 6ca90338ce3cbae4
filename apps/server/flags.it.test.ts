import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { createFlags } from "#modules/flags/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** askar and bolat are owners, madina is in finance, alice plays from Kazakhstan, bob from Germany. */

const kazakhstan = "2.132.10.20";
const germany = "5.1.80.1";
const dayMs = 86_400_000;
let app: FullApp;
let askar: TestOperator;
let bolat: TestOperator;
let madina: TestOperator;
let alice: Somebody;
beforeAll(async () => {
  app = await openFullApp();
});
beforeEach(async () => {
  const hire = (role: "owner" | "finance", name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  askar = await hire("owner", "Askar", "203.0.113.1");
  bolat = await hire("owner", "Bolat", "203.0.113.2");
  madina = await hire("finance", "Madina", "203.0.113.3");
  alice = await app.register();
});
afterAll(() => app.host.close());

const inMs = (ms: number) => new Date(app.host.clock.now() + ms).toISOString();
const ask = (by: TestOperator, flag: string, region: string, set: object | null) =>
  by.call("POST /api/office/flags/set", { flag, region, set, reason: "ordered by the regulator" });
async function asked(by: TestOperator, flag: string, region: string, set: object | null): Promise<string> {
  const answer = await ask(by, flag, region, set);
  expect(answer.status, answer.text).toBe(202);
  return answer.body.data.request;
}
async function set(flag: string, region: string, to: object | null): Promise<void> {
  const approved = await approveRequest(bolat, await asked(askar, flag, region, to));
  expect(approved.body.data, approved.text).toMatchObject({ status: "approved" });
}
const features = async (ip: string) => (await app.api.call("GET /api/v1/games/dice", { ip })).body.data.features;
const shown = async (name: string) =>
  (await askar.call("GET /api/office/flags")).body.data.flags.find((each: { name: string }) => each.name === name);

test("a flag is set by two owners in one country, followed by every process, and is the default again when it expires", async () => {
  const other = createFlags(app.host, app.modules.geo);
  const turbo = other.declare({ name: "bets.turbo", type: "boolean", initial: true });
  await other.start?.();
  const id = await asked(askar, "bets.turbo", "KZ", { value: false, until: inMs(dayMs) });
  expect((await approveRequest(askar, id)).body.code).toBe("second_person_needed");
  expect((await approveRequest(madina, id)).body.code).toBe("forbidden");
  expect(await features(kazakhstan)).toEqual({ autobet: true, turbo: true });
  expect((await approveRequest(bolat, id)).body.data).toMatchObject({ status: "approved" });
  await expect.poll(() => features(kazakhstan), { timeout: 2_000 }).toEqual({ autobet: true, turbo: false });
  await expect.poll(() => turbo(kazakhstan), { timeout: 2_000 }).toBe(false);
  expect([turbo(germany), turbo()]).toEqual([true, true]);
  expect(await features(germany)).toEqual({ autobet: true, turbo: true });
  expect(await shown("bets.turbo")).toMatchObject({
    initial: true,
    settings: [{ region: "KZ", value: false, asked_by: "Askar", set_by: "Bolat", reason: "ordered by the regulator" }],
  });
  app.host.clock.setNow(app.host.clock.now() + dayMs);
  expect([turbo(kazakhstan), (await features(kazakhstan)).turbo]).toEqual([true, true]);
  await other.stop?.();
});

test("a country's own value takes precedence over the one of everywhere, and is restored by two", async () => {
  await set("bets.autobet", "*", { value: false, until: inMs(dayMs) });
  await set("bets.autobet", "KZ", { value: true, until: inMs(dayMs) });
  await expect.poll(async () => (await features(germany)).autobet).toBe(false);
  await expect.poll(async () => (await features(kazakhstan)).autobet).toBe(true);
  await set("bets.autobet", "KZ", null);
  await expect.poll(async () => (await features(kazakhstan)).autobet).toBe(false);
  await set("bets.autobet", "*", null);
  await expect.poll(async () => (await features(germany)).autobet).toBe(true);
  expect((await ask(askar, "bets.autobet", "*", null)).body.code).toBe("flag_unchanged");
  const { items } = (await askar.call("GET /api/office/audit?subject=flag:bets.autobet/KZ")).body.data;
  expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
    ["Bolat", "flag.set"],
    ["Bolat", "flag.set"],
  ]);
});

test("allows nothing that the settings forbid", async () => {
  await set("bets.turbo", "GB", { value: true, until: inMs(dayMs) });
  const london = "81.2.69.160";
  expect(app.modules.geo.countryOf(london)).toBe("GB");
  expect(await features(london)).toEqual({ autobet: false, turbo: false });
});

test("guests may not send files while that is off, and players still may", async () => {
  const path = "/api/v1/support/conversations";
  const text = { key: randomUUID(), text: "hello", email: "guest@example.org" };
  const begun = await app.api.call(`POST ${path}`, { ip: germany, body: text });
  expect(begun.status, begun.text).toBe(201);
  const { cookies } = begun;
  const file = () => ({ key: randomUUID(), name: "a.txt", content: Buffer.from("text").toString("base64") });
  const send = () =>
    app.api.call(`POST ${path}/${begun.body.data.id}/attachments`, { ip: germany, cookies, body: file() });
  const may = async () =>
    (await app.api.call(`GET ${path}`, { ip: germany, cookies })).body.data.availability.attachments;
  expect([(await send()).status, await may()]).toEqual([201, true]);
  await set("support.guest_files", "DE", { value: false, until: inMs(dayMs) });
  await expect.poll(may).toBe(false);
  expect((await send()).body.code).toBe("files_closed");
  const own = await app.api.call(`POST ${path}`, {
    ip: germany,
    token: alice.token,
    body: { key: randomUUID(), text: "hello" },
  });
  const ofPlayer = await app.api.call(`POST ${path}/${own.body.data.id}/attachments`, {
    ip: germany,
    token: alice.token,
    body: file(),
  });
  expect(ofPlayer.status, ofPlayer.text).toBe(201);
});

test("the pause between messages of the player chat follows its flag", async () => {
  const pause = async () =>
    (await app.api.call("GET /api/v1/chat/en", { ip: kazakhstan, token: alice.token })).body.data.you.pause_seconds;
  expect(await pause()).toBe(5);
  await set("chat.pause_seconds", "KZ", { value: 60, until: inMs(dayMs) });
  await expect.poll(pause).toBe(60);
});

test("a request is stale once the flag was set otherwise, its value has expired, or its own end has passed", async () => {
  const place = ["bets.turbo", "FR"] as const;
  const first = await asked(askar, ...place, { value: false, until: inMs(dayMs) });
  await set(...place, { value: false, until: inMs(3_600_000) });
  expect((await approveRequest(bolat, first)).body.code).toBe("request_stale");
  const second = await asked(bolat, ...place, null);
  const third = await asked(bolat, "bets.autobet", "FR", { value: false, until: inMs(600_000) });
  for (const minutes of [10, 10, 10, 10, 10, 10]) {
    await app.host.clock.advance(minutes * 60_000);
    await askar.call("POST /api/office/activity");
  }
  await askar.stepUp();
  expect((await approveRequest(askar, second)).body.code).toBe("request_stale");
  expect((await approveRequest(askar, third)).body.code).toBe("request_stale");
});

test("refuses a flag that does not exist, values of another type or out of bounds, and ends that have passed or are too far", async () => {
  const until = inMs(dayMs);
  const fieldsOf = async (...given: [string, string, object | null]) => (await ask(askar, ...given)).body.errors;
  expect(await fieldsOf("bets.luck", "KZ", { value: true, until })).toEqual({ flag: ["flag_invalid"] });
  expect(await fieldsOf("bets.turbo", "KZ", { value: 1, until })).toEqual({ value: ["flag_value_invalid"] });
  for (const value of [0, 601, true])
    expect(await fieldsOf("chat.pause_seconds", "KZ", { value, until })).toEqual({ value: ["flag_value_invalid"] });
  for (const ms of [0, -1, 366 * dayMs + 1])
    expect(await fieldsOf("bets.turbo", "KZ", { value: false, until: inMs(ms) })).toEqual({
      until: ["flag_until_invalid"],
    });
  expect((await ask(madina, "bets.turbo", "KZ", null)).body.code).toBe("forbidden");
});

test("two approvals of different values in the same moment set one of them", async () => {
  const place = ["bets.turbo", "IT"] as const;
  const [one, two] = [
    await asked(askar, ...place, { value: false, until: inMs(dayMs) }),
    await asked(bolat, ...place, { value: false, until: inMs(2 * dayMs) }),
  ];
  const answers = await Promise.all([approveRequest(bolat, one), approveRequest(askar, two)]);
  expect(answers.map(({ body }) => body.code ?? body.data.status).sort()).toEqual(["approved", "request_stale"]);
  const changes = (await askar.call("GET /api/office/flags")).body.data.changes;
  expect(changes.filter(({ region }: { region: string }) => region === "IT")).toHaveLength(1);
});

test("changes of flags are never changed", async () => {
  await set("bets.turbo", "ES", { value: false, until: inMs(dayMs) });
  await expect(app.host.db.query("UPDATE flags.changes SET reason = 'other'")).rejects.toThrow("never changed");
  await expect(app.host.db.query("DELETE FROM flags.changes")).rejects.toThrow("never changed");
});

test("shows the running settings and no secret", async () => {
  const answer = await askar.call("GET /api/office/settings");
  const { settings } = answer.body.data;
  const named = (name: string) => settings.find((each: { name: string }) => each.name === name);
  expect(named("PAYOUT_PENDING_SECONDS")).toMatchObject({ value: String(app.host.config.PAYOUT_PENDING_SECONDS) });
  expect(named("SECRET_KEY")).toMatchObject({ value: null, shows: "secret", is_set: true });
  expect(named("ARCHIVE_AFTER_DAYS")).toMatchObject({ value: null, is_set: false, is_default: true });
  const { config } = app.host;
  for (const secret of [config.SECRET_KEY, config.PAYMENTS_SECRET, config.AUDIT_SIGNING_KEY, config.DATABASE_URL])
    expect(answer.text).not.toContain(secret);
  expect((await madina.call("GET /api/office/settings")).body.code).toBe("forbidden");
});
