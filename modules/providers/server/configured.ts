import { Failure } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { providerTaken } from "../shared/errors.ts";
import { changeProvider, connectProvider } from "./connect.ts";
import type { Registry } from "./registry.ts";

/**
 * Connects and switches on the providers named in GAME_PROVIDERS that are not connected yet. What operators change afterwards stays: a
 * connected provider is not touched.
 */
export async function connectConfigured(host: Host, registry: Registry): Promise<void> {
  for (const entry of host.config.GAME_PROVIDERS) {
    const wanted = configuredProvider(entry);
    if (registry.bySlug(wanted.slug)) continue;
    try {
      await connectOne(host, registry, wanted);
    } catch (error) {
      // Another process connected it first.
      if (!(error instanceof Failure && error.error === providerTaken)) throw error;
    }
  }
}

interface ConfiguredProvider {
  readonly slug: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly frameOrigin: string;
  readonly keyId: string;
  readonly secret: string;
}

export const slugOf = (entry: string) => entry.slice(0, entry.indexOf("="));

function configuredProvider(entry: string): ConfiguredProvider {
  const fields = entry.slice(entry.indexOf("=") + 1).split("|");
  const [title, baseUrl, frameOrigin, keyId, secret] = fields.map(field => required(field, "a checked setting"));
  return {
    slug: slugOf(entry),
    title: required(title, "a title"),
    baseUrl: required(baseUrl, "an address"),
    frameOrigin: required(frameOrigin, "an origin"),
    keyId: required(keyId, "a key id"),
    secret: required(secret, "a secret"),
  };
}

function connectOne(host: Host, registry: Registry, { keyId, secret, ...provider }: ConfiguredProvider): Promise<void> {
  return host.db.tx(async tx => {
    const id = await connectProvider(host, registry, tx, provider);
    await tx.query("INSERT INTO providers.keys (id, provider_id, sealed, created_at) VALUES ($1, $2, $3, $4)", [
      keyId,
      id,
      registry.seal(secret, keyId),
      new Date(host.clock.now()),
    ]);
    await changeProvider(registry, tx, id, { isOn: true });
  });
}
