import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { siteTexts } from "#kit/host/site-texts.ts";
import { locales } from "#kit/i18n/locale.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createLimits } from "#modules/limits/server/index.ts";
import { type Messages, templateNames, templateTexts } from "#modules/messages/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createRedirects, type Redirects } from "#modules/redirects/server/index.ts";
import { contentHandlers } from "../office/handlers.ts";
import { faultOf } from "../shared/document-faults.ts";
import { withRedirect } from "../shared/redirect-list.ts";
import { hashOf } from "./change-document.ts";
import { type Content, changeRedirects, createContent } from "./index.ts";
import { sourceOf } from "./own-texts.ts";
import { publishReleasedTexts } from "./released-texts.ts";
import { liveVersions } from "./store.ts";

/** gulnara writes texts of the site; what players have to accept is approved by olga, an owner. */

let host: TestHost;
let api: TestApi;
let content: Content;
let messages: Messages;
let redirects: Redirects;
let gulnara: TestOperator;
let olga: TestOperator;
let operator: (role: "content" | "owner" | "support") => Promise<TestOperator>;
beforeAll(async () => {
  host = await testHost({
    modules: ["content", "operators", "approvals"],
    environment: { REDIRECT_HOSTS: "partners.example" },
  });
  const office = testOffice(host);
  const accounts = createAccounts(host);
  redirects = createRedirects(host);
  messages = office.messages;
  const limits = createLimits(host, { accounts });
  content = createContent(host, {
    accounts,
    limits,
    redirects,
    geo: { countryOf: ip => countries[ip] ?? null },
    ...office,
  });
  await redirects.start?.();
  await content.start?.();
  const handlers = [...(content.handlers ?? []), ...contentHandlers({ content, operators: office.operators })];
  ({ api, operator } = await officeApi(host, office, content, handlers));
});
beforeEach(async () => {
  [gulnara, olga] = [await operator("content"), await operator("owner")];
});
afterAll(async () => {
  await content.stop?.();
  await host.close();
});

const path = "/api/office/content";
/** Where callers are, by address. */
const countries: Record<string, string> = {};
const bodiesOf = (text: (locale: string) => string) =>
  Object.fromEntries(locales.map(locale => [locale, text(locale)]));
const policy = (word: string) => bodiesOf(locale => `# Terms ${locale}\n\n## Part\n${word} ${locale}\n`);

async function draft(document: string, bodies: object, more: object = {}): Promise<number> {
  const known = await gulnara.call(`GET ${path}/${document}`);
  const based_on = known.status === 200 ? known.body.data.versions[0].version : 0;
  const body = { based_on, bodies, placement: null, ends_at: null, material: false, summary: "other words", ...more };
  const { status, text, body: answer } = await gulnara.call(`POST ${path}/${document}/versions`, body);
  expect(status, text).toBe(201);
  return answer.data.version;
}

const act = (who: TestOperator, document: string, version: number, verb: string, more: object = {}) =>
  who.call(`POST ${path}/${document}/versions/${version}/${verb}`, { reason: "it is time", ...more });
const publish = (document: string, version: number, at: string | null = null) =>
  act(gulnara, document, version, "release", { at });
const shown = (name: string, language = "en") =>
  api.call(`GET /api/v1/policies/${name}?language=${language}`).then(({ status, body }) => body.data?.text ?? status);

/** What the site shows after other processes and this one have read it again. */
const shows = (name: string, language: string, text: string) =>
  expect.poll(() => shown(name, language)).toContain(text);

/** Approves a request as olga, with her second factor. */
async function approve(request: string) {
  await host.clock.advance(60_000);
  expect((await olga.stepUp()).status).toBe(200);
  const one = await olga.call(`GET /api/office/approvals/${request}`);
  return olga.call(`POST /api/office/approvals/${request}/approve`, { payload_hash: one.body.data.payload_hash });
}

async function actions(document: string): Promise<readonly string[]> {
  const { rows } = await host.db.query<{ action: string }>(
    "SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number",
    [`content:${document}`],
  );
  return rows.map(({ action }) => action);
}

test("what the site showed before is version 1, the corrected FAQ version 3: valid, hashed, and shown in the languages that they have", async () => {
  const all = await liveVersions(host.db);
  const rows = all.filter(({ kind }) => !["template", "redirects", "texts"].includes(kind));
  expect(rows.map(({ kind, key }) => `${kind}/${key}`)).toEqual([
    "faq/faq",
    "policy/confidential",
    "policy/kyc",
    "policy/user-agreement",
  ]);
  for (const row of all) {
    expect(Buffer.from(row.hash)).toEqual(Buffer.from(hashOf(row)));
    for (const text of Object.values(row.bodies)) expect(faultOf(row, text)).toBeUndefined();
  }
  expect(rows.map(({ version }) => version)).toEqual([3, 1, 1, 1]);
  expect(rows[0]?.bodies.kz).toContain("«Жаттығу» түймесін");
  expect(rows[0]?.bodies.kz).toContain("рубльде — СБП");
  expect(await shown("user-agreement", "ru")).toContain("# Пользовательское соглашение");
  expect(await shown("kyc", "ru")).toContain("# Identity verification");
  expect(content.faq("kz")).toHaveLength(22);
  expect(content.faq("en")[0]).toMatchObject({ topic: "start", question: "How do I open an account?" });
  expect(content.faq("en")).toBe(content.faq("en"));
});

test("a draft is seen by its preview link only, then published in all languages at once, and rolled back", async () => {
  const document = "policy/confidential";
  const version = await draft(document, policy("second"));
  expect(await shown("confidential")).not.toContain("second");
  const { previews } = (await gulnara.call(`GET ${path}/${document}/versions/${version}`)).body.data;
  const code = new URL(previews[0].url).searchParams.get("preview");
  const preview = (more = "") => api.call(`GET /api/v1/policies/confidential?language=kz&preview=${code}${more}`);
  expect((await preview()).body.data).toMatchObject({ version, published_at: null, language: "kz" });
  expect((await preview("0")).body.code).toBe("preview_expired");
  expect((await api.call(`GET /api/v1/policies/kyc?preview=${code}`)).body.code).toBe("preview_expired");
  await host.clock.advance(15 * 60_000);
  expect((await preview()).status).toBe(410);

  gulnara = await operator("content");
  expect((await publish(document, version)).body.data).toMatchObject({ state: "published", request: null });
  for (const locale of locales) await shows("confidential", locale, `second ${locale}`);
  expect((await act(gulnara, document, version, "restore")).body).toMatchObject({
    code: "content_state",
    data: { state: "live" },
  });
  expect((await act(gulnara, document, 1, "restore")).status).toBe(204);
  await shows("confidential", "ru", "# Конфиденциальность");
  const { moves, live } = (await gulnara.call(`GET ${path}/${document}`)).body.data;
  expect(live).toBe(1);
  expect(moves.map((move: { how: string; to: number }) => `${move.how} ${move.to}`)).toEqual([
    "rolled_back 1",
    `published ${version}`,
    "published 1",
  ]);
  expect(await actions(document)).toEqual(["content.draft", "content.publish", "content.restore"]);
});

test("a material version takes a second person, and goes live at its time", async () => {
  const document = "policy/user-agreement";
  const author = gulnara;
  const version = await draft(document, policy("material"), { material: true });
  const at = new Date(host.clock.now() + 3_600_000).toISOString();
  const asked = await publish(document, version, at);
  expect(asked.body.data).toMatchObject({ state: "asked" });
  expect((await gulnara.call(`POST /api/office/approvals/${asked.body.data.request}/approve`, {})).status).toBe(403);
  expect(await shown("user-agreement")).not.toContain("material");

  expect((await approve(asked.body.data.request)).status).toBe(200);
  expect(await shown("user-agreement")).not.toContain("material");
  const other = await draft(document, policy("hasty"));
  expect((await publish(document, other)).body).toMatchObject({
    code: "content_scheduled_already",
    data: { version },
  });
  await content.jobs?.[0]?.run({});
  expect(await shown("user-agreement")).not.toContain("material");
  await host.clock.advance(3_600_000);
  await content.jobs?.[0]?.run({});
  await shows("user-agreement", "kz", "material kz");
  gulnara = await operator("content");
  const { required, versions } = (await gulnara.call(`GET ${path}/${document}`)).body.data;
  expect(required).toBe(version);
  expect(versions[1]).toMatchObject({ version, state: "published", author: author.name, released_by: olga.name });
  expect(await actions(document)).toEqual(["content.draft", "content.schedule", "content.draft", "content.publish"]);
});

test("an approval of a document that has changed since is refused", async () => {
  const document = "policy/kyc";
  const version = await draft(document, policy("third"), { material: true });
  const { request } = (await publish(document, version)).body.data;
  expect((await act(gulnara, document, version, "withdraw")).status).toBe(204);
  expect((await approve(request)).body.code).toBe("request_stale");
  expect(await shown("kyc")).not.toContain("third");
  expect((await publish(document, version)).body).toMatchObject({
    code: "content_state",
    data: { state: "withdrawn" },
  });
});

test("two authors who begin at the same version: the second one is refused; of two publications one wins", async () => {
  const document = "promo/cup";
  const text = { bodies: bodiesOf(() => "# Cup\n\nSoon.\n"), placement: null, ends_at: null, material: false };
  const save = () => gulnara.call(`POST ${path}/${document}/versions`, { ...text, based_on: 0, summary: "a new page" });
  const both = await Promise.all([save(), save()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "content_version_conflict",
    data: { newest: 1 },
  });
  expect((await api.call("GET /api/v1/promo-pages/cup")).status).toBe(404);
  const released = await Promise.all([publish(document, 1), publish(document, 1)]);
  expect(released.map(({ status }) => status).sort()).toEqual([200, 409]);
  const page = () => api.call("GET /api/v1/promo-pages/cup?language=ru");
  await expect.poll(async () => (await page()).body.data?.version).toBe(1);
  const down = () => gulnara.call(`POST ${path}/${document}/take-down`, { reason: "it is over" });
  expect((await down()).status).toBe(204);
  expect((await down()).body).toMatchObject({ code: "content_state", data: { state: "down" } });
  await expect.poll(async () => (await page()).status).toBe(404);
  expect((await gulnara.call(`POST ${path}/policy/kyc/take-down`, { reason: "away" })).status).toBe(409);
});

test("banners are shown on their page, to those they are for, the most important first, until they end", async () => {
  const bodies = bodiesOf(locale => `# Offer ${locale}\n\nTake it.\n\n[See](/promo/cup)\n`);
  const banner = async (name: string, placement: object, ends_at: string | null = null) =>
    publish(`banner/${name}`, await draft(`banner/${name}`, bodies, { placement, ends_at }));
  const soon = new Date(host.clock.now() + 60_000).toISOString();
  await banner("late", { slot: "bonuses", audience: "all", priority: 10 });
  await banner("first", { slot: "bonuses", audience: "guests", priority: 90 }, soon);
  await banner("players", { slot: "bonuses", audience: "players", priority: 99 });
  await banner("other", { slot: "tournaments", audience: "all", priority: 50 });
  const keys = async () =>
    (await api.call("GET /api/v1/banners?slot=bonuses")).body.data.map((each: { key: string }) => each.key);
  await expect.poll(keys).toEqual(["first", "late"]);
  await host.clock.advance(60_000);
  expect(await keys()).toEqual(["late"]);

  await banner("kz", { slot: "home", audience: "all", priority: 9, countries: ["KZ", "UZ"] });
  await banner("ru", { slot: "home", audience: "all", priority: 8, languages: ["ru"] });
  const home = async (ip: string, language = "en") => {
    const { body } = await api.call(`GET /api/v1/banners?slot=home&language=${language}`, { ip });
    return body.data.map((each: { key: string }) => each.key);
  };
  countries["192.0.2.1"] = "KZ";
  await expect.poll(() => home("192.0.2.1", "ru")).toEqual(["kz", "ru"]);
  expect(await home("192.0.2.1")).toEqual(["kz"]);
  expect(await home("192.0.2.2", "ru")).toEqual(["ru"]);
  expect(await home("192.0.2.2")).toEqual([]);
  const version = await draft("banner/kz", bodies, { placement: { slot: "home", audience: "all", priority: 9 } });
  const { previews } = (await gulnara.call(`GET ${path}/banner/kz/versions/${version}`)).body.data;
  expect(previews.map(({ url }: { url: string }) => new URL(url).pathname).sort()).toEqual(["/en", "/kz", "/ru"]);
});

test("bad texts are refused by name and line, and nothing is stored", async () => {
  const body = {
    based_on: 1,
    bodies: policy("x"),
    placement: null,
    ends_at: null,
    material: false,
    summary: "other words",
  };
  const send = (more: object, document = "faq/faq") =>
    gulnara.call(`POST ${path}/${document}/versions`, { ...body, ...more });
  expect((await send({})).body).toMatchObject({
    code: "content_invalid",
    data: { locale: "ru", line: 1, fault: "topic_id_missing" },
  });
  const kyc = { based_on: 2 };
  expect((await send({ ...kyc, ends_at: "2027-01-01T00:00:00Z" }, "policy/kyc")).body.errors).toEqual({
    ends_at: ["value_invalid"],
  });
  expect((await send({ ...kyc, bodies: { ...body.bodies, kz: undefined } }, "policy/kyc")).status).toBe(422);
  expect((await send({ ...kyc, bodies: { ...body.bodies, kz: "# \u202e\n## a\nb" } }, "policy/kyc")).status).toBe(422);
  expect((await send({}, "policy/unknown")).status).toBe(404);
  expect((await send({}, "promo/No-Good")).status).toBe(422);
  expect((await send({ material: true, based_on: 0, bodies: bodiesOf(() => "# T\n\nx\n") }, "promo/x")).status).toBe(
    422,
  );
  expect((await gulnara.call(`GET ${path}/faq/faq`)).body.data.versions).toHaveLength(3);
  const dana = await operator("support");
  expect((await dana.call(`GET ${path}`)).status).toBe(200);
  expect((await dana.call(`POST ${path}/faq/faq/versions`, body)).status).toBe(403);
});

test("a message in code is version 1; another one is sent once it is published, and the old one after a rollback", async () => {
  const document = "template/login-code";
  const { versions, live } = (await gulnara.call(`GET ${path}/${document}`)).body.data;
  expect(live).toBe(1);
  expect(versions).toMatchObject([{ version: 1, author: "Fairhouse", state: "published" }]);
  for (const name of templateNames)
    for (const locale of locales) expect(messages.textsOf(locale, name)).toEqual(templateTexts(locale, name));

  const text = (words: string) =>
    `# ${words}\n\n${words}:\n\n{code}\n\n## sms\n${words} {code}\n\n## call\n${words} {code}\n`;
  const version = await draft(
    document,
    bodiesOf(locale => text(`Hello ${locale}`)),
  );
  const { message, previews } = (await gulnara.call(`GET ${path}/${document}/versions/${version}`)).body.data;
  expect(previews).toEqual([]);
  expect(message.kz).toMatchObject({
    mail: { subject: "Hello kz" },
    sms: "Hello kz 123456",
    call: "Hello kz 1 2 3 4 5 6",
  });
  expect((await act(gulnara, document, version, "test", { language: "ru" })).status).toBe(204);
  expect((await waitingMessages(host, gulnara.email))[0]?.text).toContain("Hello ru:\n\n123456");
  expect(messages.textsOf("en", "login_code").subject).toBe("Your sign-in code");
  expect((await publish(document, version)).status).toBe(200);
  await expect.poll(() => messages.textsOf("kz", "login_code").subject).toBe("Hello kz");
  expect((await act(gulnara, document, 1, "restore")).status).toBe(204);
  await expect.poll(() => messages.textsOf("kz", "login_code")).toEqual(templateTexts("kz", "login_code"));
  expect(await actions(document)).toEqual(["content.draft", "content.test", "content.publish", "content.restore"]);
  expect((await act(gulnara, document, 1, "take-down")).status).toBe(404);
});

test("a published message that doesn't fit this release isn't sent", async () => {
  await host.db.query(
    `UPDATE content.versions SET bodies = jsonb_set(bodies, '{en}', to_jsonb(replace(bodies ->> 'en', '{link}', '{url}')))
     WHERE kind = 'template' AND key = 'login-link'`,
  );
  await host.db.tx(content.office.changed);
  const { rows } = await host.db.query<{ text: string }>(
    "SELECT bodies ->> 'en' AS text FROM content.versions WHERE kind = 'template' AND key = 'login-link'",
  );
  expect(rows[0]?.text).toContain("{url}");
  await expect
    .poll(async () => (await liveVersions(host.db)).some(({ bodies }) => bodies.en?.includes("{url}")))
    .toBe(true);
  expect(messages.textsOf("en", "login_link")).toEqual(templateTexts("en", "login_link"));
});

test("a start writes a text of its release once; where operators wrote one, it is a draft", async () => {
  const again = () => publishReleasedTexts({ host, redirects });
  const count = async () => (await host.db.query("SELECT 1 FROM content.versions")).rowCount;
  const before = await count();
  await Promise.all([again(), again()]);
  expect(await count()).toBe(before);
  const older = async (key: string) =>
    host.db.query(
      "UPDATE content.versions SET hash = sha256('before') WHERE kind = 'template' AND key = $1 AND author = 'Fairhouse'",
      [key],
    );
  await older("totp-on");
  await older("login-code");
  await Promise.all([again(), again()]);
  const states = async (key: string) => {
    const { versions, live } = (await gulnara.call(`GET ${path}/template/${key}`)).body.data;
    return [live, versions[0].version, versions[0].state, versions[0].author];
  };
  expect(await states("totp-on")).toEqual([2, 2, "published", "Fairhouse"]);
  expect(await states("login-code")).toEqual([1, 3, "draft", "Fairhouse"]);
});

test("redirects are one list: published, followed in every process, rolled back, and changed from the console", async () => {
  const document = "redirects/redirects";
  const list = (text: string) => ({ en: text });
  const version = await draft(document, list("# moved in May\n/old /bonuses\n/join https://partners.example/join\n"));
  expect(redirects.find("/old")).toBeNull();
  expect((await publish(document, version)).status).toBe(200);
  await expect.poll(() => redirects.find("/ru/old")).toEqual({ url: "/ru/bonuses", external: false });
  await host.db.tx(tx => changeRedirects(content.office, tx, text => withRedirect(text, "/old", "/faq")));
  await expect.poll(() => redirects.find("/old")?.url).toBe("/faq");
  const { bodies, author } = (await gulnara.call(`GET ${path}/${document}/versions/${version + 1}`)).body.data;
  expect([bodies.en, author]).toEqual(["# moved in May\n/join https://partners.example/join\n/old /faq\n", "console"]);
  expect((await act(gulnara, document, 1, "restore")).status).toBe(204);
  await expect.poll(() => redirects.all()).toEqual([]);

  const refused = async (bodies: object) => {
    const rest = { placement: null, ends_at: null, material: false, summary: "other words" };
    return (await gulnara.call(`POST ${path}/${document}/versions`, { based_on: version + 1, bodies, ...rest })).body;
  };
  expect(await refused(list("/a https://evil.example/"))).toMatchObject({ data: { fault: "host_unlisted", line: 1 } });
  expect(await refused(list("/a /b\n/b /c"))).toMatchObject({ data: { fault: "redirect_chain", line: 1 } });
  expect((await refused(bodiesOf(() => "/a /b"))).errors).toEqual({ bodies: ["value_invalid"] });
});

test("texts of the site are changed by key and language: drafted, previewed, published, and as in the release again", async () => {
  const key = "accounts:auth.phone";
  const released = siteTexts("kz").get(key) ?? "";
  const read = async (query: string) => (await gulnara.call(`GET /api/office/texts?${query}`)).body.data;
  const write = (texts: object[], more: object = {}) =>
    gulnara.call("POST /api/office/texts", { based_on: 1, language: "kz", texts, summary: "a better word", ...more });
  expect(await read("language=kz&q=auth.phone")).toMatchObject({
    newest: 1,
    live: 1,
    changed: 0,
    items: expect.arrayContaining([{ key, released, english: siteTexts("en").get(key), own: null, fault: null }]),
  });
  const all = await read("language=kz&limit=500");
  expect([all.items.length, all.next_cursor]).toEqual([500, all.items[499].key]);
  expect((await read(`language=kz&limit=500&cursor=${all.next_cursor}`)).items[0].key > all.next_cursor).toBe(true);

  const drafted = await write([{ key, text: "Қош келдіңіз" }]);
  expect(drafted.status, drafted.text).toBe(201);
  const { version } = drafted.body.data;
  expect(content.siteTexts.own("kz")).toBeUndefined();
  const carried = JSON.stringify({ accounts: { "auth.phone": "Қош келдіңіз" } });
  const { previews } = (await gulnara.call(`GET ${path}/texts/texts/versions/${version}`)).body.data;
  const code = new URL(previews[0].url).searchParams.get("texts") ?? "";
  expect(await content.siteTexts.preview(code, "kz")).toBe(carried);
  expect(await content.siteTexts.preview(code, "ru")).toBeUndefined();
  expect(await content.siteTexts.preview(`${code}0`, "kz")).toBeUndefined();
  expect((await publish("texts/texts", version)).status).toBe(200);
  await expect.poll(() => content.siteTexts.own("kz")).toBe(carried);
  expect((await write([{ key, text: null }])).body).toMatchObject({ code: "content_version_conflict" });
  const back = await write([{ key, text: null }], { based_on: version });
  expect((await publish("texts/texts", back.body.data.version)).status).toBe(200);
  await expect.poll(() => content.siteTexts.own("kz")).toBeUndefined();
  expect(await content.siteTexts.preview(code, "kz")).toBe(carried);
  await host.clock.advance(15 * 60_000);
  expect(await content.siteTexts.preview(code, "kz")).toBeUndefined();
  gulnara = await operator("content");
  expect((await act(gulnara, "texts/texts", version, "restore")).status).toBe(204);
  await expect.poll(() => content.siteTexts.own("kz")).toBe(carried);
  expect(await actions("texts/texts")).toEqual([
    "content.draft",
    "content.publish",
    "content.draft",
    "content.publish",
    "content.restore",
  ]);
});

test("a text that does not fit this release is refused, and is not shown once the release has changed", async () => {
  const [plain, filled] = [
    "accounts:auth.phone",
    [...siteTexts("ru")].find(([, text]) => text.includes("{{"))?.[0] ?? "",
  ];
  const newest = async () => (await gulnara.call("GET /api/office/texts")).body.data.newest;
  const write = async (key: string, text: string) => {
    const body = { based_on: await newest(), language: "ru", texts: [{ key, text }], summary: "other words" };
    return (await gulnara.call("POST /api/office/texts", body)).body;
  };
  const faulty = (fault: string) => ({ code: "content_invalid", data: { locale: "ru", fault, line: 2 } });
  expect(await write("accounts:nothing.here", "A text")).toMatchObject(faulty("key_unknown"));
  expect(await write(plain, "Hi <b>you</b>")).toMatchObject(faulty("markup_changed"));
  expect(await write(plain, "<img src=x onerror=alert(1)>")).toMatchObject(faulty("markup_changed"));
  expect(await write(plain, "Hi {{name}}")).toMatchObject(faulty("value_unknown"));
  expect(await write(filled, "No value")).toMatchObject(faulty("value_missing"));
  expect((await write(plain, "two\nlines")).errors).toEqual({ "texts.0.text": ["text_invalid"] });

  const list = (line: string) => bodiesOf(locale => (locale === "ru" ? `${line}\n` : "# none\n"));
  const refused = async (line: string) => {
    const rest = { placement: null, ends_at: null, material: false, summary: "other words" };
    const body = { based_on: await newest(), bodies: list(line), ...rest };
    return (await gulnara.call(`POST ${path}/texts/texts/versions`, body)).body.data.fault;
  };
  expect(await refused(`${plain} @00000000 = Hi`)).toBe("source_changed");
  expect(await refused(`${plain} = Hi\n${plain} = Ho`)).toBe("key_again");
  expect(await refused("no line")).toBe("line_invalid");

  const version = await draft("texts/texts", list(`${plain} @${sourceOf(siteTexts("ru").get(plain) ?? "")} = Hi`));
  await publish("texts/texts", version);
  await expect.poll(() => content.siteTexts.own("ru")).toContain("Hi");
  // As after a release that has no such texts, and another one for a third.
  await host.db.query("UPDATE content.versions SET bodies = $2 WHERE kind = 'texts' AND version = $1", [
    version,
    JSON.stringify(list(`accounts:gone = Hi\n${filled} = No value\n${plain} @00000000 = Hi`)),
  ]);
  await host.db.tx(tx => content.office.changed(tx));
  await expect.poll(() => content.siteTexts.own("ru")).toBe(JSON.stringify({ accounts: { "auth.phone": "Hi" } }));
  const { items } = (await gulnara.call("GET /api/office/texts?language=ru&which=faulty")).body.data;
  expect(items.map(({ key, fault }: Record<string, string>) => [key, fault]).sort()).toEqual(
    [
      ["accounts:gone", "key_unknown"],
      [filled, "value_missing"],
      [plain, "source_changed"],
    ].sort(),
  );
});
