import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkRequest, checkResponse, type SigningKey, signRequest, signResponse } from "./signed-messages.ts";

const key: SigningKey = { id: "k1", secret: "one secret" };
const next: SigningKey = { id: "k2", secret: "another secret" };
const now = 1_800_000_000_999;
const request = { method: "POST", path: "/provider-wallet/v1/bet?x=1", body: '{"a":1}' };

describe("a signed request", () => {
  const headers = signRequest(key, request, now);

  test("carries the HMAC that the documents describe", () => {
    const text = 'k1.1800000000.POST./provider-wallet/v1/bet?x=1.{"a":1}';
    const hex = createHmac("sha256", "one secret").update(text).digest("hex");
    expect(headers).toEqual({ "x-key-id": "k1", "x-timestamp": "1800000000", "x-signature": hex });
  });

  test("is accepted under any valid key, as text and as bytes", () => {
    expect(checkRequest([next, key], headers, request, now)).toMatchObject({ ok: true, key });
    expect(checkRequest([key], headers, { ...request, body: Buffer.from(request.body) }, now).ok).toBe(true);
  });

  test.each([
    ["another method", { method: "PUT" }],
    ["another path", { path: "/provider-wallet/v1/win?x=1" }],
    ["another query", { path: "/provider-wallet/v1/bet?x=2" }],
    ["another body", { body: '{"a":2}' }],
  ])("is refused for %s", (_what, change) => {
    expect(checkRequest([key], headers, { ...request, ...change }, now)).toEqual({
      ok: false,
      fault: "false_signature",
    });
  });

  test("is refused under a key that is not valid, without headers, and 301 s away on either side", () => {
    expect(checkRequest([next], headers, request, now)).toEqual({ ok: false, fault: "unknown_key" });
    expect(checkRequest([key], {}, request, now)).toEqual({ ok: false, fault: "headers_missing" });
    for (const off of [-301_000, 301_000])
      expect(checkRequest([key], headers, request, now + off)).toEqual({ ok: false, fault: "clock_off" });
    expect(checkRequest([key], headers, request, 1_800_000_300_000).ok).toBe(true);
    expect(checkRequest([key], { ...headers, "x-timestamp": "18e8" }, request, now).ok).toBe(false);
    expect(checkRequest([key], { ...headers, "x-signature": "é".repeat(32) }, request, now).ok).toBe(false);
  });
});

describe("a signed response", () => {
  const { "x-signature": requestSignature } = signRequest(key, request, now);
  const response = { status: 200, requestSignature, body: '{"status":"ok"}' };
  const headers = signResponse(key, response, now);

  test("answers one request and no other", () => {
    expect(checkResponse([key], headers, response, now).ok).toBe(true);
    const other = signRequest(key, { ...request, body: "{}" }, now)["x-signature"];
    expect(checkResponse([key], headers, { ...response, requestSignature: other }, now).ok).toBe(false);
    expect(checkResponse([key], headers, { ...response, status: 400 }, now).ok).toBe(false);
    expect(checkResponse([key], headers, { ...response, body: '{"status":"no"}' }, now).ok).toBe(false);
  });

  test("cannot be taken for a request", () => {
    expect(checkRequest([key], headers, { method: "200", path: requestSignature, body: "" }, now).ok).toBe(false);
  });
});
