import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts } from "#modules/accounts/server/index.ts";
import { sessionEnded } from "#modules/accounts/shared/events.ts";
import { type CheckHost, createMirrors, hostChecks, type Mirrors } from "./index.ts";

/** Alice has a session on the main host; two mirrors are registered. */

let host: TestHost;
let accounts: Accounts;
let mirrors: Mirrors;
let api: TestApi;
let refresh: string;
let people = 0;

const main = "fairhouse.localhost";
const [a, b] = ["mirror-a.localhost", "mirror-b.localhost"];
const checkHost: CheckHost = async hostname => ({
  fault: hostname === a ? "certificate" : null,
  certificateUntil: null,
});

beforeAll(async () => {
  host = await testHost({ modules: ["mirrors"] });
  accounts = createAccounts(host);
  mirrors = createMirrors(host, { accounts, geo: { countryOf: () => "KZ" }, checkHost });
  await accounts.start?.();
  await mirrors.start?.();
  api = await testApi(host, [accounts, mirrors], accounts.authenticate, mirrors.isMirror);
  for (const name of [a, b]) await add(name);
  refresh = (await register(main)).refresh;
});
afterAll(() => host.close());

async function add(name: string): Promise<void> {
  await host.db.tx(tx => mirrors.register(tx, name, {}));
  await vi.waitUntil(() => mirrors.isMirror(name), { timeout: 60_000 });
}

const under = (hostname: string) => ({ host: `api.${hostname}` });

async function register(hostname: string) {
  const body = { email: `p${++people}@example.com`, password: "correct horse", currency: "USD", agree: true };
  const answer = await api.call("POST /api/v2/auth/register/email", { body, headers: under(hostname) });
  expect(answer.status, answer.text).toBe(201);
  return { ...answer.body, email: body.email, refresh: answer.cookies["__Host-refresh"] ?? "" } as {
    token: string;
    email: string;
    sso_link?: string;
    refresh: string;
  };
}

/** A browser on a mirror, before it leaves: its secret bytes, and their hash. */
function browser() {
  const proof = randomBytes(32).toString("hex");
  const state = createHash("sha256").update(Buffer.from(proof, "hex")).digest("hex");
  return { proof, state };
}

async function goToMain(query: Record<string, string>, cookie?: string, ip?: string) {
  const answer = await api.call(`GET /sso?${new URLSearchParams(query)}`, {
    ...(cookie && { cookies: { "__Host-refresh": cookie } }),
    ...(ip && { ip }),
  });
  const { location } = answer.headers;
  return { ...answer, back: typeof location === "string" ? new URL(location) : undefined };
}

/** The refresh secret that follows this one. */
async function rotate(secret: string): Promise<string> {
  const answer = await api.call("POST /auth/refresh-token", { cookies: { "__Host-refresh": secret } });
  expect(answer.status, answer.text).toBe(200);
  return answer.cookies["__Host-refresh"] ?? "";
}

const exchange = (token: string, proof: string, hostname: string) =>
  api.call("PUT /auth/login", { body: { provider: "simple", token, proof }, headers: under(hostname) });

async function tokenFor(state: string, hostname: string): Promise<string> {
  const { back } = await goToMain({ return: `http://${hostname}/ru/games?tab=1`, state }, refresh);
  return back?.searchParams.get("simpleAuthToken") ?? "";
}

describe("from the main host to a mirror", () => {
  test("alice comes back with a token, which her browser exchanges for a session on the mirror", async () => {
    const { proof, state } = browser();
    const { status, back, headers } = await goToMain({ return: `http://${a}/ru/games?tab=1#x`, state }, refresh);
    expect(status).toBe(302);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
    expect(back?.origin).toBe(`http://${a}`);
    expect(back?.pathname).toBe("/ru/games");
    expect(back?.hash).toBe("");
    expect(Object.fromEntries(back?.searchParams ?? [])).toMatchObject({ tab: "1", simple_auth: "1" });
    const answer = await exchange(back?.searchParams.get("simpleAuthToken") ?? "", proof, a);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.sso_link).toBeUndefined();
    expect(answer.cookies["__Host-refresh"]).toBeTruthy();
    const profile = await api.call("GET /profile/user", { token: answer.body.token, headers: under(a) });
    expect(profile.body.user.email).toBe("p1@example.com");
  });

  test("a guest comes back with no_sso, and the URL has no parameters of a former return", async () => {
    const { state } = browser();
    const { back } = await goToMain({ return: `http://${a}/?simpleAuthToken=x&simple_auth=1&stag=s`, state });
    expect(back?.href).toBe(`http://${a}/?stag=s&no_sso=1`);
    const forged = await goToMain({ return: `http://${a}/`, state }, `${refresh}x`);
    expect(forged.back?.href).toBe(`http://${a}/?no_sso=1`);
    const stateless = await goToMain({ return: `http://${a}/` }, refresh);
    expect(stateless.back?.href).toBe(`http://${a}/?no_sso=1`);
  });

  test("a refresh secret that was rotated signs on within the grace period only: it may be a copy", async () => {
    const zoe = await register(main);
    const signsOn = async (secret: string) =>
      (await goToMain({ return: `http://${a}/`, state: browser().state }, secret)).back?.searchParams.has(
        "simpleAuthToken",
      );
    const second = await rotate(zoe.refresh);
    expect([await signsOn(zoe.refresh), await signsOn(second)]).toEqual([true, true]);
    await host.clock.advance(10_000);
    expect([await signsOn(zoe.refresh), await signsOn(second)]).toEqual([false, true]);
    const third = await rotate(second);
    // The one before that is no second tab's, however soon it comes.
    expect([await signsOn(zoe.refresh), await signsOn(second), await signsOn(third)]).toEqual([false, true, true]);
  });

  test("a token is used once, also with ten at once", async () => {
    const { proof, state } = browser();
    const token = await tokenFor(state, a);
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(token, proof, a)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await exchange(token, proof, a)).body.code).toBe("sign_on_refused");
  });

  test("is refused on another host, without the proof, with another's, and after 30 seconds; each attempt uses it up", async () => {
    const { proof, state } = browser();
    const stranger = browser();
    for (const [bytes, where] of [
      [proof, b],
      [proof, main],
      [stranger.proof, a],
      ["", a],
      ["zz", a],
    ] as const) {
      const token = await tokenFor(state, a);
      expect((await exchange(token, bytes, where)).body.code, `${bytes} ${where}`).toBe("sign_on_refused");
      expect((await exchange(token, proof, a)).body.code).toBe("sign_on_refused");
    }
    const late = await tokenFor(state, a);
    await host.clock.advance(30_000);
    expect((await exchange(late, proof, a)).body.code).toBe("sign_on_refused");
    const justInTime = await tokenFor(state, a);
    await host.clock.advance(29_999);
    expect((await exchange(justInTime, proof, a)).status).toBe(200);
  });

  test("is served by the main host only", async () => {
    const { state } = browser();
    const query = new URLSearchParams({ return: `http://${b}/`, state });
    const answer = await api.call(`GET /sso?${query}`, { headers: under(a), cookies: { "__Host-refresh": refresh } });
    expect(answer.status).toBe(404);
  });
});

describe("from a mirror to the main host", () => {
  test("bob signs in on a mirror and is redirected over the main host, where he is signed in from then on", async () => {
    const bob = await register(a);
    expect(bob.sso_link).toMatch(/^http:\/\/api\.fairhouse\.localhost\/sso\?grant=[\w-]{43}$/);
    const grant = new URL(bob.sso_link ?? "").searchParams.get("grant") ?? "";
    const { back, cookies } = await goToMain({ return: `http://${a}/profile`, grant });
    expect(back?.href).toBe(`http://${a}/profile`);
    expect(cookies.signed_in).toBe("1");
    const { state, proof } = browser();
    const onward = await goToMain({ return: `http://${b}/`, state }, cookies["__Host-refresh"]);
    const token = onward.back?.searchParams.get("simpleAuthToken") ?? "";
    const there = await exchange(token, proof, b);
    const { user } = (await api.call("GET /profile/user", { token: there.body.token })).body;
    expect(user.email).toBe(bob.email);
  });

  test("a grant works once, for the address that signed in, for its mirror, for 30 seconds, and over no other session", async () => {
    const grantOf = async () => new URL((await register(a)).sso_link ?? "").searchParams.get("grant") ?? "";
    const opened = async (grant: string, back: string, cookie?: string, ip?: string) =>
      (await goToMain({ return: back, grant }, cookie, ip)).cookies["__Host-refresh"] !== undefined;
    const grant = await grantOf();
    expect(await opened(grant, `http://${a}/`)).toBe(true);
    expect(await opened(grant, `http://${a}/`)).toBe(false);
    expect(await opened(await grantOf(), `http://${a}/`, undefined, "203.0.113.9")).toBe(false);
    expect(await opened(await grantOf(), `http://${b}/`)).toBe(false);
    expect(await opened(await grantOf(), `http://${a}/`, refresh)).toBe(false);
    const late = await grantOf();
    await host.clock.advance(30_000);
    expect(await opened(late, `http://${a}/`)).toBe(false);
  });

  test("the main host itself returns no link", async () => {
    expect((await register(main)).sso_link).toBeUndefined();
  });
});

describe("logging out on one host logs out on all", () => {
  const profile = async (token: string) => (await api.call("GET /profile/user", { token })).status;
  const list = async (token: string) => (await api.call("GET /api/v1/sessions", { token })).body.data;

  /** A player who signed in on the main host and then on both mirrors, in one browser. */
  async function everywhere() {
    const onMain = await register(main);
    const tokens = [onMain.token];
    for (const name of [a, b]) {
      const { proof, state } = browser();
      const { back } = await goToMain({ return: `http://${name}/`, state }, onMain.refresh);
      const answer = await exchange(back?.searchParams.get("simpleAuthToken") ?? "", proof, name);
      tokens.push(answer.body.token);
    }
    return { ...onMain, tokens };
  }
  const logInElsewhere = async (email: string): Promise<string> =>
    (await api.call("POST /api/v2/auth/login/email/password", { body: { email, password: "correct horse" } })).body
      .token;

  test.each([0, 1, 2])("erin logs out on host %d: that browser's tokens end, her other browser's do not", async at => {
    const erin = await everywhere();
    const elsewhere = await logInElsewhere(erin.email);
    const idOf = async (token: string) => required(await accounts.authenticate(token), "an active session").id;
    const [hers, other] = [await Promise.all(erin.tokens.map(idOf)), await idOf(elsewhere)];
    const ended = new Set<string>();
    host.bus.on(sessionEnded, ({ session }) => void ended.add(session));
    expect((await list(elsewhere)).map((row: { current: boolean }) => row.current)).toEqual([true, false]);
    await api.call("PUT /auth/logout", { token: erin.tokens[at], headers: under([main, a, b][at] ?? "") });
    expect(await Promise.all(erin.tokens.map(profile))).toEqual([401, 401, 401]);
    expect([...hers, other].map(id => ended.has(id))).toEqual([true, true, true, false]);
    expect(await profile(elsewhere)).toBe(200);
    expect((await goToMain({ return: `http://${a}/`, state: browser().state }, erin.refresh)).back?.search).toBe(
      "?no_sso=1",
    );
  });

  test("a copied refresh secret that is used ends her sessions on every host, and none of another browser", async () => {
    const erin = await everywhere();
    const elsewhere = await logInElsewhere(erin.email);
    await rotate(erin.refresh);
    await host.clock.advance(10_000);
    const copy = await api.call("POST /auth/refresh-token", { cookies: { "__Host-refresh": erin.refresh } });
    expect(copy.body.code).toBe("session_replayed");
    expect(await Promise.all(erin.tokens.map(profile))).toEqual([401, 401, 401]);
    expect(await profile(elsewhere)).toBe(200);
  });

  test("a sign-in on a mirror included the main host: logging out there ends both", async () => {
    const frank = await register(a);
    const grant = new URL(frank.sso_link ?? "").searchParams.get("grant") ?? "";
    const { cookies } = await goToMain({ return: `http://${a}/`, grant });
    const out = await api.call("PUT /auth/logout", { cookies: { "__Host-refresh": cookies["__Host-refresh"] ?? "" } });
    expect(out.status).toBe(204);
    expect(await profile(frank.token)).toBe(401);
  });

  test("a sign-on pending when grace logs out fails, also at the same moment", async () => {
    const grace = await register(main);
    const signOn = async () => {
      const { proof, state } = browser();
      const { back } = await goToMain({ return: `http://${a}/`, state }, grace.refresh);
      return { proof, token: back?.searchParams.get("simpleAuthToken") ?? "" };
    };
    const paths = await Promise.all(Array.from({ length: 8 }, signOn));
    const [late, ...atOnce] = paths;
    const [out, ...answers] = await Promise.all([
      api.call("PUT /auth/logout", { token: grace.token }),
      ...atOnce.map(({ token, proof }) => exchange(token, proof, a)),
    ]);
    expect(out.status).toBe(204);
    const opened = answers.filter(({ status }) => status === 200).map(({ body }) => body.token);
    expect(await Promise.all(opened.map(profile))).toEqual(opened.map(() => 401));
    expect((await exchange(late?.token ?? "", late?.proof ?? "", a)).body.code).toBe("sign_on_refused");
  });

  test("heidi's browser is one entry in her list, whatever hosts it used, and ends as one", async () => {
    const heidi = await everywhere();
    const elsewhere = await logInElsewhere(heidi.email);
    const seen = await list(heidi.tokens[1] ?? "");
    expect(seen.map((row: { host: string; current: boolean }) => [row.host, row.current])).toEqual([
      [`api.${a}`, true],
      [`api.${main}`, false],
    ]);
    const others = await api.call("POST /api/v1/sessions/end-others", { token: heidi.tokens[1] });
    expect(others.body).toEqual({ data: { ended: 1 } });
    expect(await Promise.all([elsewhere, ...heidi.tokens].map(profile))).toEqual([401, 200, 200, 200]);
    const again = await logInElsewhere(heidi.email);
    const [, browserOfHers] = await list(again);
    await api.call(`DELETE /api/v1/sessions/${browserOfHers.id}`, { token: again });
    expect(await Promise.all([again, ...heidi.tokens].map(profile))).toEqual([200, 401, 401, 401]);
  });
});

const evil = [
  "http://evil.example/",
  "https://mirror-a.localhost/",
  "http://mirror-a.localhost:81/",
  "http://mirror-a.localhost.evil.example/",
  "http://evil-mirror-a.localhost/",
  "http://mirror-a.localhost@evil.example/",
  "http://mirror-a.localhost:80@evil.example/",
  "http://user@mirror-a.localhost/",
  "http://user:secret@mirror-a.localhost/",
  "http://evil.example\\@mirror-a.localhost/",
  "http:\\\\evil.example/",
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example",
  "\\/\\/evil.example",
  "/ru/games",
  "mirror-a.localhost",
  "javascript:alert(1)//mirror-a.localhost",
  "data:text/html,hi",
  "ftp://mirror-a.localhost/",
  "file:///etc/passwd",
  "http://mirror-a.localhost。evil.example/",
  "http://mirror-a%2elocalhost.evil.example/",
  "http://mirror-a.localhost%00.evil.example/",
  "http://mirror-a.localhost%2f%2fevil.example",
  "http://mirror-a.localhost%0d%0aset-cookie:x=1/",
  "http://xn--mirror-a-.localhost/",
  "http://mirror-ａ.localhost.evil.example/",
  "http://mirror-а.localhost/",
  "http://mirror-a.localhost./",
  "http://.mirror-a.localhost/",
  "http://sub.mirror-a.localhost/",
  "http://api.mirror-a.localhost/",
  "http://localhost/",
  "http://127.0.0.1/",
  "http://2130706433/",
  "http://[::1]/",
  "http://api.fairhouse.localhost/",
  "http://fairhouse.localhost/",
  "http://evil.example#http://mirror-a.localhost/",
  "http://evil.example?http://mirror-a.localhost/",
  "http://evil.example/http://mirror-a.localhost/",
  "http://evil.example;mirror-a.localhost/",
  "http://[mirror-a.localhost]/",
  "blob:http://mirror-a.localhost/x",
  "view-source:http://mirror-a.localhost/",
  "null",
  "",
  " ",
  "http://",
];

test.each(evil)("no visitor is redirected to %j", async address => {
  const { state } = browser();
  for (const cookie of [refresh, undefined]) {
    const answer = await goToMain({ return: address, state }, cookie);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.back).toBeUndefined();
  }
});

test.each([
  ["http://mirror-a.localhost\\@evil.example/", `http://${a}/@evil.example/`],
  [" http://mirror-a.localhost/\r\nset-cookie: x=1", `http://${a}/set-cookie:%20x=1`],
  ["HTTP://MIRROR-A.localhost//evil.example/%2f%2fevil", `http://${a}//evil.example/%2f%2fevil`],
  ["http:mirror-a.localhost/", `http://${a}/`],
])("an address that a browser resolves to the mirror stays there: %j", async (address, at) => {
  const { state } = browser();
  const { back, headers } = await goToMain({ return: address, state });
  expect(back?.href).toBe(`${at}?no_sso=1`);
  expect(`${headers.location}`).not.toMatch(/[\r\n]/);
});

describe("the register", () => {
  test("knows its hosts and origins exactly", () => {
    expect(mirrors.isRegisteredHost(`${a}:3000`)).toBe(true);
    expect(mirrors.isRegisteredHost(main)).toBe(true);
    for (const name of ["evil.example", `x.${a}`, "", "localhost"]) expect(mirrors.isRegisteredHost(name)).toBe(false);
    expect([`http://${a}`, `http://${main}`].every(mirrors.isRegisteredOrigin)).toBe(true);
    for (const origin of [...evil, `http://${a}/`, `https://${a}`, `http://${a}:81`])
      expect(mirrors.isRegisteredOrigin(origin), origin).toBe(origin === "http://fairhouse.localhost");
  });

  test("each API accepts credentials of its own site only", async () => {
    const allowed = async (hostname: string, origin: string) =>
      (await api.call("GET /mirror", { headers: { ...under(hostname), origin } })).headers[
        "access-control-allow-origin"
      ] === origin;
    const names = [main, a, b];
    for (const name of names)
      for (const from of [...names.map(each => `http://${each}`), ...evil])
        expect(await allowed(name, from), `${from} at ${name}`).toBe(from === `http://${name}`);
    const stolen = await api.call("PUT /auth/logout", { headers: { ...under(a), origin: `http://${b}` } });
    expect(stolen.status).toBe(403);
  });

  test("returns the settings of a host, and offers the sign-on to mirrors only", async () => {
    await host.db.tx(tx =>
      mirrors.register(tx, a, { telegramChannelUrl: "https://t.example/house", metaYandexVerification: "abc123" }),
    );
    await expect.poll(() => mirrors.dataOf(a).telegram_channel_url).toBe("https://t.example/house");
    const of = (hostname: string) => api.call("GET /mirror", { headers: under(hostname) });
    expect((await of(a)).body.data).toEqual({
      sso: "http://api.fairhouse.localhost/sso",
      meta_yandex_verification: "abc123",
      revshare_service_frontend_url: null,
      telegram_channel_url: "https://t.example/house",
    });
    expect((await of(main)).body.data.sso).toBeNull();
    const named = await api.call("POST /middleware/mirror", { body: { host: `${a}:3000`, user_agent: "x" } });
    expect(named.body.data.meta_yandex_verification).toBe("abc123");
    const unknown = await api.call("POST /middleware/mirror", { body: { host: "evil.example", user_agent: "x" } });
    expect(unknown.status).toBe(404);
  });

  test("totals browsers' results, for its own hosts only", async () => {
    const { token } = await register(main);
    const domains = (await api.call("GET /api/getMirrorsToCheck", { token })).body.data.domains;
    expect(domains).toEqual([main, a, b]);
    const send = (results: object) => api.call("POST /api/sendAntiBonusResult", { token, body: { results } });
    expect((await send({ [main]: 20, [a]: null, "evil.example": 5 })).status).toBe(204);
    expect((await send({ [main]: 30, [`${a}:3000`]: 7 })).status).toBe(204);
    const { rows } = await host.db.query(
      "SELECT hostname, country, reached, failed, total_ms FROM mirrors.country_reachability ORDER BY 1",
    );
    expect(rows).toEqual([
      { hostname: main, country: "KZ", reached: 2n, failed: 0n, total_ms: 50n },
      { hostname: a, country: "KZ", reached: 1n, failed: 1n, total_ms: 7n },
    ]);
  });

  test("checks each of its names, and forgets what it found of one that was removed", async () => {
    const checks = () => hostChecks(host.db).then(rows => rows.map(({ hostname, fault }) => [hostname, fault]).sort());
    const job = mirrors.jobs?.find(({ name }) => name === "mirror-check");
    for (const hostname of [main, a, "mirror-e.localhost"]) await job?.run({ hostname });
    expect(await checks()).toEqual(
      [
        [main, null],
        [a, "certificate"],
      ].sort(),
    );
    await add("mirror-e.localhost");
    await job?.run({ hostname: "mirror-e.localhost" });
    expect(await checks()).toHaveLength(3);
    await host.db.tx(tx => mirrors.withdraw(tx, "mirror-e.localhost"));
    expect(await checks()).toHaveLength(2);
  });

  test("removing a mirror ends its sessions and sign-ons, and no others", async () => {
    await add("mirror-c.localhost");
    const carol = await register("mirror-c.localhost");
    const dave = await register(a);
    const { proof, state } = browser();
    const onTheWay = await tokenFor(state, "mirror-c.localhost");
    // Where they were opened decides, not where they were seen last.
    const visit = ({ token }: { token: string }, name: string) =>
      api.call("GET /profile/user?whoAreYou=1", { token, headers: under(name) });
    for (const seen of [await visit(carol, main), await visit(dave, "mirror-c.localhost")])
      expect(seen.status).toBe(200);
    await host.db.tx(tx => mirrors.withdraw(tx, "mirror-c.localhost"));
    const profile = (token: string) => api.call("GET /profile/user", { token });
    expect((await profile(carol.token)).status).toBe(401);
    expect((await profile(dave.token)).status).toBe(200);
    await expect.poll(() => mirrors.isMirror("mirror-c.localhost")).toBe(false);
    expect((await goToMain({ return: "http://mirror-c.localhost/", state }, refresh)).status).toBe(400);
    expect((await exchange(onTheWay, proof, "mirror-c.localhost")).body.code).toBe("sign_on_refused");
  });
});
