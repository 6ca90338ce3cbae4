import { createHash } from "node:crypto";
import { isIP } from "node:net";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { malformed, tooManyRequests, unavailable } from "#kit/contract/errors.ts";
import type { Clock, Failpoints, Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { limiterOf, type RateLimiter } from "#kit/http/rate-limit.ts";
import { checkRequest, signResponse } from "#kit/http/signed-messages.ts";
import type { Json } from "#kit/std/json.ts";
import { badSignature } from "../shared/errors.ts";
import type { Alarms } from "./alarms.ts";
import type { Provider, Registry } from "./registry.ts";

export type Reply = Readonly<Record<string, Json | undefined>> & { readonly status: string };

export interface SignedCallNeeds {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly alarms: Alarms;
  readonly limiter: RateLimiter;
  readonly failpoints: Failpoints;
}

export const providerLimiter = (host: Pick<Host, "clock" | "sharedBuckets">): RateLimiter =>
  limiterOf(host, "providers");

type SignedCall = Pick<Call, "headers" | "url" | "rawBody" | "ip" | "setHeader">;

/**
 * Checks a provider's call before anything of it is used: signature, address, rate, shape. Then `run` decides, and the response is
 * signed with the key of the request. Fails with `bad_signature`, `too_many_requests`, `malformed`.
 */
export async function signedCall<Schema extends z.ZodMiniType>(
  needs: SignedCallNeeds,
  call: SignedCall,
  schema: Schema,
  run: (provider: Provider, body: z.output<Schema>, requestHash: Uint8Array) => Promise<Reply>,
): Promise<string> {
  const { clock, failpoints } = needs;
  const { provider, key, signature } = await callerOf(needs, call);
  const body = bodyOf(call.rawBody, schema);
  const requestHash = createHash("sha256").update(`${call.url}\n`).update(call.rawBody).digest();
  failpoints.hit("providers.call.checked");
  const text = JSON.stringify(await run(provider, body, new Uint8Array(requestHash)));
  failpoints.hit("providers.call.decided");
  const headers = signResponse(key, { status: 200, requestSignature: signature, body: text }, clock.now());
  for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
  return text;
}

async function callerOf({ clock, registry, alarms, limiter }: SignedCallNeeds, call: SignedCall) {
  const provider = registry.byKey(call.headers["x-key-id"] ?? "");
  if (!provider) return fail(badSignature);
  const { headers, url, rawBody } = call;
  const checked = checkRequest(provider.keys, headers, { method: "POST", path: url, body: rawBody }, clock.now());
  if (!checked.ok) {
    alarms.raise(provider.id, "false_signature", checked.fault, { fault: checked.fault, ip: call.ip });
    return fail(badSignature);
  }
  if (provider.networks && !isWithin(provider, call.ip)) {
    alarms.raise(provider.id, "false_signature", "address", { fault: "address", ip: call.ip });
    return fail(badSignature);
  }
  const perSecond = provider.callsPerSecond;
  const wait = await limiter.take(`provider ${provider.id}`, { burst: perSecond, perMinute: perSecond * 60 });
  if (wait > 0) fail(tooManyRequests, { retryAfter: wait });
  return { provider, key: checked.key, signature: checked.signature };
}

function isWithin({ networks }: Provider, ip: string): boolean {
  const family = isIP(ip);
  return family !== 0 && networks?.check(ip, family === 6 ? "ipv6" : "ipv4") === true;
}

/** The body as JSON of one object in which no key occurs twice. */
export function bodyOf<Schema extends z.ZodMiniType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  const text = decoded(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(malformed);
  }
  if (keysWritten(text) !== keysParsed(value)) return fail(malformed);
  const result = z.safeParse(schema, value);
  return result.success ? result.data : fail(malformed);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fail(malformed);
  }
}

/** In JSON a string before a colon is a key, and nothing else is. */
function keysWritten(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

function keysParsed(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  const inner = Object.values(value).reduce((sum: number, each) => sum + keysParsed(each), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

/** What was not decided: the provider finds the outcome unknown and rolls back. */
export function undecided(): never {
  return fail(unavailable, { retryAfter: 1 });
}
