import * as z from "zod/mini";
import type { Clock } from "#kit/host/host.ts";
import { parsePrice } from "../../shared/sandbox/decode-market.ts";
import { keepConnected } from "../keep-connected.ts";
import type { OddsProvider, Quote, QuoteLeg, RecoveryRequest } from "../provider.ts";
import { decodeFrame, isSigned, publicKeyOf } from "./decode-frame.ts";

/** Above what is read, so that a frame that is too large is still stored and named. */
const largestPayload = 16 * 1024 * 1024;
const callTimeoutMs = 5_000;

const namesSchema = z.record(z.string(), z.string());
const quoteSchema = z.object({
  quote: z.string(),
  expires: z.int(),
  versions: z.array(z.int()),
  subsets: z.array(z.object({ legs: z.array(z.int()), price: z.string(), p: z.number() })),
});

export interface SandboxProviderOptions {
  /** ODDS_URL */
  readonly url: string;
  /** ODDS_PUBLIC_KEYS: Ed25519, base64url. */
  readonly publicKeys: readonly string[];
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
}

/** The protocol of the sandbox: signed frames over WebSockets, recovery and quotes over HTTP. */
export function createSandboxProvider(options: SandboxProviderOptions): OddsProvider {
  const { clock, fetch = globalThis.fetch } = options;
  const base = options.url.replace(/\/$/, "");
  const keys = options.publicKeys.map(publicKeyOf);

  async function call(path: string, body?: unknown): Promise<Response> {
    const init = { redirect: "error", signal: AbortSignal.timeout(callTimeoutMs) } as const;
    if (body === undefined) return fetch(base + path, init);
    const headers = { "content-type": "application/json" };
    return fetch(base + path, Object.assign({ method: "POST", headers, body: JSON.stringify(body) }, init));
  }

  return {
    name: "sandbox",
    producers: ["pre", "live", "outright"],
    limits: { downAfterMs: 3_000, gapMs: 2_000 },
    connect(producer, sink) {
      const connection = keepConnected({
        url: `${base.replace(/^http/, "ws")}/stream?producer=${producer}`,
        clock,
        largestPayload,
        onMessage(bytes) {
          const read = decodeFrame(bytes, producer, keys);
          if ("fault" in read) sink.rejected(read);
          else sink.frame(read);
        },
        onDisconnected: reason => sink.disconnected(reason),
      });
      return () => connection.end();
    },
    async recover(request: RecoveryRequest) {
      const response = await call("/recovery", request);
      if (!response.ok) throw new Error(`the odds provider answered ${response.status} to a recovery`);
    },
    async describe(language) {
      const response = await call(`/names?language=${encodeURIComponent(language)}`);
      if (!response.ok) throw new Error(`the odds provider answered ${response.status} to names`);
      return new Map(Object.entries(namesSchema.parse(await response.json())));
    },
    async quote(event: string, legs: readonly QuoteLeg[]) {
      const response = await call("/quote", { event, legs });
      if (response.status === 409 || response.status === 422) return undefined;
      if (!response.ok) throw new Error(`the odds provider answered ${response.status} to a quote`);
      const body = Buffer.from(await response.arrayBuffer());
      if (!isSigned(body, response.headers.get("x-odds-signature") ?? "", keys))
        throw new Error("a quote of the odds provider has no valid signature");
      return quoteOf(quoteSchema.parse(JSON.parse(body.toString("utf8"))));
    },
  };
}

function quoteOf({ quote, expires, versions, subsets }: z.output<typeof quoteSchema>): Quote | undefined {
  const priced = subsets.map(({ legs, price, p }) => ({ legs, p, price: parsePrice(price) ?? 0 }));
  return priced.every(({ price }) => price > 0) ? { quote, expires, versions, subsets: priced } : undefined;
}
