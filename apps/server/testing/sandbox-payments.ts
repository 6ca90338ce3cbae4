import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { signatureOf } from "#kit/http/signature.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { FullApp } from "./full-app.ts";

/** The payment provider `sandbox`: deposits that wait for its payments, and its signed messages. */
export function sandboxPayments({ api, host: { clock, config, db, ids } }: Pick<FullApp, "api" | "host">) {
  return {
    /** A deposit by card, in dollars, that waits for its payment. */
    async invoice(player: string, amount = "70"): Promise<Uuid> {
      const id = ids.next();
      await db.query(
        `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at)
         VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', $3::numeric * 1000000, 2, $4, $5)`,
        [id, player, amount, new Date(clock.now()), new Date(clock.now() + 600_000)],
      );
      return id;
    },
    /** What the server did with this message of the provider. */
    async say(message: object): Promise<string> {
      const body = JSON.stringify({ event_id: randomUUID(), ...message });
      const at = `${Math.floor(clock.now() / 1000)}`;
      const headers = {
        "x-key-id": "provider",
        "x-timestamp": at,
        "x-signature": signatureOf(config.PAYMENTS_SECRET, "provider", at, body),
      };
      const answer = await api.call("POST /api/v1/billing/webhooks/sandbox", { body, headers });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.result;
    },
  };
}
