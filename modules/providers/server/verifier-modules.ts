import { createHash } from "node:crypto";
import type { GameManifest } from "../shared/provider-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";

const mostLength = 1_000_000;

export const hashOfModule = (module: string): string => createHash("sha256").update(module, "utf8").digest("hex");

/** The verifier module of this hash as the casino keeps it. */
export async function storedModule({ host }: Pick<ProviderNeeds, "host">, maths: string): Promise<string | undefined> {
  const { rows } = await host.db.query<{ module: string }>("SELECT module FROM providers.verifiers WHERE maths = $1", [
    maths,
  ]);
  return rows[0]?.module;
}

export async function isModuleStored({ host }: Pick<ProviderNeeds, "host">, maths: string): Promise<boolean> {
  const { rowCount } = await host.db.query("SELECT FROM providers.verifiers WHERE maths = $1", [maths]);
  return rowCount > 0;
}

/**
 * Reads a verifier module from its provider and keeps it under its hash. A file that is not the one its hash names is refused with an
 * alarm; returns whether it is kept now. Modules are named by their hash, so the address of another version is known from this one's.
 */
export async function keepModule(
  needs: ProviderNeeds,
  provider: Provider,
  manifest: Pick<GameManifest, "game" | "maths" | "verifier"> | undefined,
  maths: string,
): Promise<boolean> {
  if (await isModuleStored(needs, maths)) return true;
  if (!manifest?.maths || !manifest.verifier) return false;
  const { host, client, alarms } = needs;
  const path = manifest.verifier.replaceAll(manifest.maths, maths);
  const module = await client.read(provider, path).catch((error: unknown) => {
    host.log.warn({ err: error, provider: provider.slug, maths }, "Failed to read a verifier module");
    return undefined;
  });
  if (module === undefined) return false;
  if (module.length > mostLength || hashOfModule(module) !== maths) {
    alarms.raise(provider.id, "verifier_differs", maths, { game: manifest.game, found: hashOfModule(module) });
    return false;
  }
  await host.db.query(
    "INSERT INTO providers.verifiers (maths, module, provider_id, read_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [maths, module, provider.id, new Date(host.clock.now())],
  );
  return true;
}

/** Keeps the modules of all approved versions. */
export async function keepModules(needs: ProviderNeeds, provider: Provider): Promise<void> {
  for (const { manifest, maths } of provider.games.values()) {
    if (maths !== null) await keepModule(needs, provider, manifest, maths);
  }
}
