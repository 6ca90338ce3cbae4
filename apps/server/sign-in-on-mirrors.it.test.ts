import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { testAuthenticator } from "#kit/testing/test-authenticator.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { type FullApp, openFullApp, password } from "./testing/full-app.ts";

/** For every sign-in method: on a mirror it redirects to the main host, and links in mails stay on the mirror. */

const mirror = "mirror-a.localhost";
const site = `http://${mirror}`;

let app: FullApp;
let api: TestApi;

beforeAll(async () => {
  app = await openFullApp();
  const { host, modules } = app;
  await host.db.tx(tx => modules.mirrors.register(tx, mirror, {}));
  await vi.waitUntil(() => modules.mirrors.isMirror(mirror), { timeout: 60_000 });
  api = await testApi(host, modules.all, modules.accounts.authenticate, modules.mirrors.isMirror);
});
afterAll(() => app.host.close());

/** One browser, at another address each time: repeated requests from one would require a captcha. */
let addresses = 0;
const asking = () => ({ ip: `127.0.1.${++addresses}`, cookies: { "__Host-browser": "b".repeat(43) } });
const at = (hostname: string, token?: string) => (name: string, body?: object) =>
  api.call(name, {
    ...asking(),
    token,
    headers: { host: `api.${hostname}`, origin: `http://${hostname}` },
    ...(body && { body }),
  });
const call = at(mirror);
const lastTo = async (to: string) => (await waitingMessages(app.host, to))[0];
const isLink = expect.stringMatching(/^http:\/\/api\.fairhouse\.localhost\/sso\?grant=[\w-]{43}$/);

async function register(): Promise<{ email: string; token: string }> {
  const { email, token } = await app.register();
  return { email, token };
}
async function mailed(email: string, order: string, body: object = { email }) {
  const answer = await call(order, body);
  expect(answer.status, answer.text).toBe(202);
  return lastTo(email);
}

const methods: Readonly<Record<string, () => Promise<{ readonly body: object; readonly status: number }>>> = {
  "registration by mail": () =>
    call("POST /api/v2/auth/register/email", { email: "new@example.org", password, currency: "USD", agree: true }),
  "registration by phone": () =>
    call("POST /api/v2/auth/register/phone", { phone: "+77071234567", currency: "USD", agree: true }),
  password: async () => call("POST /api/v2/auth/login/email/password", { email: (await register()).email, password }),
  "a code": async () => {
    const { email } = await register();
    const { code } = (await mailed(email, "POST /api/v2/auth/login/email/code")) ?? {};
    return call("POST /api/v2/auth/login/email/code", { email, code });
  },
  "a mailed link": async () => {
    const { email } = await register();
    const { link = "" } = (await mailed(email, "POST /auth/send_login_data")) ?? {};
    expect(link).toMatch(new RegExp(`^${site}/en/login/`));
    return call("POST /api/v1/auth/login-link", { token: link.split("/").at(-1) });
  },
  "a new password": async () => {
    const { email } = await register();
    const { link = "" } = (await mailed(email, "POST /api/v2/auth/password/email/forgot")) ?? {};
    expect(link).toMatch(new RegExp(`^${site}/en/reset-password/`));
    const given = { token: link.split("/").at(-1), password: "another horse", password_confirm: "another horse" };
    return call("POST /api/v2/auth/password/email/reset/token", given);
  },
  "a passkey": async () => {
    const own = at(mirror, (await register()).token);
    const device = testAuthenticator(mirror, site);
    expect((await own("POST /api/v1/factors/proof/password", { password })).status).toBe(204);
    const made = device.make((await own("POST /api/v1/factors/passkeys")).body.data.options);
    expect((await own("POST /api/v1/factors/passkeys/finish", { name: "Key", attestation: made })).status).toBe(201);
    const { options } = (await call("POST /api/v1/factors/passkey-login", {})).body.data;
    return call("POST /api/v1/factors/passkey-login/finish", { assertion: device.use(options) });
  },
};

test.each(Object.keys(methods))("on a mirror %s redirects to the main host", async method => {
  const { status, body } = (await methods[method]?.()) ?? {};
  expect([200, 201], JSON.stringify(body)).toContain(status);
  expect(body).toEqual({ token: expect.any(String), sso_link: isLink });
});

describe("a link in a mail", () => {
  test("leads to the main host if the request came from it or from an unknown name", async () => {
    for (const host of ["api.fairhouse.localhost", "api.localhost", "evil.example", "api.mirror-z.localhost"]) {
      const { email } = await register();
      await api.call("POST /api/v2/auth/password/email/forgot", {
        ...asking(),
        body: { email },
        headers: { host, "x-forwarded-host": mirror },
      });
      const link = (await lastTo(email))?.link ?? "none was sent";
      expect(link, host).toMatch(/^http:\/\/fairhouse\.localhost\/en\/reset-password\/|^none was sent$/);
      if (host.includes("fairhouse")) expect(link).not.toBe("none was sent");
    }
  });
});
