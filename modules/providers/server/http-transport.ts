import { callServer } from "#kit/http/outgoing-call.ts";
import type { Transport } from "./provider-client.ts";

const timeoutMs = 5_000;
const longestResponse = 1_000_000;

/** Over HTTP, to the address that operators wrote into the provider's row; redirects are not followed. */
export function httpTransport(): Transport {
  return async ({ url, ...request }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, headers, body } = await callServer(url, { ...request, signal, longestBody: longestResponse });
    // A header that is sent twice is one text, as the signature's check reads it.
    const texts = Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]);
    return { status, headers: Object.fromEntries(texts), body };
  };
}
