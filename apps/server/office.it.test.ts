import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { imageTypeOf } from "#kit/images/image-type.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { openOffice } from "./testing/open-office.ts";

/** The lists and pages of operators about players and conversations. */

const { app, askar, madina, timur, giveDocuments, decide, fund, auditActions, expectRightBooks } = await openOffice();
afterEach(expectRightBooks);
afterAll(() => app.host.close());

test("lists come page by page in one order, each row once, and refuse other sizes and cursors", async () => {
  const gus = await app.register();
  const { host } = app;
  const now = new Date(host.clock.now());
  const [instrument, ...payouts] = Array.from({ length: 4 }, () => host.ids.next());
  await host.db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $3)`,
    [required(instrument, "an id"), gus.id, now],
  );
  const pagesOf = async (path: string) => {
    const ids: string[] = [];
    let cursor = "";
    do {
      const { status, text, body } = await askar.call(`GET /api/office/${path}limit=2${cursor}`);
      expect(status, text).toBe(200);
      expect(body.data.items.length).toBeLessThanOrEqual(2);
      for (const row of body.data.items) ids.push(String(row.id ?? row.number));
      cursor = body.data.next_cursor === null ? "" : `&cursor=${body.data.next_cursor}`;
    } while (cursor !== "" && ids.length < 40);
    expect(new Set(ids).size).toBe(ids.length);
    return ids;
  };
  // Rows without money, only for this list.
  for (const id of payouts)
    await host.db.query(
      `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, currency, amount, instrument_id, provider, status,
         created_at, send_at, ended_at)
       VALUES ($1, $2, $1, sha256('x'), 'USD', 1000000, $3, 'sandbox', 5, $4, $4, $4)`,
      [id, gus.id, required(instrument, "an id"), now],
    );
  expect(await pagesOf(`payouts?player=${gus.id}&`)).toEqual(payouts.toSorted().toReversed());
  expect((await pagesOf("payouts?which=all&")).slice(0, 3)).toEqual(payouts.toSorted().toReversed());
  await host.db.query("DELETE FROM payments.payouts WHERE player_id = $1", [gus.id]);
  await Promise.all([app.register(), app.register()]);
  const everybody = await pagesOf("players?");
  expect(everybody).toEqual(everybody.toSorted().toReversed());
  const entries = (await pagesOf("audit?operator=Madina&")).map(Number);
  expect(entries).toEqual(entries.toSorted((a, b) => b - a));
  for (const list of ["players", "payouts", "deposits", "audit"])
    for (const limit of ["0", "501", "-1", "1e2", "all"])
      expect((await askar.call(`GET /api/office/${list}?limit=${limit}`)).body.errors, limit).toEqual({
        limit: ["limit_invalid"],
      });
  for (const list of ["players", "payouts", "deposits", "audit"])
    expect((await askar.call(`GET /api/office/${list}?cursor=of-another-list`)).body.errors, list).toEqual({
      cursor: ["cursor_invalid"],
    });
});

describe("the office pages", () => {
  test("show a player with wallets, statement, limits, sessions and notes; a sign-out ends their sessions", async () => {
    const dave = await app.register();
    await fund(dave, "7");
    const found = await timur.call(`GET /api/office/players?query=${dave.email.toUpperCase()}`);
    expect(found.body.data.items).toMatchObject([{ id: dave.id, email: expect.stringMatching(/^.•••@e•••\.org$/) }]);
    expect(found.body.data.items).toMatchObject([
      { country: "RU", level: 0, net_deposits: "0", ggr: "0", seen_at: expect.any(String), risk: 0, harm: 0 },
    ]);
    expect(found.body.data.items[0].balance, "without rates").toBeNull();
    const prices = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" };
    await fixTestRates(app.host.db, app.host.clock.now(), prices);
    const priced = await timur.call(`GET /api/office/players?query=${dave.id}`);
    expect(Number(priced.body.data.items[0].balance), "USD 7 in euros").toBeCloseTo(7 / 1.1, 2);
    const byFinance = await madina.call(`GET /api/office/players?query=${dave.id}`);
    expect(byFinance.body.data.items).toMatchObject([{ risk: null, harm: null }]);
    await timur.call(`POST /api/office/players/${dave.id}/notes`, { text: "called, all is well" });
    const { body } = await timur.call(`GET /api/office/players/${dave.id}`);
    expect(body.data).toMatchObject({
      balances: [{ currency: "USD", real: "7" }],
      notes: [{ author: "Timur", text: "called, all is well" }],
      sessions: [{ ended_at: null }],
      identity: { status: "init" },
      countries: [{ country: "RU", source: "registration" }],
    });
    const notes = `POST /api/office/players/${dave.id}/notes` as const;
    const second = await timur.call(notes, { text: "@timur and @nobody, call him; not a@timur" });
    expect(second.body.data).toMatchObject({ mentioned: ["Timur"], pinned: false });
    const mentions = async () => (await timur.call("GET /api/office/mentions")).body.data.items;
    expect(await mentions()).toMatchObject([{ id: second.body.data.id, player: { id: dave.id }, done_at: null }]);
    expect((await timur.call("GET /api/office/queues")).body.data.mentions).toBe(1);
    for (const _ of ["", "again"])
      expect((await timur.call(`POST /api/office/mentions/${second.body.data.id}/done`)).status).toBe(204);
    expect(await mentions()).toMatchObject([{ done_at: expect.any(String) }]);
    expect((await timur.call(`POST /api/office/mentions/${randomUUID()}/done`)).status).toBe(404);
    const pin = (id: string, pinned: unknown) =>
      timur.call(`POST /api/office/players/${dave.id}/notes/${id}/pin`, { pinned });
    const [, first] = (await timur.call(`GET /api/office/players/${dave.id}`)).body.data.notes;
    expect((await pin(first.id, "yes")).status).toBe(422);
    expect((await pin(randomUUID(), true)).status).toBe(404);
    expect((await pin(first.id, true)).status).toBe(204);
    expect((await timur.call(`GET /api/office/players/${dave.id}`)).body.data.notes).toMatchObject([
      { id: first.id, pinned: true },
      { id: second.body.data.id, pinned: false },
    ]);
    const tag = (body: object) =>
      timur.call(`POST /api/office/players/${dave.id}/tags`, { reason: "she called", ...body });
    for (const bad of [
      { add: [], remove: [] },
      { add: ["vip"], remove: [] },
      { add: ["complaint"], remove: ["complaint"] },
    ])
      expect((await tag(bad)).status, JSON.stringify(bad)).toBe(422);
    await tag({ add: ["vulnerable", "complaint"], remove: [] });
    expect((await tag({ add: ["complaint"], remove: ["vulnerable"] })).body.data).toEqual({ tags: ["complaint"] });
    const tagged = await timur.call("GET /api/office/players?tag=complaint");
    expect(tagged.body.data.items).toMatchObject([{ id: dave.id, tags: ["complaint"] }]);
    expect((await timur.call("GET /api/office/players?tag=vulnerable")).body.data.items).toEqual([]);
    const correct = (country: string) =>
      timur.call(`POST /api/office/players/${dave.id}/country`, { country, reason: "his passport" });
    for (const country of ["kz", "QQ", "", "KAZ", "K\u0000"])
      expect((await correct(country)).body.errors.country, country).toEqual(["country_invalid"]);
    expect((await correct("DE")).status).toBe(204);
    const after = await timur.call(`GET /api/office/players/${dave.id}`);
    expect(after.body.data.countries).toMatchObject([
      { country: "DE", source: "document" },
      { country: "RU", source: "registration" },
    ]);
    const ledger = await timur.call(`GET /api/office/players/${dave.id}/ledger?currency=USD`);
    expect(ledger.body.data.items).toMatchObject([{ kind: "correction", amount: "7", balance: "7" }]);
    await timur.call(`POST /api/office/players/${dave.id}/sessions/end`, { reason: "lost his phone" });
    expect((await app.api.call("GET /profile/user", { token: dave.token })).status).toBe(401);
    expect((await auditActions(`player:${dave.id}`)).slice(2).map(({ action }) => action)).toEqual([
      "player.note",
      "player.note",
      "player.mention_done",
      "player.note_pin",
      "player.tag",
      "player.tag",
      "player.country",
      "player.sign_out",
    ]);
  });

  test("show everything that happened to a player in one order, page by page, to each role its kinds", async () => {
    const gulnar = await app.register();
    await fund(gulnar, "50");
    const { token, id } = gulnar;
    const body = { stake: "1", direction: "over", target: "97.99" };
    await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "gulnar" } });
    const bet = await app.api.call("POST /api/v1/games/dice/bets", { token, key: randomUUID(), body });
    expect(bet.status, bet.text).toBe(201);
    for (const loss_limit of ["100", null])
      await app.api.call("PUT /api/v1/limits", { token, body: { currency: "USD", loss_limit } });
    await app.api.call("POST /api/v1/limits/time-out", { token, body: { days: 1 } });
    await giveDocuments(gulnar, ["identity", "selfie"]);
    await timur.call(`POST /api/office/players/${id}/notes`, { text: "asked for a break" });
    const read = async (who: TestOperator, query = "") =>
      (await who.call(`GET /api/office/players/${id}/timeline?${query}`)).body;
    const { items, kinds } = (await read(timur)).data;
    const of = (kind: string) => (items as { kind: string; event: string }[]).filter(each => each.kind === kind);
    expect(of("account")).toMatchObject([{ event: "registered" }]);
    expect(of("session")).toMatchObject([{ event: "session", ip: expect.stringMatching(/•$/) }]);
    expect(of("correction")).toMatchObject([{ amount: "50", currency: "USD", state: "booked", by: "Madina" }]);
    expect(of("money")).toContainEqual(expect.objectContaining({ event: "stake", game: "dice", change: "-1" }));
    expect(of("money")).toContainEqual(expect.objectContaining({ event: "correction", change: "50" }));
    expect(of("limit")).toMatchObject([
      { event: "time_out", until: expect.any(String) },
      { event: "loss", amount: null, until: expect.any(String) },
      { event: "loss", amount: "100", currency: "USD", until: null },
    ]);
    expect(
      of("document")
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(["identity", "selfie"]);
    expect(of("note")).toMatchObject([{ text: "asked for a break", by: "Timur" }]);
    expect(of("staff").length).toBeGreaterThan(1);
    const pages: unknown[] = [];
    let cursor: string | null = "";
    do {
      const query: string = `limit=3${cursor && `&cursor=${cursor}`}`;
      const page = (await read(timur, query)).data;
      pages.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    expect(pages).toEqual(items);
    expect(kinds).toEqual(expect.arrayContaining(["risk", "protection", "staff"]));
    const ofFinance = (await read(madina)).data;
    for (const hidden of ["risk", "protection", "document", "conversation"]) {
      expect(ofFinance.kinds).not.toContain(hidden);
      expect(ofFinance.items.map(({ kind }: { kind: string }) => kind)).not.toContain(hidden);
    }
    expect((await read(madina, "kinds=document,risk")).data.items).toEqual([]);
    const only = (await read(timur, "kinds=limit,note")).data.items as { kind: string; at: string }[];
    expect(new Set(only.map(({ kind }) => kind))).toEqual(new Set(["limit", "note"]));
    expect((await read(timur, "before=2020-01-01T00:00:00Z")).data.items).toEqual([]);
    for (const bad of ["cursor=1.notes", "cursor=1.others.2", "kinds=secrets", "limit=501", "before=yesterday"])
      expect((await read(timur, bad)).code, bad).toBe("validation_failed");
    expect((await timur.call(`GET /api/office/players/${randomUUID()}/timeline`)).status).toBe(404);
  });

  test("show documents for a decision, and log each view", async () => {
    const erin = await app.register();
    await giveDocuments(erin, ["identity", "selfie"]);
    const { documents } = (await timur.call(`GET /api/office/kyc/${erin.id}`)).body.data;
    const path = `/api/office/kyc/${erin.id}/documents/${documents[0].id}/open`;
    const seen = await timur.call(`POST ${path}`, { reason: "her queue" });
    expect(imageTypeOf(Buffer.from(seen.body.data.content, "base64"))).toBe("image/png");
    expect((await madina.call(`POST ${path}`, { reason: "curious" })).status).toBe(403);
    const confirmed = ["readable", "name", "birth_date", "valid"] as const;
    for (const few of [[], confirmed])
      expect((await decide(erin, "approved", few)).body.errors).toEqual({ checks: ["checks_incomplete"] });
    expect((await decide(erin, "approved", [...confirmed, "face"])).status).toBe(204);
    expect((await decide(erin, "declined")).body.code).toBe("verification_closed");
    expect((await timur.call(`GET /api/office/kyc/${erin.id}`)).body.data.status).toBe("success");
    const logged = await auditActions(`player:${erin.id}`);
    expect(logged.map(({ action }) => action)).toEqual(["kyc.open_document", "kyc.decide"]);
    expect(logged[1]?.after).toMatchObject({ decision: "approved", checks: [...confirmed, "face"] });
  });

  test("run macros that leads write: the reply in the visitor's language with their values, then what it says; a missing value does nothing", async () => {
    const gina = await app.register();
    const write = { token: gina.token, body: { key: randomUUID(), text: "How do I check it?" } };
    const { id } = (await app.api.call("POST /api/v1/support/conversations", write)).body.data;
    const dana = await testOperator({ ...app, operators: app.modules.operators }, "support", "Dana");
    const canned = {
      shortcut: "named",
      locale: "en",
      title: "By name",
      text: "{name}, {operator} is here",
      reason: "kind",
    };
    const body = { name: "Named", shortcut: "named", action: "resolve", snooze_minutes: null, reason: "every day" };
    expect((await dana.call("POST /api/office/support/macros", body)).status).toBe(403);
    const added = await timur.call("POST /api/office/support/canned", canned);
    expect(added.body.data, added.text).toMatchObject({ version: 1, shortcut: "named" });
    const change = { ...canned, version: 1, text: "Dear {name}" };
    const changed = await timur.call(`PUT /api/office/support/canned/${added.body.data.id}`, change);
    expect(changed.body.data, changed.text).toMatchObject({ version: 2, text: "Dear {name}" });
    const versions = await dana.call(`GET /api/office/support/canned/${added.body.data.id}/versions`);
    expect(versions.body.data.map((each: { text: string }) => each.text)).toEqual([change.text, canned.text]);
    const named = (await timur.call("POST /api/office/support/macros", body)).body.data;
    expect((await timur.call("POST /api/office/support/macros", body)).body.code).toBe("canned_exists");
    const paid = { ...body, name: "Paid", shortcut: "payout" };
    const missing = (await timur.call("POST /api/office/support/macros", paid)).body.data;
    const run = (macro: string) =>
      dana.call(`POST /api/office/support/conversations/${id}/macros/${macro}`, { key: randomUUID() });
    const seen = async () =>
      (await app.api.call("GET /api/v1/support/conversations", { token: gina.token })).body.data.conversation;
    expect((await run(missing.id)).body.code).toBe("variable_missing");
    expect(await seen()).toMatchObject({ state: "waiting" });
    const ran = await run(named.id);
    expect(ran.status, ran.text).toBe(204);
    const after = await seen();
    expect(after.state).toBe("resolved");
    expect(after.messages.find((each: { author: string }) => each.author === "operator").text).toMatch(/^Dear \S+$/);
    expect((await auditActions(`conversation:${id}`)).map(({ action }) => action)).toEqual(["support.macro"]);
  });

  test("reply to visitors and VIP requests, once, and disable and enable a method", async () => {
    const frank = await app.register();
    const write = { token: frank.token, body: { key: randomUUID(), text: "where is my bonus?" } };
    const { id } = (await app.api.call("POST /api/v1/support/conversations", write)).body.data;
    const dana = await testOperator({ ...app, operators: app.modules.operators }, "support", "Dana");
    const said = { key: randomUUID(), text: "it is there now" };
    const answer = () => dana.call(`POST /api/office/support/conversations/${id}/messages`, said);
    expect([(await answer()).body.data.number, (await answer()).body.data.number]).toEqual([3, 3]);
    const mine = await app.api.call("GET /api/v1/support/conversations", { token: frank.token });
    expect(mine.body.data.conversation.messages.at(-1)).toMatchObject({ name: "Dana", text: "it is there now" });
    await app.api.call("POST /api/v2/vip/join", { token: frank.token, body: { request_type: "membership" } });
    const [request] = (await dana.call("GET /api/office/vip")).body.data;
    const texts = { en: "Welcome", ru: "Добро пожаловать", kz: "Қош келдіңіз" };
    const accept = { accept: true, reason: "plays a lot", answer: texts };
    expect((await dana.call(`POST /api/office/vip/${request.id}/answer`, accept)).status).toBe(204);
    const offered = async () =>
      (await app.api.call("GET /api/v2/billing/data", { token: frank.token })).body.data.payments.methods.map(
        ({ hash }: { hash: string }) => hash,
      );
    const switchMethod = (on: boolean) =>
      madina.call("PUT /api/office/methods/card-page", { on, reason: "the company is down" });
    await switchMethod(false);
    expect(await offered()).not.toContain("card-page");
    await switchMethod(false);
    await switchMethod(true);
    expect(await offered()).toContain("card-page");
    expect((await auditActions("method:card-page")).map(({ after }) => after)).toEqual([{ on: false }, { on: true }]);
  });

  test("give a player a personal host, another one and none; the player sees who it is, and the audit log who decided", async () => {
    const kira = await app.register();
    const [dana, ruslan, elena] = await Promise.all([
      testOperator({ ...app, operators: app.modules.operators }, "support", "Dana"),
      testOperator({ ...app, operators: app.modules.operators }, "support", "Ruslan"),
      testOperator({ ...app, operators: app.modules.operators }, "content", "Elena"),
    ]);
    const set = (who: TestOperator, host: string | null, player: string = kira.id) =>
      who.call(`PUT /api/office/vip/hosts/${player}`, { host, reason: "plays every week" });
    const shown = async () => {
      const { host } = (await app.api.call("GET /api/v1/rewards", { token: kira.token })).body.data;
      const { hosted } = (await dana.call("GET /api/office/vip/hosts")).body.data;
      const row = hosted.find(({ player }: { player: { id: string } }) => player.id === kira.id);
      return [host?.name ?? null, row?.host.name ?? null];
    };
    expect(await shown()).toEqual([null, null]);
    expect((await set(elena, dana.id)).status).toBe(403);
    for (const other of [elena.id, kira.id, randomUUID()])
      expect((await set(dana, other)).body.errors.host, other).toEqual(["vip_host_invalid"]);
    expect((await set(dana, dana.id, randomUUID())).status).toBe(404);
    expect(await shown()).toEqual([null, null]);
    const seen: unknown[] = [];
    for (const host of [dana.id, ruslan.id, null]) {
      expect((await set(dana, host)).status).toBe(204);
      seen.push(await shown());
    }
    expect(seen).toEqual([
      ["Dana", "Dana"],
      ["Ruslan", "Ruslan"],
      [null, null],
    ]);
    const entries = await auditActions(`player:${kira.id}`);
    expect(entries.filter(({ action }) => action === "vip.host")).toMatchObject([
      { operator: "Dana", reason: "plays every week", before: { host: null }, after: { host: "Dana" } },
      { before: { host: "Dana" }, after: { host: "Ruslan" } },
      { before: { host: "Ruslan" }, after: { host: null } },
    ]);
  });

  test("find players, bets and payments by what the palette was given, each for those who may read it", async () => {
    const hugo = await app.register();
    await fund(hugo, "50");
    await app.api.call("PUT /api/v1/fairness/client-seed", { token: hugo.token, body: { client_seed: "hugo" } });
    const bet = await app.api.call("POST /api/v1/games/dice/bets", {
      token: hugo.token,
      key: randomUUID(),
      body: { stake: "3", direction: "over", target: "97.99" },
    });
    const find = async (who: TestOperator, text: string) =>
      (await who.call(`GET /api/office/search?query=${encodeURIComponent(text)}`)).body.data;
    const player = { id: hugo.id, name: expect.any(String), test: false };
    expect((await find(timur, hugo.id)).players).toMatchObject([player]);
    const [byMail] = (await find(timur, hugo.email.toUpperCase())).players;
    expect(byMail).toMatchObject({ ...player, email: expect.stringMatching(/^.•••@e•••\.org$/) });
    // A part of a contact finds nobody: it would reveal the rest letter by letter.
    expect((await find(timur, hugo.email.slice(0, -1))).players).toEqual([]);
    const { id } = bet.body.data;
    expect((await find(timur, id)).bets).toEqual([{ id, game: "dice", player, amount: "3", currency: "USD" }]);
    const editor = await testOperator({ ...app, operators: app.modules.operators }, "content", "Elena");
    for (const text of [hugo.id, hugo.email, id])
      expect(await find(editor, text), text).toEqual({
        players: [],
        bets: [],
        slips: [],
        rounds: [],
        deposits: [],
        payouts: [],
        operators: [],
        views: [],
        hashes: [],
      });
    const refused = await timur.call("GET /api/office/search?query=x");
    expect([refused.status, refused.body.errors?.query]).toEqual([422, ["query_invalid"]]);
  });

  // The last one: ten minutes later operators have to prove who they are again.
  test("claim an identity check for ten minutes: of two at once one gets it, and nobody else decides it meanwhile", async () => {
    const fiona = await app.register();
    await giveDocuments(fiona, ["identity", "selfie"]);
    const inQueue = async (who: typeof timur) =>
      (await who.call("GET /api/office/kyc")).body.data.find(
        ({ player }: { player: { id: string } }) => player.id === fiona.id,
      );
    await app.host.db.query(
      "INSERT INTO risk.scores (player_id, score, signals, version, scored_at) VALUES ($1, 40, '[]', 1, now())",
      [fiona.id],
    );
    await app.host.db.query(
      "UPDATE verification.cases SET status = 'pending', company_decision = 'more' WHERE player_id = $1",
      [fiona.id],
    );
    expect(await inQueue(timur)).toMatchObject({ level: 0, verdict: "more", risk: 40, claim: null });
    const claim = (who: typeof timur) => who.call(`POST /api/office/kyc/${fiona.id}/claim`);
    const both = await Promise.all([claim(timur), claim(askar)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = both[0]?.status === 200 ? [timur, askar] : [askar, timur];
    expect((await claim(second)).body).toMatchObject({ code: "check_claimed", data: { operator: expect.any(String) } });
    expect((await claim(first)).status).toBe(200);
    const decides = (who: typeof timur) =>
      who.call(`POST /api/office/kyc/${fiona.id}/decision`, {
        decision: "declined",
        why: "expired",
        reason: "read it",
      });
    expect((await decides(second)).body.code).toBe("check_claimed");
    const claimOf = async (who: typeof timur) => (await who.call(`GET /api/office/kyc/${fiona.id}`)).body.data.claim;
    expect([(await claimOf(first)).own, (await claimOf(second)).own]).toEqual([true, false]);
    expect((await madina.call(`POST /api/office/kyc/${fiona.id}/claim`)).status).toBe(403);
    expect((await timur.call(`POST /api/office/kyc/${randomUUID()}/claim`)).status).toBe(404);
    await app.host.clock.advance(600_000);
    expect(await claimOf(first)).toBeNull();
    expect((await decides(second)).status).toBe(204);
    expect(await claimOf(second)).toBeNull();
  });
});
