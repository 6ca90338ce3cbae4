import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Secrets } from "./data-folder.ts";
import { ensureDatabase } from "./database.ts";
import { type Environment, type LaunchSettings, root } from "./settings.ts";
import { type BuildPart, buildIfStale } from "./site-build.ts";

/** The studio is a separate provider: it has its own database, keys and port, and this casino is one of its casinos. */

/** The key of the wallet protocol that both sides of a demo installation are given. */
export function studioKey(secrets: Secrets): { readonly id: string; readonly secret: string } {
  return {
    id: `k_${derived(secrets, "wallet protocol key id").slice(0, 16)}`,
    secret: derived(secrets, "wallet protocol"),
  };
}

export function studioAddress({ studioPort }: LaunchSettings): string {
  return `http://studio.localhost:${studioPort}`;
}

/** GAME_PROVIDERS of the casino's server. */
export function studioProvider(settings: LaunchSettings, secrets: Secrets): string {
  const { id, secret } = studioKey(secrets);
  return `fairhouse-studio=Fairhouse Studio|http://127.0.0.1:${settings.studioPort}|${studioAddress(settings)}|${id}|${secret}`;
}

export interface StudioFacts {
  readonly settings: LaunchSettings;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  /** Origins whose pages show games. */
  readonly origins: readonly string[];
  /** STUDIO_BEACON_*: the casino's own, unless another is named. */
  readonly beacon: Environment;
}

export function studioEnvironment(
  environment: Environment,
  { settings, secrets, databaseUrl, origins, beacon }: StudioFacts,
): Environment {
  const casino = {
    slug: "fairhouse",
    name: "Fairhouse",
    wallet_url: `http://127.0.0.1:${settings.apiPort}`,
    origins,
    key: studioKey(secrets),
  };
  return {
    PATH: environment.PATH,
    LOG_LEVEL: environment.LOG_LEVEL,
    STUDIO_SECRET_KEY: derived(secrets, "seeds"),
    STUDIO_SIGNING_KEY: derived(secrets, "signatures"),
    STUDIO_CASINOS: JSON.stringify([casino]),
    ...(environment.STUDIO_BEACON_URL === undefined ? beacon : {}),
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("STUDIO_"))),
    STUDIO_PORT: String(settings.studioPort),
    STUDIO_URL: environment.STUDIO_URL ?? studioAddress(settings),
    STUDIO_DATABASE_URL: databaseUrl,
  };
}

/** STUDIO_DATABASE_URL, else a second database of the embedded PostgreSQL; none beside a PostgreSQL of DATABASE_URL alone. */
export async function studioDatabaseUrl(
  environment: Environment,
  settings: LaunchSettings,
  url: string,
): Promise<string | undefined> {
  if (environment.STUDIO_DATABASE_URL) return environment.STUDIO_DATABASE_URL;
  return settings.databaseUrl ? undefined : ensureDatabase(url, "studio");
}

/** Where `buildStudio` writes the client and the games. */
export const builtStudio = join(root, "dist/studio");

const frame: BuildPart = {
  stamp: "studio.stamp",
  sources: ["studio/**/*", "kit/{std,money,fair,contract}/**/*", "kit/ui/fonts/*.woff2", "package-lock.json"],
  ignored: /\.test\.ts$|\.md$|\.sql$|\/(rgs|testing|proof|par)\/|\/tables\/server\//,
  isBuilt: () => existsSync(join(root, "dist/studio/manifest.json")),
  programs: [["studio/frame/build/main.ts", "dist/studio"]],
};

/** Builds what browsers load from the studio, where its sources have changed. */
export function buildStudio(progress: (step: string) => void, signal?: AbortSignal): Promise<void> {
  return buildIfStale(frame, () => progress("building the studio"), signal);
}

function derived({ secretKey }: Secrets, purpose: string): string {
  return createHmac("sha256", secretKey).update(`studio: ${purpose}`).digest("hex");
}
