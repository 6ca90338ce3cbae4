import { randomInt, randomUUID } from "node:crypto";
import type { Db } from "#kit/db/db.ts";
import type { TestCall } from "#kit/testing/test-api.ts";

export const password = "correct horse";

/** A call to the server; undefined when the process was killed before it responded. */
export type Ask = (
  name: string,
  call: TestCall,
) => Promise<{ readonly status: number; readonly text: string } | undefined>;

export interface Person {
  readonly id: string;
  readonly token: string;
}

/** A new player with their own seed, verified for any amount; undefined when the process was killed meanwhile. */
export async function register(ask: Ask, db: Db): Promise<Person | undefined> {
  const body = { email: `${randomUUID()}@example.org`, password, currency: "USD", agree: true };
  // Many registrations from one address would need a captcha.
  const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const answer = await ask("POST /api/v2/auth/register/email", { body, ip });
  if (!answer || answer.status >= 300) return undefined;
  const { rows } = await db.query<{ id: string }>("SELECT id FROM accounts.players WHERE email = $1", [body.email]);
  const id = rows[0]?.id ?? "";
  // An access token of an hour would expire in minutes of accelerated time: the test creates sessions itself.
  const token = `${id} USD ${randomUUID()}`;
  await db.query("INSERT INTO verification.cases (player_id, status) VALUES ($1, 'verified')", [id]);
  await db.query(
    "INSERT INTO verification.documents VALUES ($1, $2, 'address', 'application/pdf', 1, '\\x00', now())",
    [randomUUID(), id],
  );
  await ask("GET /api/v1/fairness/seeds", { token });
  await ask("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "seed-of-mine" } });
  return { id, token };
}
