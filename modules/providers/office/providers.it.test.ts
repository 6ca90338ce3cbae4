import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { approvalHandlers } from "#modules/approvals/office/handlers.ts";
import { createApprovals } from "#modules/approvals/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createOperators } from "#modules/operators/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { registerDecisions } from "../server/decide-rounds.ts";
import { roundVoided } from "../shared/events.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type TestProviders, testProviders } from "../testing/test-providers.ts";
import { providerHandlers } from "./handlers.ts";

const unit = 1_000_000n;
const reason = "as agreed with the provider";
let casino: TestProviders;
let api: TestApi;
let risk: TestOperator;
let auditor: TestOperator;
let second: TestOperator;
let path: string;

beforeAll(async () => {
  casino = await testProviders([simulatedGame("altyn"), simulatedGame("other")]);
  const { host, providers } = casino;
  const passwords = { hash: async () => "hash", verify: async () => true };
  const needs = { audit: createAudit(host), messages: createMessages(host), passwords, isCommonPassword: () => false };
  const operators = createOperators(host, needs);
  const approvals = createApprovals(host, { operators });
  const decided = { ...providers.needs, approvals, audit: needs.audit };
  registerDecisions(decided);
  const { people } = createAccounts(host);
  const handlers = [
    ...providerHandlers({ host, people, providers: { ...providers, needs: decided } }),
    ...approvalHandlers({ host, approvals }),
  ];
  const office = { ...providers, handlers };
  api = await testApi(host, [operators, office], () => null, undefined, operators.operatorOf);
  risk = await testOperator({ host, api, operators }, "risk");
  auditor = await testOperator({ host, api, operators }, "auditor");
  second = await testOperator({ host, api, operators }, "owner");
  path = `/api/office/providers/${casino.provider().id}`;
});
beforeEach(() => {
  casino.simulated.answer = undefined;
});
afterAll(() => casino.close());

const view = async () => (await auditor.call("GET /api/office/providers")).body.data[0];

test("addresses and rate are changed by who may write, checked, and in the audit log", async () => {
  const change = (body: object, by = risk) => by.call(`PUT ${path}`, { reason, ...body });
  expect((await change({ addresses: ["10.0.0.0/8", "192.0.2.7"], calls_per_second: 50 })).status).toBe(204);
  await expect.poll(async () => (await view()).calls_per_second).toBe(50);
  expect((await view()).addresses).toEqual(["10.0.0.0/8", "192.0.2.7"]);
  for (const body of [
    { addresses: ["everywhere"] },
    { calls_per_second: 0 },
    { calls_per_second: 1.5 },
    { base_url: "javascript:alert(1)" },
    { frame_origin: "https://a.example/path" },
    { title: "" },
  ])
    expect((await change(body)).status, JSON.stringify(body)).toBe(422);
  expect((await change({ calls_per_second: 10 }, auditor)).status).toBe(403);
  expect((await change({ addresses: [], calls_per_second: 100_000 })).status).toBe(204);
  await expect.poll(async () => (await view()).addresses).toEqual([]);
  const { rows } = await casino.host.db.query("SELECT FROM audit.entries WHERE action = 'provider.change'");
  expect(rows).toHaveLength(2);
});

test("its games are read from the back office; a provider that does not answer as agreed is unavailable, and what was wrong is named", async () => {
  const read = () => risk.call(`POST ${path}/games`, { reason });
  expect(await read()).toMatchObject({ status: 200, body: { data: { games: 2 } } });
  casino.simulated.manifests.push(simulatedGame("paper"));
  expect((await read()).body).toEqual({ data: { games: 3 } });
  await expect.poll(async () => (await view()).games.map(({ slug }: { slug: string }) => slug)).toContain("paper");
  casino.simulated.manifests.pop();
  casino.simulated.answer = () => ({ status: "ok", games: [{ ...simulatedGame("paper"), volatility: 9 }] });
  const wrong = await read();
  expect(wrong).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(wrong.body.data.why).toContain("games.0.volatility");
  casino.simulated.answer = () => null;
  expect((await read()).status).toBe(503);
  expect((await auditor.call(`POST ${path}/games`, { reason })).status).toBe(403);
});

test("a key is shown once; two are valid while they are rotated, a third is refused, and a revoked one signs nothing", async () => {
  const make = () => risk.call(`POST ${path}/keys`, { reason });
  const former = casino.simulated.key;
  // Keys are listed by their age.
  await casino.host.clock.advance(1);
  const { id, secret } = (await make()).body.data;
  expect((await make()).body.code).toBe("keys_full");
  await expect.poll(async () => (await view()).keys).toEqual([id, former.id]);
  expect((await auditor.call("GET /api/office/providers")).text).not.toContain(secret);
  const kate = await casino.playing(10n * unit);
  casino.simulated.key = { id, secret };
  expect(
    (await casino.simulated.call("bet", kate.bet({ game: "other", session: "x".repeat(32) })))?.status,
  ).toBeDefined();
  expect((await risk.call(`POST ${path}/keys/${former.id}/revoke`, { reason })).status).toBe(204);
  await expect.poll(async () => (await view()).keys).toEqual([id]);
  casino.simulated.key = former;
  expect(await casino.simulated.call("bet", kate.bet())).toBeUndefined();
  casino.simulated.key = { id, secret };
  expect((await casino.simulated.call("bet", kate.bet()))?.status).toBe("ok");
});

test("a game is disabled and enabled; unknown games and providers are not found", async () => {
  const change = (slug: string, is_enabled: unknown) => risk.call(`PUT ${path}/games/${slug}`, { is_enabled, reason });
  expect((await change("other", false)).status).toBe(204);
  const kate = await casino.playing(10n * unit, "other");
  await expect.poll(() => casino.provider().games.get("other")?.isEnabled).toBe(false);
  expect((await casino.simulated.call("bet", kate.bet()))?.status).toBe("game_disabled");
  expect((await change("other", true)).status).toBe(204);
  expect((await change("nothing", true)).status).toBe(404);
  expect((await change("other", "yes")).status).toBe(422);
});

test("the maths log is read whole and its chain checked; a changed line is named, and a silent provider is unavailable", async () => {
  const zeros = "0".repeat(64);
  const entry = (game: string, previous: string) => {
    const [maths, at] = ["c".repeat(64), "2026-01-01T00:00:00.000Z"];
    return {
      game,
      maths,
      at,
      previous,
      hash: createHash("sha256").update(`${previous}.${game}.${maths}.${at}`).digest("hex"),
    };
  };
  const first = entry("altyn", zeros);
  const second = entry("other", first.hash);
  const read = () => auditor.call(`GET ${path}/maths-log`);
  casino.simulated.answer = () => ({ status: "ok", entries: [first, second], next: null });
  expect((await read()).body.data).toEqual({ entries: [first, second], broken_at: null });
  casino.simulated.answer = () => ({
    status: "ok",
    entries: [first, { ...second, maths: "d".repeat(64) }],
    next: null,
  });
  expect((await read()).body.data.broken_at).toBe(2);
  casino.simulated.answer = () => ({ status: "ok", entries: [second], next: null });
  expect((await read()).body.data.broken_at).toBe(1);
  casino.simulated.answer = () => ({ status: "ok" });
  expect((await read()).status).toBe(503);
});

test("open rounds of a player are those of the books and of the provider, side by side", async () => {
  const kate = await casino.playing(10n * unit);
  const bet = kate.bet();
  expect((await casino.simulated.call("bet", bet))?.status).toBe("ok");
  const theirs = {
    round: "01890000-0000-7000-8000-000000000001",
    game: "other",
    opened_at: "2026-01-01T00:00:00.000Z",
  };
  casino.simulated.answer = name => (name === "rounds/open" ? { status: "ok", rounds: [theirs] } : undefined);
  const { data } = (await auditor.call(`GET ${path}/open-rounds?player=${kate.player}`)).body;
  expect(data).toEqual([
    { ...theirs, here: false, there: true },
    { round: bet.round, game: "altyn", opened_at: expect.any(String), here: true, there: false },
  ]);
  expect((await auditor.call(`GET ${path}/open-rounds?player=kate`)).status).toBe(422);
});

test("a jackpot is filled to what it begins with once a second person has approved it, and every cent is booked", async () => {
  const pots = "/api/office/providers/pots";
  const potOf = async (currency: string) =>
    (await auditor.call(`GET ${pots}`)).body.data.find((each: { currency: string }) => each.currency === currency);
  const seed = (amount: string, currency = "KZT", by = risk) =>
    by.call(`POST ${pots}/${currency}/seed`, { amount, reason });
  const before = await potOf("KZT");
  const asked = await seed("1000");
  expect(asked.status, asked.text).toBe(202);
  expect((await seed("1000")).body.data.request).toBe(asked.body.data.request);
  expect(await potOf("KZT")).toEqual(before);
  const path_ = `/api/office/approvals/${asked.body.data.request}`;
  const { payload_hash } = (await second.call(`GET ${path_}`)).body.data;
  const approve = (by: TestOperator) => by.call(`POST ${path_}/approve`, { payload_hash });
  expect((await approve(risk)).body.code).toBe("second_person_needed");
  expect((await approve(second)).status).toBe(200);
  expect(await potOf("KZT")).toEqual({ currency: "KZT", amount: "1000", reserve: "0", owed: "1000", seed: "1000" });
  expect((await approve(second)).status).not.toBe(200);
  await casino.expectBooks();
  const stale = [(await seed("10")).body.data.request, (await seed("20")).body.data.request];
  for (const [at, status] of [200, 409].entries()) {
    const one = `/api/office/approvals/${stale[at]}`;
    const { payload_hash: hash } = (await second.call(`GET ${one}`)).body.data;
    expect((await second.call(`POST ${one}/approve`, { payload_hash: hash })).status).toBe(status);
  }
  // A lower start takes nothing out of what is there.
  expect(await potOf("KZT")).toMatchObject({ amount: "1000", seed: "10" });
  for (const [amount, currency, by, status] of [
    ["-1", "KZT", risk, 422],
    ["1e3", "KZT", risk, 422],
    ["NaN", "KZT", risk, 422],
    ["1", "XXX", risk, 422],
    ["1", "KZT", auditor, 403],
  ] as const)
    expect((await seed(amount, currency, by)).status, `${amount} ${currency}`).toBe(status);
});

test("a settled round is voided once a second person has approved it; the provider's later calls move nothing", async () => {
  const published: object[] = [];
  const stop = casino.host.bus.beforeCommit(roundVoided, async (_tx, event) => void published.push(event));
  const kate = await casino.playing(10n * unit);
  const bet = kate.bet();
  expect((await casino.simulated.call("bet", bet))?.body).toMatchObject({ status: "ok" });
  const listed = async () =>
    (await auditor.call(`GET /api/office/providers/rounds?which=all&player=${kate.player}`)).body.data[0];
  const { id } = await listed();
  const voidRound = (by = risk, round = id, player: string = kate.player) =>
    by.call(`POST /api/office/providers/rounds/${round}/void`, { player, reason });
  expect((await voidRound()).body).toMatchObject({ code: "round_not_voidable", data: { why: "open" } });
  const win = kate.win(bet.round, "7.5");
  const paid = await casino.simulated.call("win", win);
  for (const [by, round, player, status] of [
    [auditor, id, kate.player, 403],
    [risk, id, casino.host.ids.next(), 404],
    [risk, casino.host.ids.next(), kate.player, 404],
    [risk, id, "kate", 422],
  ] as const)
    expect((await voidRound(by, round, player)).status).toBe(status);
  const asked = await voidRound();
  expect(asked.status, asked.text).toBe(202);
  expect(await casino.real(kate.player)).toBe(16_500_000n);
  const path_ = `/api/office/approvals/${asked.body.data.request}`;
  const { payload_hash, payload } = (await second.call(`GET ${path_}`)).body.data;
  expect(payload).toMatchObject({ stake: "1", win: "7.5", currency: "USD" });
  const approve = (by: TestOperator) => by.call(`POST ${path_}/approve`, { payload_hash });
  expect((await approve(risk)).body.code).toBe("second_person_needed");
  const both = await Promise.all([approve(second), approve(second)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await casino.real(kate.player)).toBe(10n * unit);
  expect(await listed()).toMatchObject({ state: "void", stake: "1", win: "7.5" });
  expect((await voidRound()).body).toMatchObject({ code: "round_not_voidable", data: { why: "void" } });
  expect((await casino.simulated.call("win", win))?.text).toBe(paid?.text);
  expect((await casino.simulated.call("bet", bet))?.status).toBe("ok");
  expect((await casino.simulated.call("win", kate.win(bet.round, "1")))?.status).toBe("round_closed");
  expect((await casino.simulated.call("rollback", kate.rollback(bet)))?.status).toBe("already_won");
  expect(await casino.real(kate.player)).toBe(10n * unit);
  expect(published).toMatchObject([{ player: kate.player, returned: unit, taken: 7_500_000n, owed: 0n }]);
  const { rows } = await casino.host.db.query<{ after: string }>(
    "SELECT after FROM audit.entries WHERE action = 'provider.void_round'",
  );
  expect(rows.map(({ after }) => JSON.parse(after))).toMatchObject([
    { returned: "1", taken: "7.5", owed: "0", player: kate.player },
  ]);
  await casino.expectBooks();
  stop();
});

test("a round is not voided in favor of a player who has closed the account, also while the request waits", async () => {
  const zoe = await casino.playing(10n * unit);
  const { host } = casino;
  await host.db.query(
    `INSERT INTO accounts.players (id, public_id, name, name_key, register_method, currency, agreed_at, registered_at)
     VALUES ($1, uuid_send($1::uuid), $1, $1, 'email', 'USD', $2, $2)`,
    [zoe.player, new Date(host.clock.now())],
  );
  const close = (at: Date | null) =>
    host.db.query("UPDATE accounts.players SET closed_at = $2 WHERE id = $1", [zoe.player, at]);
  const settled = async (win: string) => {
    // Rounds of one millisecond are listed in the order of their identifiers.
    await host.clock.advance(1);
    const bet = zoe.bet();
    await casino.simulated.call("bet", bet);
    await casino.simulated.call("win", zoe.win(bet.round, win));
    const [newest] = (await auditor.call(`GET /api/office/providers/rounds?which=all&player=${zoe.player}`)).body.data;
    return newest.id as string;
  };
  const ask = (round: string) =>
    risk.call(`POST /api/office/providers/rounds/${round}/void`, { player: zoe.player, reason });
  const approve = async ({ body }: Awaited<ReturnType<typeof ask>>) => {
    const path_ = `/api/office/approvals/${body.data.request}`;
    const { payload_hash } = (await second.call(`GET ${path_}`)).body.data;
    return second.call(`POST ${path_}/approve`, { payload_hash });
  };
  const won = await settled("3");
  const lost = await settled("0");
  const asked = await ask(lost);
  await close(new Date(host.clock.now()));
  const refused = { code: "round_not_voidable", data: { why: "closed" } };
  expect((await approve(asked)).body).toMatchObject(refused);
  expect((await ask(lost)).body).toMatchObject(refused);
  expect(await casino.real(zoe.player)).toBe(11n * unit);
  // What is taken leaves nothing in the account.
  expect((await approve(await ask(won))).status).toBe(200);
  expect(await casino.real(zoe.player)).toBe(9n * unit);
  await close(null);
  expect((await approve(asked)).status).toBe(200);
  expect(await casino.real(zoe.player)).toBe(10n * unit);
  await casino.expectBooks();
});

test("what players write at tables is read, removed and muted at the provider, with a reason in the audit log", async () => {
  const kate = await casino.playing(1_000_000n);
  const message = "0192f3a4-0000-7000-8000-000000000001";
  const line = {
    message,
    game: "altyn",
    language: "en",
    player: kate.player,
    nick: "kate",
    text: "<b>rude</b>",
  } as const;
  const rest = { at: "2026-11-23T08:00:00.000Z", reports: 2, removed_at: null, is_muted: false, muted_until: null };
  casino.simulated.answer = asked => {
    if (asked.startsWith("chat?") || asked === "chat")
      return { status: "ok", messages: [{ ...line, ...rest }], next: null };
    return asked === `chat/${message}/remove` || asked === "chat/mute" ? { status: "ok" } : undefined;
  };
  const listed = await auditor.call(`GET ${path}/chat?reported=1`);
  expect(listed.body.data.messages).toMatchObject([{ text: "<b>rude</b>", reports: 2, player: { id: kate.player } }]);
  const remove = (by = risk, what = message) => by.call(`POST ${path}/chat/${what}/remove`, { reason });
  expect((await remove(auditor)).status).toBe(403);
  expect((await remove()).status).toBe(204);
  const mute = (hours: unknown) => risk.call(`POST ${path}/chat/mutes`, { player: kate.player, hours, reason });
  casino.simulated.asked.length = 0;
  expect((await mute(24)).status).toBe(204);
  expect((await mute(null)).status).toBe(204);
  expect((await mute(0)).status).toBe(204);
  const until = new Date(casino.host.clock.now() + 24 * 3_600_000).toISOString();
  expect(casino.simulated.asked.map(({ body }) => body)).toEqual([
    { player: kate.player, until },
    { player: kate.player },
    { player: kate.player, until: null },
  ]);
  for (const hours of [-1, 1.5, "24", 9_000, undefined]) expect((await mute(hours)).status).toBe(422);
  const { rows } = await casino.host.db.query<{ action: string }>(
    "SELECT action FROM audit.entries WHERE action LIKE 'provider.chat%' ORDER BY action",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "provider.chat_mute",
    "provider.chat_mute",
    "provider.chat_mute",
    "provider.chat_remove",
  ]);
  casino.simulated.answer = () => ({ status: "message_unknown" });
  expect((await remove()).status).toBe(404);
  casino.simulated.answer = () => null;
  expect((await remove()).status).toBe(503);
  expect((await auditor.call(`GET ${path}/chat`)).status).toBe(503);
});
