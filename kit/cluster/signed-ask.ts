import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#kit/host/host.ts";

/** The messages between nodes. It is raised when a node of the version before could misread one. */
export const contractVersion = 1;

/** Why an ask is refused. Each is counted by this name. */
export type AskFault =
  | "unsigned"
  | "contract"
  | "forged"
  | "stale"
  | "misdirected"
  | "replayed"
  | "too_large"
  | "malformed"
  | "identity"
  | "overloaded";

export interface AskToSign {
  readonly from: string;
  /** The node it is meant for: another one refuses it. */
  readonly to: string;
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export type AskCheck =
  | { readonly ok: true; readonly from: string; readonly signature: string }
  | { readonly ok: false; readonly fault: AskFault };

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

const windowMs = 5_000;
const mostRemembered = 200_000;

function signatureOf(secret: string, { from, to, path, body, nonce, atMs }: AskToSign): string {
  return createHmac("sha256", secret)
    .update(`ask.${contractVersion}.${from}.${to}.${atMs}.${nonce}.${path}.`)
    .update(body)
    .digest("hex");
}

export function signAsk(secret: string, ask: AskToSign): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-cluster-contract": `${contractVersion}`,
    "x-cluster-from": ask.from,
    "x-cluster-to": ask.to,
    "x-cluster-time": `${ask.atMs}`,
    "x-cluster-nonce": ask.nonce,
    "x-cluster-signature": signatureOf(secret, ask),
  };
}

/** The signature of an answer covers the ask it belongs to. */
export function signAnswer(secret: string, askSignature: string, body: string): string {
  return createHmac("sha256", secret).update(`answer.${contractVersion}.${askSignature}.`).update(body).digest("hex");
}

export function isSignedAnswer(secret: string, askSignature: string, body: string, signature: unknown): boolean {
  return typeof signature === "string" && isSame(signAnswer(secret, askSignature, body), signature);
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface AskVerifier {
  /** Each right ask passes once. */
  check(headers: ReceivedHeaders, path: string, body: Uint8Array): AskCheck & { readonly secret?: string };
}

/** `secrets`: those that are valid now, two while one is being rotated. */
export function createAskVerifier(secrets: readonly string[], node: string, clock: Clock): AskVerifier {
  /** Nonces in the order of their arrival, with the time after which they are stale anyway. */
  const seen = new Map<string, number>();

  function forgetStale(): void {
    const now = clock.monotonic();
    for (const [nonce, until] of seen) {
      if (until > now) return;
      seen.delete(nonce);
    }
  }

  return {
    check(headers, path, body) {
      const read = (name: string) => {
        const value = headers[`x-cluster-${name}`];
        return typeof value === "string" ? value : "";
      };
      const [from, to, nonce, signature, time] = [
        read("from"),
        read("to"),
        read("nonce"),
        read("signature"),
        read("time"),
      ];
      if (from === "" || signature === "" || !/^[0-9a-f]{32}$/.test(nonce) || !/^[0-9]{13}$/.test(time))
        return { ok: false, fault: "unsigned" };
      if (read("contract") !== `${contractVersion}`) return { ok: false, fault: "contract" };
      const ask = { from, to, path, body, nonce, atMs: Number(time) };
      const secret = secrets.find(each => isSame(signatureOf(each, ask), signature));
      if (secret === undefined) return { ok: false, fault: "forged" };
      if (Math.abs(clock.now() - ask.atMs) > windowMs) return { ok: false, fault: "stale" };
      if (to !== node) return { ok: false, fault: "misdirected" };
      forgetStale();
      if (seen.has(nonce)) return { ok: false, fault: "replayed" };
      if (seen.size >= mostRemembered) return { ok: false, fault: "overloaded" };
      seen.set(nonce, clock.monotonic() + 2 * windowMs);
      return { ok: true, from, signature, secret };
    },
  };
}
