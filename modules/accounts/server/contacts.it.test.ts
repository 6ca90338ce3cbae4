import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Callers, newEmail, newPhone, notThis, password, testCallers } from "../testing/test-callers.ts";
import { type Accounts, createAccounts } from "./index.ts";

const minuteMs = 60_000;
let host: TestHost;
let accounts: Accounts;
let people: Callers;

beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
  accounts = createAccounts(host);
  await accounts.start?.();
  people = await testCallers(host, accounts);
});
afterAll(() => host.close());

const send = (kind: "email" | "phone", body: object, token: string) =>
  people.post(`/api/v2/auth/${kind}/send${kind === "phone" ? "?type=sms" : ""}`, body, token);
const verify = (kind: "email" | "phone", code: string | undefined, token: string) =>
  people.post(`/api/v2/auth/${kind}/verify/code`, { code }, token);
const user = async (token: string) => (await people.profile(token)).body.user;

/** A player with a confirmed contact. */
async function confirmed(kind: "email" | "phone") {
  const person = kind === "email" ? await people.byEmail() : await people.byPhone();
  const address = "email" in person ? person.email : person.phone;
  if (kind === "email") await send("email", { email: address }, person.token);
  await verify(kind, (await people.lastTo(address)).code, person.token);
  return { address, token: person.token };
}

describe("alice registers by phone", () => {
  test("in any format; the code sent to her confirms the number, once", async () => {
    const digits = newPhone().slice(2);
    const { token } = await people.byPhone(`8 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`, null);
    const phone = `+7${digits}`;
    expect(await user(token)).toMatchObject({
      phone,
      email: null,
      register_method: "phone",
      is_phone_verified: false,
      is_password_exists: false,
    });
    const { code, channel, template } = await people.lastTo(phone);
    expect({ channel, template }).toEqual({ channel: "sms", template: "confirm_contact" });
    expect((await verify("phone", notThis(code), token)).body.errors).toEqual({ code: ["code_wrong"] });
    expect((await verify("phone", code, token)).body).toEqual({ data: { verified: true } });
    expect(await user(token)).toMatchObject({ phone, is_phone_verified: true });
    expect((await verify("phone", code, token)).body.errors).toEqual({ code: ["code_over"] });
  });

  test("another code, by SMS or by a call or by mail, replaces the former one", async () => {
    const { phone, token } = await people.byPhone();
    const first = await people.lastTo(phone);
    const resend = (kind: "email" | "phone", body: object) => people.post(`/api/v2/auth/${kind}/resend`, body, token);
    expect((await resend("phone", { phone })).body.data.resend_in).toBe(60);
    await host.clock.advance(minuteMs);
    await resend("phone", { phone });
    const second = await people.lastTo(phone);
    expect(second.channel).toBe("call");
    if (second.code !== first.code)
      expect((await verify("phone", first.code, token)).body.errors).toEqual({ code: ["code_wrong"] });
    expect((await verify("phone", second.code, token)).status).toBe(200);
    const email = newEmail();
    await resend("email", { email });
    expect((await verify("email", (await people.lastTo(email)).code, token)).status).toBe(200);
  });

  test("a number can be registered once, in any format, also by ten concurrent requests", async () => {
    const phone = newPhone();
    const forms = [phone, `8${phone.slice(2)}`, `+7 ${phone.slice(2, 5)} ${phone.slice(5)}`, phone.slice(1)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        people.post("/api/v2/auth/register/phone", { phone: forms[i % 4], password, currency: "KZT", agree: true }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({ phone: ["phone_taken"] });
  });

  test.each([
    ["+1 202 555 0123", "phone_country"],
    ["+7 727 250 00 00", "phone_invalid"],
    ["+7 707 123", "phone_invalid"],
    ["+7 707 123 45 67 89", "phone_invalid"],
    ["seven", "phone_invalid"],
    ["+375 29 123-45-6", "phone_invalid"],
  ])("%s is refused: %s", async (phone, reason) => {
    const answer = await people.post("/api/v2/auth/register/phone", { phone, password, currency: "KZT", agree: true });
    expect(answer).toMatchObject({ status: 422, body: { errors: { phone: [reason] } } });
  });

  test("a password login needs a code while the number is not confirmed; the code confirms it", async () => {
    const { phone } = await people.byPhone(newPhone(), password);
    await host.clock.advance(minuteMs);
    const first = await people.post("/api/v2/auth/login/phone/password", { phone, password });
    expect([first.status, first.body.data.methods]).toEqual([202, ["phone"]]);
    expect(first.cookies).toEqual({});
    const { challenge } = first.body.data;
    const { code, template } = await people.lastTo(phone);
    expect(template).toBe("login_code");
    const finish = (given: object) =>
      people.post("/api/v2/auth/login/phone/verification", { challenge, code, ...given });
    expect((await finish({ code: notThis(code) })).body.errors).toEqual({ code: ["code_wrong"] });
    expect((await finish({ challenge: "x".repeat(43) })).body.code).toBe("challenge_over");
    const other = await people.post("/api/v2/auth/login/email/verification", { challenge, code });
    expect(other.body.code).toBe("challenge_over");
    const all = await Promise.all(Array.from({ length: 5 }, () => finish({})));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const { token } = all.find(({ status }) => status === 200)?.body ?? {};
    expect(await user(token)).toMatchObject({ is_phone_verified: true, is_password_exists: true });
    expect((await people.post("/api/v2/auth/login/phone/password", { phone, password })).body.token).toBeTruthy();
  });
});

describe("a right password after three wrong ones", () => {
  test("needs a code if the contact is confirmed", async () => {
    const { address: email } = await confirmed("email");
    const logIn = (typed: string) => people.post("/api/v2/auth/login/email/password", { email, password: typed });
    for (let miss = 0; miss < 3; miss++) expect((await logIn(`miss ${miss}`)).status).toBe(422);
    const found = await logIn(password);
    expect([found.status, found.body.data.methods]).toEqual([202, ["email"]]);
    const { challenge } = found.body.data;
    const { code } = await people.lastTo(email);
    const entered = await people.post("/api/v2/auth/login/email/verification", { challenge, code });
    expect(await user(entered.body.token)).toMatchObject({ email });
    // The count is reset: the next login is an ordinary one.
    expect((await logIn(password)).status).toBe(200);
  });
});

describe("a second factor", () => {
  test("is required after every first one: password, code, link and a new password", async () => {
    const two = createAccounts(host);
    two.logins.addSecondFactor({ name: "totp", isOn: async () => true });
    const { post, lastTo } = await testCallers(host, two);
    const { address: email } = await confirmed("email");
    const due = { status: 202, body: { data: { methods: ["totp"] } } };
    await host.clock.advance(minuteMs);
    expect(await post("/api/v2/auth/login/email/password", { email, password })).toMatchObject(due);
    await post("/api/v2/auth/login/email/code", { email });
    expect(await post("/api/v2/auth/login/email/code", { email, code: (await lastTo(email)).code })).toMatchObject(due);
    await post("/auth/send_login_data", { email });
    const token = (await lastTo(email)).link?.split("/").at(-1);
    expect(await post("/api/v1/auth/login-link", { token })).toMatchObject(due);
    await post("/api/v2/auth/password/email/forgot", { email });
    const body = { email, password: "a new battery", password_confirm: "a new battery" };
    const reset = { ...body, code: (await lastTo(email)).code };
    expect(await post("/api/v2/auth/password/email/reset/code", reset)).toMatchObject(due);
  });

  test("allows a player five wrong tries in 15 minutes over all challenges", async () => {
    const { address: email } = await confirmed("email");
    const two = createAccounts(host);
    two.logins.addSecondFactor({ name: "totp", isOn: async () => true });
    const { post } = await testCallers(host, two);
    const call = { hostname: "h", ip: "127.0.0.1", userAgent: "", cookies: {}, setHeader: () => undefined };
    let looked = 0;
    for (let round = 0; round < 6; round++) {
      const { body } = await post("/api/v2/auth/login/email/password", { email, password });
      if (!body.data) break;
      const given = { challenge: body.data.challenge as string, method: "totp" as const };
      await two.logins
        .finish(call, given, async () => {
          looked++;
          return "code_wrong";
        })
        .catch(() => undefined);
    }
    expect(looked).toBe(5);
  });
});

describe("one contact, one player", () => {
  test("confirming a contact takes it from an account that never did, not from one that has", async () => {
    const email = newEmail();
    const squatter = await people.byEmail(email);
    const owner = await people.byPhone(newPhone(), password);
    await send("email", { email: email.toUpperCase() }, owner.token);
    await verify("email", (await people.lastTo(email.toUpperCase())).code, owner.token);
    expect(await user(owner.token)).toMatchObject({ email: email.toUpperCase(), is_email_verified: true });
    expect(await user(squatter.token)).toMatchObject({ email: null, is_email_verified: false });
    expect((await people.post("/api/v2/auth/login/email/password", { email, password })).status).toBe(200);

    const late = await people.byPhone();
    await host.clock.advance(minuteMs);
    await send("email", { email }, late.token);
    const refused = await verify("email", (await people.lastTo(email)).code, late.token);
    expect(refused.body.errors).toEqual({ code: ["email_taken"] });
    expect(await user(late.token)).toMatchObject({ email: null });
  });

  test("a stranger opened an account in bob's name: bob's code revokes all of the stranger's access", async () => {
    const taken: string[] = [];
    accounts.onTakeOver(async (_tx, player) => void taken.push(player));
    const email = newEmail();
    const stranger = await people.byEmail(email);
    const { id } = await user(stranger.token);
    await people.post("/api/v2/auth/login/email/code", { email });
    const bob = await people.post("/api/v2/auth/login/email/code", { email, code: (await people.lastTo(email)).code });
    expect(await user(bob.body.token)).toMatchObject({ id, is_email_verified: true, is_password_exists: false });
    expect((await people.profile(stranger.token)).status).toBe(401);
    expect((await people.post("/api/v2/auth/login/email/password", { email, password })).status).toBe(422);
    expect(taken).toEqual([id]);
    // The next time it is bob's own login, and nothing is taken away.
    await people.post("/api/v2/auth/password/set", { password, confirm_password: password }, bob.body.token);
    await host.clock.advance(minuteMs);
    await people.post("/api/v2/auth/login/email/code", { email });
    const again = await people.post("/api/v2/auth/login/email/code", {
      email,
      code: (await people.lastTo(email)).code,
    });
    expect((await people.profile(bob.body.token)).status).toBe(200);
    expect(await user(again.body.token)).toMatchObject({ is_password_exists: true });
    expect(taken).toEqual([id]);
  });

  test("of three who confirm one mailbox at once, one gets it", async () => {
    const email = newEmail();
    const three = [];
    for (let i = 0; i < 3; i++) three.push(await people.byPhone());
    const codes: (string | undefined)[] = [];
    for (const { token } of three) {
      expect((await send("email", { email }, token)).status).toBe(202);
      codes.push((await people.lastTo(email)).code);
      await host.clock.advance(minuteMs);
    }
    const answers = await Promise.all(three.map(({ token }, i) => verify("email", codes[i], token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test("replacing a confirmed address requires the password and notifies the former one", async () => {
    const { address: email, token } = await confirmed("email");
    const next = newEmail();
    expect((await send("email", { email: next }, token)).body.errors).toEqual({ password: ["password_needed"] });
    const wrong = await send("email", { email: next, password: "not hers at all" }, token);
    expect(wrong.body.errors).toEqual({ password: ["password_wrong"] });
    expect(await people.allTo(next)).toEqual([]);
    await send("email", { email: next, password }, token);
    expect(await user(token)).toMatchObject({ email });
    await verify("email", (await people.lastTo(next)).code, token);
    expect(await user(token)).toMatchObject({ email: next, is_email_verified: true });
    const mail = await people.lastTo(email);
    expect(mail.template).toBe("contact_changed");
    expect(mail.text).not.toContain(next);
  });

  test("one player cannot order codes to many numbers", async () => {
    const { token } = await people.byEmail();
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push((await send("phone", { phone: newPhone() }, token)).status);
    expect(answers).toEqual([202, 202, 202, 429, 429]);
  });
});
