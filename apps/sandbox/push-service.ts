import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import type { Outbox } from "./outbox.ts";

/** The address that browsers are given: the site reaches it by another one (PUSH_SERVICES). */
export const pushOrigin = "https://push.sandbox.example";

interface Browser {
  readonly pair: ECDH;
  readonly secret: Uint8Array;
  /** The application server's key of the first message: another one is refused (RFC 8292 section 4.2). */
  key?: string;
  gone: boolean;
}

type Sent = FastifyRequest<{ Params: { id: string }; Body: Buffer }>;

/**
 * A push service (RFC 8030) with browsers of its own, because headless browsers cannot subscribe. `POST /push/browsers` creates a browser and
 * returns its subscription; what is pushed to it is decrypted (RFC 8291) and put into the inbox.
 */
export function mountPushService(app: FastifyInstance, { outbox, clock }: { outbox: Outbox; clock: Clock }): void {
  const browsers = new Map<string, Browser>();
  app.post("/push/browsers", (_request, reply) => {
    const pair = createECDH("prime256v1");
    const id = randomBytes(12).toString("base64url");
    const secret = randomBytes(16);
    const p256dh = pair.generateKeys().toString("base64url");
    if (browsers.size >= 1_000) browsers.clear();
    browsers.set(id, { pair, secret, gone: false });
    const keys = { p256dh, auth: secret.toString("base64url") };
    return reply.code(201).send({ endpoint: `${pushOrigin}/send/${id}`, keys });
  });
  app.delete<{ Params: { id: string } }>("/push/browsers/:id", (request, reply) => {
    const browser = browsers.get(request.params.id);
    if (!browser) return reply.code(404).send();
    browser.gone = true;
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string }; Body: Buffer }>("/push/send/:id", (request, reply) => {
    const browser = browsers.get(request.params.id);
    if (!browser) return reply.code(404).send();
    if (browser.gone) return reply.code(410).send();
    const fault = faultOf(request, browser, clock.now());
    if (fault) return reply.code(fault.status).send({ error: fault.error });
    return deliver(request, reply, browser, outbox);
  });
}

function deliver(request: Sent, reply: FastifyReply, browser: Browser, outbox: Outbox): FastifyReply {
  const text = decrypted(request.body, browser);
  if (text === undefined) return reply.code(400).send({ error: "the message could not be decrypted" });
  outbox.put({ channel: "push", to: request.params.id, text });
  return reply
    .code(201)
    .header("location", `${pushOrigin}/message/${randomBytes(9).toString("base64url")}`)
    .send();
}

function faultOf(
  { headers, body }: Sent,
  browser: Browser,
  now: number,
): { status: number; error: string } | undefined {
  const [, token, key] = /^vapid t=([^,]+), ?k=([A-Za-z0-9_-]+)$/.exec(String(headers.authorization)) ?? [];
  if (token === undefined || key === undefined) return { status: 401, error: "vapid is needed" };
  if (!isSigned(token, key, now) || (browser.key ?? key) !== key)
    return { status: 403, error: "not your subscription" };
  browser.key = key;
  if (!/^\d+$/.test(String(headers.ttl))) return { status: 400, error: "TTL is needed" };
  if (headers["content-encoding"] !== "aes128gcm") return { status: 415, error: "aes128gcm is needed" };
  return body.length > 4_096 ? { status: 413, error: "at most 4096 bytes" } : undefined;
}

/** RFC 8292: ES256, for this origin, not longer than a day. */
function isSigned(token: string, key: string, now: number): boolean {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65) return false;
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: part(1), y: part(33) }, format: "jwk" });
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  const isShort = typeof exp === "number" && exp * 1_000 > now && exp * 1_000 <= now + 86_400_000;
  return aud === pushOrigin && isShort && /^(mailto:|https:)/.test(String(sub));
}

/** RFC 8291 and 8188: one record. */
function decrypted(body: Buffer, { pair, secret }: Browser): string | undefined {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 86);
  if (body[20] !== 65 || sender.length !== 65) return undefined;
  try {
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
    const ikm = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), secret, info, 32));
    const derived = (what: string, length: number) =>
      Buffer.from(hkdfSync("sha256", ikm, salt, `Content-Encoding: ${what}\0`, length));
    const sealed = body.subarray(86);
    const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The delimiter 2 ends the text of the last record; zeros pad it.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  } catch {
    return undefined;
  }
}
