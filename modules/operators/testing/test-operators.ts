import { randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { TestAnswer, TestApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import type { Operators } from "../server/index.ts";
import type { Role } from "../shared/permissions.ts";

export const operatorPassword = "a long enough password";

/** An operator signed in to the back office. */
export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Calls the back office as this operator; `key` if the call needs one. */
  call(nameAndPath: string, body?: unknown, key?: string): Promise<TestAnswer>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Gives the code that their app shows now; it must be of a new time step. */
  stepUp(): Promise<TestAnswer>;
}

/** The current code of an app with this secret. */
export function codeOf(secret: Uint8Array | string, host: TestHost): string {
  const text =
    typeof secret === "string" ? Secret.fromBase32(secret) : new Secret({ buffer: Uint8Array.from(secret).buffer });
  return new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: text }).generate({ timestamp: host.clock.now() });
}

interface Office {
  readonly host: TestHost;
  readonly api: TestApi;
}

/** An address and a browser: cookies of an earlier sign-in. */
export interface Seat {
  readonly ip?: string;
  readonly cookies?: Readonly<Record<string, string>>;
}

/** Both steps of a sign-in. The time step of the app must be a new one. */
export async function signIn(
  { host, api }: Office,
  person: { readonly id: string; readonly email: string; readonly name: string; readonly secret: Uint8Array | string },
  { ip, cookies: before = {} }: Seat = {},
): Promise<TestOperator> {
  const { id, email, name, secret } = person;
  const from = { cookies: before, ...(ip !== undefined && { ip }) };
  const body = { email, password: operatorPassword };
  const first = await api.call("POST /api/office/login", { ...from, body });
  expect(first.status, first.text).toBe(202);
  const { challenge } = first.body.data;
  const answer = { challenge, code: codeOf(secret, host) };
  const second = await api.call("POST /api/office/login/code", { ...from, body: answer });
  expect(second.status, second.text).toBe(200);
  const cookies = { ...before, ...second.cookies };
  const call: TestOperator["call"] = (nameAndPath, given, key = randomUUID()) =>
    api.call(nameAndPath, {
      cookies,
      key,
      ...(ip !== undefined && { ip }),
      ...(given !== undefined && { body: given }),
    });
  const stepUp = () => call("POST /api/office/step-up", { code: codeOf(secret, host) });
  return { id, email, name, cookies, call, stepUp };
}

/** Creates an operator of a role and signs them in through both steps. */
export async function testOperator(
  { host, operators, api }: Office & { operators: Operators },
  role: Role,
  name = `${role} ${randomUUID().slice(0, 4)}`,
  seat: Seat = {},
): Promise<TestOperator> {
  const secret = randomBytes(20);
  const email = `${randomUUID()}@house.example`;
  const id = await operators.registerDemoOperator({ email, name, role, password: operatorPassword, secret });
  return signIn({ host, api }, { id, email, name, secret }, seat);
}

/** Sets a password and an app with the token of an invitation. @returns the secret of the app */
export async function acceptInvitation({ host, api }: Office, token: string, seat: Seat = {}): Promise<string> {
  const from = seat.ip === undefined ? {} : { ip: seat.ip };
  const opened = await api.call("POST /api/office/invitation/open", { ...from, body: { token } });
  expect(opened.status, opened.text).toBe(200);
  const { secret } = opened.body.data;
  const body = { token, password: operatorPassword, code: codeOf(secret, host) };
  const accepted = await api.call("POST /api/office/invitation", { ...from, body });
  expect(accepted.status, accepted.text).toBe(204);
  await host.clock.advance(31_000);
  return secret;
}
