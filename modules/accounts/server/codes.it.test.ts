import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Callers, newEmail, newPhone, notThis, password, testCallers } from "../testing/test-callers.ts";
import { createAccounts } from "./index.ts";

const minuteMs = 60_000;
const byEmail = "/api/v2/auth/login/email/code";
const byPhone = "/api/v2/auth/login/phone/code";
const wrong = { status: 422, body: { errors: { code: ["code_wrong"] } } };
const over = { status: 422, body: { errors: { code: ["code_over"] } } };

let host: TestHost;
let people: Callers;

beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
  const accounts = createAccounts(host);
  await accounts.start?.();
  people = await testCallers(host, accounts);
});
afterAll(() => host.close());

describe("alice signs in by a code", () => {
  test("mailed to her as she wrote her address; it works once", async () => {
    const { email } = await people.byEmail(`Alice.${newEmail()}`);
    const asked = await people.post(byEmail, { email: email.toLowerCase() });
    expect([asked.status, asked.body]).toEqual([202, { data: { resend_in: 60 } }]);
    const { code, channel, template } = await people.lastTo(email);
    expect({ channel, template, code }).toEqual({
      channel: "email",
      template: "login_code",
      code: expect.stringMatching(/^\d{6}$/),
    });
    const entered = await people.post(byEmail, { email, code });
    expect(entered.status).toBe(200);
    expect((await people.profile(entered.body.token)).body.user).toMatchObject({ email, is_email_verified: true });
    expect(await people.post(byEmail, { email, code })).toMatchObject(over);
  });

  test("by a call, or by SMS if she chooses it", async () => {
    const { phone } = await people.byPhone();
    await people.post(byPhone, { phone });
    expect(await people.lastTo(phone)).toMatchObject({ channel: "call", template: "login_code" });
    await host.clock.advance(minuteMs);
    await people.post(`${byPhone}/resend?type=sms`, { phone: phone.replace("+7", "8 ") });
    const { channel, code } = await people.lastTo(phone);
    expect(channel).toBe("sms");
    const entered = await people.post(byPhone, { phone, code });
    expect((await people.profile(entered.body.token)).body.user).toMatchObject({ phone, is_phone_verified: true });
    expect((await people.post(`${byPhone}?type=telex`, { phone })).body.errors).toEqual({ type: ["type_invalid"] });
  });

  test("in the language of her page, and a later code replaces the former one", async () => {
    const { email } = await people.byEmail();
    await people.api.call(`POST ${byEmail}`, { body: { email }, headers: { "accept-language": "kk" } });
    const first = await people.lastTo(email);
    expect(first.text).toContain("кіру кодыңыз");
    await host.clock.advance(minuteMs);
    await people.post("/api/v2/auth/login/email/resend", { email });
    const second = await people.lastTo(email);
    if (second.code !== first.code)
      expect(await people.post(byEmail, { email, code: first.code })).toMatchObject(wrong);
    expect((await people.post(byEmail, { email, code: second.code })).status).toBe(200);
  });

  test("a code works for its own purpose only", async () => {
    const { phone, token } = await people.byPhone();
    const confirm = await people.lastTo(phone);
    expect(confirm.template).toBe("confirm_contact");
    expect(await people.post(byPhone, { phone, code: confirm.code })).toMatchObject(over);
    await people.post(byPhone, { phone });
    const login = await people.lastTo(phone);
    if (login.code !== confirm.code)
      expect(await people.post("/api/v2/auth/phone/verify/code", { code: login.code }, token)).toMatchObject(wrong);
    const reset = { phone, code: login.code, password: "a new battery", password_confirm: "a new battery" };
    expect(await people.post("/api/v2/auth/password/phone/reset", reset)).toMatchObject(over);
  });
});

describe("guessing", () => {
  test("after five wrong tries the right code is refused; a new code starts over, and an IP address gets six a day", async () => {
    const { email } = await people.byEmail();
    let taken = 0;
    for (let sent = 0; sent < 12; sent++) {
      const asked = await people.post(byEmail, { email });
      if (asked.status === 429) {
        expect(asked.body.code).toBe("too_many_codes");
        expect(Number(asked.headers["retry-after"])).toBeGreaterThan(0);
        break;
      }
      taken++;
      const { code } = await people.lastTo(email);
      for (let guess = 0; guess < 5; guess++)
        expect(await people.post(byEmail, { email, code: notThis(code) })).toMatchObject(wrong);
      expect(await people.post(byEmail, { email, code })).toMatchObject(over);
      await host.clock.advance(6 * minuteMs);
    }
    expect(taken).toBe(6);
  });

  test("a repeat within a minute sends nothing, the fourth code in ten minutes is refused until the window ends", async () => {
    const { email } = await people.byEmail();
    await people.post(byEmail, { email });
    await host.clock.advance(20_000);
    expect((await people.post(byEmail, { email })).body.data.resend_in).toBe(40);
    expect(await people.allTo(email)).toHaveLength(1);
    for (let more = 0; more < 2; more++) {
      await host.clock.advance(minuteMs);
      await people.post(byEmail, { email });
    }
    await host.clock.advance(minuteMs);
    const refused = await people.post(byEmail, { email });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, `${600 - 200}`]);
    expect(await people.allTo(email)).toHaveLength(3);
    await host.clock.advance(400_000);
    expect((await people.post(byEmail, { email })).status).toBe(202);
  });

  test("of a hundred concurrent tries of the right code one succeeds, and five are checked", async () => {
    const { email } = await people.byEmail();
    await people.post(byEmail, { email });
    const { code } = await people.lastTo(email);
    const right = await Promise.all(Array.from({ length: 50 }, () => people.post(byEmail, { email, code })));
    expect(right.filter(({ status }) => status === 200)).toHaveLength(1);
    await host.clock.advance(minuteMs);
    await people.post(byEmail, { email });
    const next = await people.lastTo(email);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => people.post(byEmail, { email, code: notThis(next.code) })),
    );
    expect(guesses.filter(({ body }) => body.errors.code[0] === "code_wrong")).toHaveLength(5);
    expect(await people.post(byEmail, { email, code: next.code })).toMatchObject(over);
  });

  test("twenty requests at once send one code", async () => {
    const { email } = await people.byEmail();
    const asked = await Promise.all(Array.from({ length: 20 }, () => people.post(byEmail, { email })));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await people.allTo(email)).toHaveLength(1);
  });

  test("an hour-old code has expired", async () => {
    const { email } = await people.byEmail();
    await people.post(byEmail, { email });
    const { code } = await people.lastTo(email);
    await host.clock.advance(10 * minuteMs);
    expect(await people.post(byEmail, { email, code })).toMatchObject(over);
  });
});

describe("answers do not reveal who has an account", () => {
  /** The rows and jobs a call leaves: the work it did. */
  async function workOf(run: () => Promise<unknown>): Promise<string> {
    const count = async () => {
      const { rows } = await host.db.query(
        `SELECT (SELECT count(*) FROM accounts.codes) AS codes, (SELECT count(*) FROM accounts.code_sends) AS sends,
                (SELECT count(*) FROM graphile_worker._private_jobs) AS jobs`,
      );
      return rows[0] as Record<string, bigint>;
    };
    const before = await count();
    await run();
    const after = await count();
    return JSON.stringify(Object.entries(after).map(([name, value]) => `${name} ${value - (before[name] ?? 0n)}`));
  }

  test.each(["/api/v2/auth/login/email/code", "/api/v2/auth/password/email/forgot", "/auth/send_login_data"])(
    "%s answers the same and does the same work, at first and over the caps",
    async path => {
      const known = (await people.byEmail()).email;
      const unknown = newEmail();
      for (let round = 0; round < 5; round++) {
        const answers: string[] = [];
        const works: string[] = [];
        for (const email of [known, unknown])
          works.push(
            await workOf(async () => {
              const { status, text, headers } = await people.post(path, { email });
              answers.push(`${status} ${headers["retry-after"] ?? ""} ${text}`);
            }),
          );
        expect(answers[1]).toBe(answers[0]);
        expect(works[1]).toBe(works[0]);
        await host.clock.advance(minuteMs);
      }
      expect(await people.allTo(unknown)).toEqual([]);
      expect((await people.allTo(known)).length).toBe(3);
    },
  );

  test("wrong codes for a number without an account are refused like those of an account, try by try", async () => {
    const known = (await people.byPhone()).phone;
    const unknown = newPhone();
    const texts: string[][] = [];
    for (const phone of [known, unknown]) {
      await people.post(byPhone, { phone });
      const real = (await people.allTo(phone))[0]?.code;
      const answers = [];
      for (let guess = 0; guess < 6; guess++)
        answers.push((await people.post(byPhone, { phone, code: notThis(real) })).text);
      texts.push(answers);
    }
    expect(texts[1]).toEqual(texts[0]);
  });

  test("a login by a phone without an account costs one hash like any other, and is limited as soon", async () => {
    const known = (await people.byPhone(newPhone(), password)).phone;
    const outcomes: unknown[] = [];
    for (const phone of [known, newPhone()]) {
      const before = host.failpoints.hits("accounts.password-hash");
      const answers = [];
      for (let guess = 0; guess < 6; guess++)
        answers.push(
          (await people.post("/api/v2/auth/login/phone/password", { phone, password: `guess ${guess}` })).text,
        );
      outcomes.push([answers, host.failpoints.hits("accounts.password-hash") - before]);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject([expect.anything(), 5]);
    // The right password is refused as well; an open code stays valid.
    expect((await people.post("/api/v2/auth/login/phone/password", { phone: known, password })).status).toBe(429);
    await people.post(byPhone, { phone: known });
    const { code } = await people.lastTo(known);
    expect((await people.post(byPhone, { phone: known, code })).status).toBe(200);
  });
});

test("a code is stored so that it cannot be read or brute-forced", async () => {
  const { email } = await people.byEmail();
  await people.post(byEmail, { email });
  const { code } = await people.lastTo(email);
  const { rows } = await host.db.query<{ all: string }>(
    `SELECT (SELECT c::text FROM accounts.codes c ORDER BY id DESC LIMIT 1) ||
            (SELECT j::text FROM graphile_worker._private_jobs j ORDER BY id DESC LIMIT 1) AS all`,
  );
  expect(code).toMatch(/^\d{6}$/);
  expect(rows[0]?.all).not.toContain(`${code}`);
});
