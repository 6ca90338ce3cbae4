import { randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { TestAnswer, TestApi } from "#kit/test/test-api.ts";
import type { TestHost } from "#kit/test/test-host.ts";
import type { Role } from "../shared/permissions.ts";
import type { Operators } from "./index.ts";

export const operatorPassword = "a long enough password";

/** Somebody of the house, signed in to the back office. */
export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Calls the back office as this person; `key` where the call needs one. */
  call(nameAndPath: string, body?: unknown, key?: string): Promise<TestAnswer>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The code an app shows now for a secret. */
export function codeOf(secret: Uint8Array | string, host: TestHost): string {
  const text =
    typeof secret === "string" ? Secret.fromBase32(secret) : new Secret({ buffer: Uint8Array.from(secret).buffer });
  return new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: text }).generate({ timestamp: host.clock.now() });
}

/** Makes an operator of a role and signs him in through both steps. */
export async function testOperator(
  { host, operators, api }: { host: TestHost; operators: Operators; api: TestApi },
  role: Role,
  name = `${role} ${randomUUID().slice(0, 4)}`,
): Promise<TestOperator> {
  const secret = randomBytes(20);
  const email = `${randomUUID()}@house.example`;
  const id = await operators.registerDemoOperator({ email, name, role, password: operatorPassword, secret });
  const first = await api.call("POST /api/office/login", { body: { email, password: operatorPassword } });
  expect(first.status, first.text).toBe(202);
  const { challenge } = first.body.data;
  const second = await api.call("POST /api/office/login/code", { body: { challenge, code: codeOf(secret, host) } });
  expect(second.status, second.text).toBe(200);
  const { cookies } = second;
  const call: TestOperator["call"] = (nameAndPath, body, key = randomUUID()) =>
    api.call(nameAndPath, { cookies, key, ...(body !== undefined && { body }) });
  return { id, email, name, cookies, call };
}
