import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "#apps/sandbox/app.ts";
import { typedPerson } from "#apps/sandbox/test-persons.ts";
import { createModules } from "#apps/server/modules.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { atProvider } from "../testing/at-provider.ts";

/** Social sign-in over real OpenID Connect: the application, and the sandbox's certified providers over HTTP. */

const origin = "http://fairhouse.localhost";
const secret = "the-secret-of-the-client-at-every-company";
const folder = mkdtempSync(join(tmpdir(), "social-"));

let host: TestHost;
let api: TestApi;
let sandbox: FastifyInstance;
let publicUrl: string;

beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  const providers = ["google", "vk"].map(name => `${name}=${publicUrl}/openid/${name}|fairhouse|${secret}`);
  host = await testHost({ modules: "all", environment: { SOCIAL_PROVIDERS: providers.join(",") } });
  sandbox = createSandbox({
    clock: host.clock,
    dataFolder: folder,
    paymentsSecret: secret,
    webhookAddress: "http://127.0.0.1:9",
    publicUrl,
    beaconSeed: new Uint8Array(32),
    smsToken: "an SMS token that tests know",
    openid: { secret, redirectAddress: "http://api.fairhouse.localhost/auth/social/callback" },
  });
  await sandbox.listen({ port, host: "127.0.0.1" });
  const { all: modules, accounts, mirrors } = createModules(host);
  await mirrors.start?.();
  await accounts.start?.();
  api = await testApi(host, modules, accounts.authenticate);
});
afterAll(async () => {
  await sandbox.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One browser: its cookies of the API, and its window at the provider. */
function browser() {
  const cookies: Record<string, string> = {};
  const call = async (name: string, body?: object, token?: string) => {
    const answer = await api.call(name, { cookies, headers: { origin }, token, ...(body && { body }) });
    Object.assign(cookies, answer.cookies);
    return answer;
  };
  return {
    cookies,
    call,
    begin: async (provider = "google") => {
      const answer = await call("PUT /auth/login", { provider, origin, currency: "KZT" });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.url as string;
    },
    finish: (answer: string) => call("POST /api/v1/social/finish", { answer }),
    register: (registration: string, more: object = {}) =>
      call("POST /api/v1/social/register", { registration, currency: "KZT", agree: true, ...more }),
    profile: async (token: string) => (await call("GET /profile/user", undefined, token)).body.user,
  };
}

const aigerim = { sub: "aigerim-1001" };
const typed = (email: string, verified: boolean) => ({ sub: typedPerson("Somebody", email, verified).sub });
const refused = { status: 422, body: { code: "social_refused" } };
const signInThrough = async (person: Readonly<Record<string, string>>, provider = "google") => {
  const window = browser();
  return { window, answer: await window.finish(await atProvider(await window.begin(provider), person)) };
};
async function newcomer(person: Readonly<Record<string, string>>) {
  const { window, answer } = await signInThrough(person);
  expect(answer.status, answer.text).toBe(202);
  const registered = await window.register(answer.body.data.registration);
  expect(registered.status, registered.text).toBe(201);
  return { window, token: registered.body.token as string, user: await window.profile(registered.body.token) };
}

describe("aigerim signs in through a provider", () => {
  test("the first time she accepts the terms and chooses a currency, later she is signed in at once", async () => {
    const { window, answer } = await signInThrough(aigerim);
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { provider: "google", name: "Aigerim Sadykova", email: "aigerim@mail.example", currency: "KZT" } },
    });
    const { registration } = answer.body.data;
    const disagreed = await window.register(registration, { agree: false });
    expect(disagreed.body.errors).toEqual({ agree: ["agree_required"] });
    const registered = await window.register(registration);
    expect(registered.status, registered.text).toBe(201);
    const user = await window.profile(registered.body.token);
    expect(user).toMatchObject({
      register_method: "social",
      email: "aigerim@mail.example",
      is_email_verified: false,
      is_password_exists: false,
      currency: "KZT",
    });
    const again = await signInThrough(aigerim);
    expect(again.answer.status).toBe(200);
    expect((await again.window.profile(again.answer.body.token)).id).toBe(user.id);
    expect(await window.register(registration)).toMatchObject(refused);
  });

  test("a provider vouches for the mailboxes it runs, and for no others", async () => {
    const { user } = await newcomer(typed("aigul@gmail.com", true));
    expect(user).toMatchObject({ email: "aigul@gmail.com", is_email_verified: true });
    const { user: unverified } = await newcomer(typed("somebody@gmail.com", false));
    expect(unverified).toMatchObject({ email: null, is_email_verified: false });
  });

  test("declining at the provider cancels the sign-in without an error", async () => {
    const { answer } = await signInThrough({ no: "1" });
    expect(answer).toMatchObject({ status: 422, body: { code: "social_cancelled" } });
  });
});

describe("answers of other sign-ins", () => {
  test("an answer is valid once, in the browser that started it, for ten minutes", async () => {
    const [carol, mallory] = [browser(), browser()];
    await mallory.begin();
    const answer = await atProvider(await carol.begin(), aigerim);
    expect(await mallory.finish(answer)).toMatchObject(refused);
    expect((await carol.finish(answer)).status).toBe(200);
    expect(await carol.finish(answer)).toMatchObject(refused);
    const late = await atProvider(await carol.begin(), aigerim);
    await host.clock.advance(10 * 60_000);
    expect(await carol.finish(late)).toMatchObject(refused);
  });

  test("mallory's code in carol's window, another provider's name, another state: all refused", async () => {
    const [carol, mallory] = [browser(), browser()];
    const mine = new URLSearchParams(await atProvider(await carol.begin(), aigerim));
    const his = new URLSearchParams(await atProvider(await mallory.begin(), typed("mallory@gmail.com", true)));
    const swapped = new URLSearchParams(mine);
    swapped.set("code", his.get("code") ?? "");
    expect(await carol.finish(swapped.toString())).toMatchObject(refused);
    const mixedUp = new URLSearchParams(await atProvider(await carol.begin(), aigerim));
    mixedUp.set("iss", `${publicUrl}/openid/vk`);
    expect(await carol.finish(mixedUp.toString())).toMatchObject(refused);
    const noIssuer = new URLSearchParams(await atProvider(await carol.begin(), aigerim));
    noIssuer.delete("iss");
    expect(await carol.finish(noIssuer.toString())).toMatchObject(refused);
    for (const answer of ["code=x", "state=x&code=y", "", "code=x&state=", "%00"])
      expect((await carol.finish(answer || "x")).body.code, answer).toBe("social_refused");
  });

  test("the URL has PKCE, state and nonce, and a single redirect URI", async () => {
    const url = new URL(await browser().begin());
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      client_id: "fairhouse",
      scope: "openid profile email",
      redirect_uri: "http://api.fairhouse.localhost/auth/social/callback",
    });
    for (const tie of ["state", "nonce", "code_challenge"]) expect(query[tie]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(url.href).not.toContain(secret);
  });

  test.each(["http://evil.example", "http://fairhouse.localhost.evil.example", "null", "", "javascript:alert(1)"])(
    "no window posts its answer to %s",
    async foreign => {
      const answer = await browser().call("PUT /auth/login", { provider: "google", origin: foreign });
      expect(answer).toMatchObject({ status: 422, body: { errors: { origin: ["origin_invalid"] } } });
    },
  );

  test("the callback page posts to the page that opened it, and contains no injectable script", async () => {
    const window = browser();
    const state = new URL(await window.begin()).searchParams.get("state") ?? "";
    const page = async (query: string) => {
      const response = await api.call(`GET /auth/social/callback?${query}`);
      expect(response.headers["content-type"]).toContain("text/html");
      expect(response.headers["content-security-policy"]).toMatch(
        /^default-src 'none'; script-src 'nonce-[0-9a-f]{32}';/,
      );
      return response.text;
    };
    const hostile = encodeURIComponent("</script><script>alert(1)</script>\u2028");
    const html = await page(`state=${state}&code=${hostile}`);
    expect(html).toContain(`,"${origin}")`);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(await page(`state=nobodys&code=${hostile}`)).not.toContain("postMessage");
  });
});

describe("an existing account", () => {
  const password = "correct horse battery";
  async function account(email: string) {
    const window = browser();
    const body = { email, password, currency: "USD", agree: true };
    const { token } = (await window.call("POST /api/v2/auth/register/email", body)).body;
    return { window, token: token as string, id: (await window.profile(token)).id as string };
  }
  const verify = (email: string) =>
    host.db.query("UPDATE accounts.players SET email_verified = true WHERE email = $1", [email]);

  test("is opened by its mailbox only when both sides have confirmed it and the provider runs it", async () => {
    const dana = await account("dana@gmail.com");
    expect((await signInThrough(typed("dana@gmail.com", true))).answer.body.code).toBe("social_email_known");
    await verify("dana@gmail.com");
    expect((await signInThrough(typed("dana@gmail.com", false))).answer.status).toBe(202);
    const { window, answer } = await signInThrough(typed("dana@gmail.com", true));
    expect((await window.profile(answer.body.token)).id).toBe(dana.id);
    await account("erlan@mail.example");
    await verify("erlan@mail.example");
    expect((await signInThrough(typed("erlan@mail.example", true))).answer.body.code).toBe("social_email_known");
    const elsewhere = await signInThrough(typed("dana@gmail.com", true), "vk");
    expect(elsewhere.answer.body.code).toBe("social_email_known");
  });

  test("is linked after a fresh proof, by the player who requested it, and unlinked the same way", async () => {
    const farida = await account("farida@example.org");
    const link = (call: typeof farida.window.call, token: string) =>
      call("POST /api/v1/social/links", { provider: "vk", origin }, token);
    expect(await link(farida.window.call, farida.token)).toMatchObject({
      status: 403,
      body: { code: "proof_required" },
    });
    await farida.window.call("POST /api/v1/factors/proof/password", { password }, farida.token);
    const { url } = (await link(farida.window.call, farida.token)).body;
    const answer = await atProvider(url, typed("farida@vk.example", true));
    expect(await farida.window.finish(answer)).toMatchObject(refused);
    const second = (await link(farida.window.call, farida.token)).body.url;
    const linked = await farida.window.call(
      "POST /api/v1/social/links/finish",
      { answer: await atProvider(second, typed("farida@vk.example", true)) },
      farida.token,
    );
    expect(linked.body.data).toMatchObject([{ provider: "vk", name: "VK ID" }]);
    const { window, answer: entered } = await signInThrough(typed("farida@vk.example", true), "vk");
    expect((await window.profile(entered.body.token)).id).toBe(farida.id);
    expect((await farida.window.call("DELETE /api/v1/social/links/vk", undefined, farida.token)).status).toBe(204);
    expect((await signInThrough(typed("farida@vk.example", true), "vk")).answer.status).toBe(202);
  });

  test("mallory cannot have his identity linked to gulnara's account: the window she opened is hers", async () => {
    const [gulnara, mallory] = [await account("gulnara@example.org"), await account("mallory@example.org")];
    for (const each of [gulnara, mallory])
      await each.window.call("POST /api/v1/factors/proof/password", { password }, each.token);
    const begin = async (who: typeof gulnara) =>
      (await who.window.call("POST /api/v1/social/links", { provider: "vk", origin }, who.token)).body.url as string;
    const answer = await atProvider(await begin(mallory), typed("m@vk.example", true));
    const finish = (who: typeof gulnara, text: string) =>
      who.window.call("POST /api/v1/social/links/finish", { answer: text }, who.token);
    expect(await finish(gulnara, answer)).toMatchObject(refused);
    expect((await finish(mallory, answer)).status).toBe(200);
    const same = await atProvider(await begin(gulnara), typed("m@vk.example", true));
    expect((await finish(gulnara, same)).body.code).toBe("social_linked_elsewhere");
  });

  test("the only sign-in method cannot be removed", async () => {
    const { window, token } = await newcomer(typed("nobody@nowhere.example", false));
    const remove = () => window.call("DELETE /api/v1/social/links/google", undefined, token);
    expect(await remove()).toMatchObject({ status: 409, body: { code: "last_way_in" } });
    await window.call("POST /api/v2/auth/password/set", { password, confirm_password: password }, token);
    await window.call("POST /api/v1/factors/proof/password", { password }, token);
    expect((await remove()).status).toBe(204);
  });

  test("a provider's answer is one factor: with app codes on a code is required", async () => {
    const { window, token, user } = await newcomer(typed("hana@gmail.com", true));
    const { secret: key } = (await window.call("POST /api/v1/factors/totp", undefined, token)).body.data;
    const code = () => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: host.clock.now() });
    expect((await window.call("POST /api/v1/factors/totp/confirm", { code: code() }, token)).status).toBe(200);
    await host.clock.advance(30_000);
    const { window: other, answer } = await signInThrough(typed("hana@gmail.com", true));
    expect(answer).toMatchObject({ status: 202, body: { data: { methods: ["totp", "recovery"] } } });
    const { challenge } = answer.body.data;
    const step = (given: string) => other.call("POST /api/v1/factors/step/code", { challenge, code: given });
    expect((await step(code() === "000000" ? "000001" : "000000")).body.errors).toEqual({ code: ["code_wrong"] });
    const right = await step(code());
    expect((await other.profile(right.body.token)).id).toBe(user.id);
    expect((await step(code())).status).toBe(409);
  });
});
