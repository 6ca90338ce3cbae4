import { randomUUID } from "node:crypto";
import { signatureOf } from "#kit/http/signature.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";

/** A message of the verification provider; `changes` spoil its headers. */
export function sendCheckWebhook(
  host: TestHost,
  api: TestApi,
  message: object,
  changes: Readonly<Record<string, string>> = {},
) {
  const body = JSON.stringify({ event_id: randomUUID(), ...message });
  const timestamp = `${Math.floor(host.clock.now() / 1000)}`;
  const signature = signatureOf(host.config.KYC_SECRET ?? "", "provider", timestamp, body);
  const headers = { "x-key-id": "provider", "x-timestamp": timestamp, "x-signature": signature, ...changes };
  return api.call("POST /api/v1/verification/webhooks/sandbox", { body, headers });
}
