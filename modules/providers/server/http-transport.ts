import { ProviderSilent, type Transport } from "./provider-client.ts";

const timeoutMs = 5_000;
const longestResponse = 1_000_000;

/** Over HTTP, to the address that operators wrote into the provider's row; redirects are not followed. */
export function httpTransport(): Transport {
  return async ({ url, method, headers, body }) => {
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (text.length > longestResponse) throw new ProviderSilent("a response that is too long");
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  };
}
