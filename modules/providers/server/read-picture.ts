import type { ProviderPicture } from "./game-provider.ts";
import { ProviderSilent } from "./provider-client.ts";
import type { Provider } from "./registry.ts";

const timeoutMs = 5_000;
const largestPicture = 2_000_000;

/** A picture that a provider's manifest names, from its base address; redirects are not followed. */
export async function readPicture({ slug, baseUrl }: Provider, path: string): Promise<ProviderPicture> {
  const response = await fetch(`${new URL(baseUrl).origin}${path}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200 || bytes.length > largestPicture)
    throw new ProviderSilent(`${slug} returned ${response.status} and ${bytes.length} bytes for ${path}`);
  return { type: response.headers.get("content-type") ?? "", bytes };
}
