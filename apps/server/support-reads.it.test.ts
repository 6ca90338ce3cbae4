import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { type TestHost, testConfig } from "#kit/testing/test-host.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { maskDestination } from "#modules/operators/shared/masked.ts";
import { permissionsOf, type Role } from "#modules/operators/shared/permissions.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { type Running, startServer } from "./start-server.ts";
import { officeApi, openOfficeSocket } from "./testing/office-sockets.ts";

/**
 * dana of support reads everything she may, over the network of a running server: zarina, who has an email address, a phone number, IP and
 * chain addresses, documents, money, conversations and cases, is in it, and none of these is whole before it was revealed.
 */

const mail = "zarina.leakova@secret-mail.example";
const phone = "+77071239876";
const ip = "198.51.100.77";
const wallet = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const secrets = ["zarina.leakova", "secret-mail.example", "7071239876", ip, wallet.slice(2, -4)];
/** Separators of a phone number are no secret. */
const leaksOf = (text: string) => {
  const plain = text.toLowerCase();
  const digits = plain.replaceAll(/[\s()-]/g, "");
  return secrets.filter(secret => plain.includes(secret) || digits.includes(secret));
};

let database: Awaited<ReturnType<typeof testDatabase>>;
let running: Running;
let zarina: string;
let dana: TestOperator;
let erlan: TestOperator;
/** What addresses of calls name. */
const ids = new Map<string, string>();
beforeAll(async () => {
  database = await testDatabase("all");
  running = await startServer(
    testConfig({ DATABASE_URL: database.url, HOST: "fairhouse.localhost", RATE_LIMIT_FACTOR: "1000" }),
  );
  [dana, erlan] = [await hire("support", "Dana"), await hire("support", "Erlan")];
  zarina = await registerZarina();
});
afterAll(async () => {
  expect((await verifyChain(database.db)).faults).toEqual([]);
  await running.stop();
  await database.close();
});

const hire = (role: Role, name: string) =>
  testOperator(
    { host: running.host as TestHost, operators: running.modules.operators, api: officeApi(running) },
    role,
    name,
  );

async function ofSite(token: string | undefined, nameAndPath: string, body: object) {
  const [method, path] = nameAndPath.split(" ");
  const response = await fetch(`http://127.0.0.1:${running.apiPort}${path}`, {
    method: method ?? "",
    headers: {
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, `${nameAndPath}: ${text}`).toBe(true);
  return text === "" ? undefined : JSON.parse(text);
}

async function registerZarina(): Promise<string> {
  const form = { email: mail, password: "correct horse battery", currency: "USD", agree: true };
  const { token } = await ofSite(undefined, "POST /api/v2/auth/register/email", form);
  const { db } = database;
  const { rows } = await db.query<{ id: string }>(
    "UPDATE accounts.players SET phone = $2, phone_verified = true WHERE email = $1 RETURNING id",
    [mail, phone],
  );
  const { id } = required(rows[0], "a player");
  await db.query("UPDATE accounts.sessions SET ip = $2 WHERE player_id = $1", [id, ip]);
  const person = { first_name: "Zarina", last_name: "L", birth_date: "1987-06-05" };
  await ofSite(token, "POST /api/v1/verification/identity", person);
  const content = testPng().toString("base64");
  for (const kind of ["identity", "selfie"])
    await ofSite(token, "POST /api/v1/verification/documents", { kind, content });
  await ofSite(token, "POST /api/v1/verification/submit", {});
  await ofSite(token, "PUT /api/v1/profile/identity/name", { name: "Zarina_in_KZ" });
  await ofSite(token, "POST /api/v2/vip/join", { request_type: "membership" });
  const question = { key: randomUUID(), text: "Where is my withdrawal?" };
  ids.set("conversations", (await ofSite(token, "POST /api/v1/support/conversations", question)).data.id);
  // The same address, given by a guest.
  const asked = { key: randomUUID(), text: "Nobody answers my withdrawal", email: mail };
  ids.set("guest", (await ofSite(undefined, "POST /api/v1/support/conversations", asked)).data.id);
  await storeMoney(id);
  await askOperators(id);
  for (const of of ["players", "kyc", "harm-scores"]) ids.set(of, id);
  return id;
}

/** A payout to a chain, a deposit, a bet, and an alert about her address. */
async function storeMoney(player: string): Promise<void> {
  const { db } = database;
  const [instrument, payout, deposit, at] = [randomUUID(), randomUUID(), randomUUID(), new Date()];
  await db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'usdt', $3, 'usdt', $3, $4)`,
    [instrument, player, wallet, at],
  );
  await db.query(
    `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount, status,
       created_at, send_at, approvals_needed, waits_for)
     VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'usdt', $3, 'USD', 9000000000, 1, $4, $4, 2, '{amount}')`,
    [payout, player, instrument, at],
  );
  await db.query(
    `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at)
     VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 70000000, 2, $3, $4)`,
    [deposit, player, at, new Date(at.getTime() + 1_200_000)],
  );
  await db.query("INSERT INTO crypto.alarms (id, at, what, facts) VALUES ($1, $2, $3, $4)", [
    randomUUID(),
    at,
    "gas that was sent for a sweep is not enough",
    JSON.stringify({ sweep: randomUUID(), address: wallet, missing: "1" }),
  ]);
  ids.set("payouts", payout).set("deposits", deposit);
}

/** What other operators have written and requested about her. */
async function askOperators(player: string): Promise<void> {
  const [madina, timur] = [await hire("finance", "Madina"), await hire("risk", "Timur")];
  const reason = "she wrote to us";
  for (const answer of [
    await timur.call(`POST /api/office/players/${player}/notes`, { text: "@Dana knows her" }),
    await timur.call("POST /api/office/harm-cases", { player, kind: "relative", reason }),
    await madina.call("POST /api/office/corrections", { player, currency: "USD", amount: "5", reason }),
  ])
    expect(answer.status, answer.text).toBe(201);
}

/** The reads of her role, about zarina's things where they are about some. */
function reads(role: Role): readonly string[] {
  const routes = running.modules.all.flatMap(({ handlers = [] }) => handlers.map(({ route }) => route));
  const granted = permissionsOf(role) as ReadonlySet<unknown>;
  const plain = routes
    .filter(({ caller, method, permission }) => caller === "operator" && method === "GET" && granted.has(permission))
    .map(({ path }) => {
      const [, of = ""] = /\/([a-z-]+)\/:id/.exec(path) ?? [];
      const filled = path.replace(":id", ids.get(of) ?? randomUUID()).replace(":game", "dice");
      return path.endsWith("/ledger") ? `${filled}?currency=USD` : filled.replaceAll(/:[a-z]+/g, randomUUID());
    });
  const found = [mail, phone, zarina].map(encodeURIComponent);
  return [
    ...plain,
    ...found.flatMap(query => [`/api/office/players?query=${query}`, `/api/office/search?query=${query}`]),
    `/api/office/support/conversations/${ids.get("guest")}`,
    "/api/office/support/search?text=withdrawal",
    ...["queue", "others", "mine"].map(view => `/api/office/support?view=${view}`),
    "/api/office/payouts?which=all",
    `/api/office/players/${zarina}/timeline?limit=500`,
  ];
}

/** Reads all of it. @returns the pages that she is on */
async function readAll(by: TestOperator, isRevealed: (path: string) => boolean = () => false) {
  const hers = new Set<string>();
  for (const path of reads("support")) {
    const { status, text } = await by.call(`GET ${path}`);
    expect([200, 404, 409, 422], `${path} → ${status}`).toContain(status);
    if (!isRevealed(path)) expect(leaksOf(text), `${path} → ${text.slice(0, 400)}`).toEqual([]);
    const isHers = [zarina, required(ids.get("guest"), "a guest"), maskDestination(wallet)].some(name =>
      text.includes(name),
    );
    if (isHers) hers.add(path.replace(/\?.*/, "").replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id"));
  }
  return [...hers].toSorted();
}

const reveal = (by: TestOperator, player: string, fields: readonly string[]) =>
  by.call(`POST /api/office/players/${player}/reveal`, { fields, reason: "she asked from another phone" });

test("support reads every list and every page of a player: contacts and addresses are masked on the wire, in answers and on the socket", async () => {
  const socket = await openOfficeSocket(running, dana);
  if (typeof socket === "number") throw new Error(`the socket was refused: ${socket}`);
  const path = `/api/office/players/${zarina}`;
  socket.follow("/api/office/players/:id");
  const frames = [await socket.next(), await socket.next()];
  expect(await readAll(dana)).toEqual([
    "/api/office/betting/players/:id",
    "/api/office/coin-alarms",
    "/api/office/corrections",
    "/api/office/deposits",
    "/api/office/deposits/:id",
    "/api/office/harm-cases",
    "/api/office/harm-scores/:id",
    "/api/office/kyc",
    "/api/office/kyc/:id",
    "/api/office/mentions",
    "/api/office/moderation",
    "/api/office/payouts",
    "/api/office/payouts/:id",
    "/api/office/players",
    "/api/office/players/:id",
    "/api/office/search",
    "/api/office/support",
    "/api/office/support/conversations/:id",
    "/api/office/support/search",
    "/api/office/vip",
  ]);
  expect((await dana.call(`POST ${path}/notes`, { text: "asked about it" })).status).toBe(201);
  frames.push(await socket.next());
  expect(leaksOf(JSON.stringify(frames))).toEqual([]);
  const { person, sessions } = (await dana.call(`GET ${path}`)).body.data;
  expect(person).toMatchObject({ email: "z•••@s•••.example", phone: "+7 ••• ••• 98 76" });
  expect(sessions).toMatchObject([{ ip: "198.51.100.•" }]);
});

test("a reveal sends what it names, to its session and nowhere else, and its entry has fields and reason but no value", async () => {
  const fields = ["email", "phone", "addresses"];
  const shown = await reveal(dana, zarina, fields);
  expect(shown.status, shown.text).toBe(200);
  expect(shown.body.data).toMatchObject({ fields, values: { email: mail, phone, legal_name: null, birth_dates: [] } });
  expect(shown.body.data.values.addresses).toContain(ip);
  const own = `/api/office/players/${zarina}/revealed`;
  expect(leaksOf((await dana.call(`GET ${own}`)).text)).toEqual([
    "zarina.leakova",
    "secret-mail.example",
    "7071239876",
    ip,
  ]);
  await readAll(dana, path => path === own);
  await readAll(erlan);
  const auditor = await hire("auditor", "Aidos");
  const log = await auditor.call(`GET /api/office/audit?subject=player:${zarina}`);
  const entries = log.body.data.items.filter(({ action }: { action: string }) => action === "player.reveal");
  expect(entries).toMatchObject([{ operator: "Dana", reason: "she asked from another phone", after: { fields } }]);
  expect(leaksOf(log.text)).toEqual([]);
});

test("the 31st player within an hour is refused while thirty are shown, sends nothing, and is shown once the first is an hour old", async () => {
  const { rows: players } = await database.db.query<{ id: string }>(
    `INSERT INTO accounts.players (id, public_id, name, name_key, email, email_key, register_method, agreed_at, registered_at)
     SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), 'player ' || n, 'player ' || n, 'person-' || n || '@mail.example',
       'person-' || n || '@mail.example', 'email', now(), now() FROM generate_series(1, 31) n RETURNING id`,
  );
  const [last, ...others] = players.map(({ id }) => id);
  const saule = await hire("support", "Saule");
  const counted = async () =>
    (
      await database.db.query<{ n: bigint }>(
        "SELECT count(*) AS n FROM audit.entries WHERE action = 'player.reveal' AND operator_name = 'Saule'",
      )
    ).rows[0]?.n;
  for (const player of others) expect((await reveal(saule, player, ["email"])).status).toBe(200);
  const refused = await reveal(saule, required(last, "a player"), ["email"]);
  expect(refused).toMatchObject({ status: 429, body: { code: "reveal_limit" } });
  expect(refused.body.data.retry_after).toBeGreaterThan(3_000);
  expect(refused.text).not.toContain("@mail.example");
  expect((await saule.call(`GET /api/office/players/${last}/revealed`)).body.data).toMatchObject({
    seconds: 0,
    values: { email: null },
  });
  expect(await counted()).toBe(30n);
  await database.db.query(
    `UPDATE operators.reveals SET at = at - interval '1 hour' WHERE id =
       (SELECT id FROM operators.reveals WHERE operator_id = $1 ORDER BY at LIMIT 1)`,
    [saule.id],
  );
  expect((await reveal(saule, required(last, "a player"), ["email"])).status).toBe(200);
  expect((await reveal(saule, zarina, ["phone"])).status).toBe(429);
  expect(await counted()).toBe(31n);
});
