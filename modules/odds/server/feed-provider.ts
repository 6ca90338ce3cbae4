import type { Host } from "#kit/host/host.ts";
import type { OddsProvider } from "../providers/provider.ts";
import { createSandboxProvider } from "../providers/sandbox/index.ts";
import { createFrameKey } from "../providers/uof/frames.ts";
import { createUofProvider } from "../providers/uof/index.ts";
import type { FeedKeys } from "./proof/event-proof.ts";

/** The provider that the settings name (ODDS_PROVIDER); undefined without ODDS_URL. */
export function feedProvider({ config, clock }: Pick<Host, "config" | "clock">): OddsProvider | undefined {
  const { ODDS_URL: url, ODDS_PUBLIC_KEYS: publicKeys, ODDS_TOKEN: token, SECRET_KEY: secretKey } = config;
  if (url === undefined) return undefined;
  if (config.ODDS_PROVIDER === "uof") return createUofProvider({ url, token, secretKey, clock });
  return createSandboxProvider({ url, publicKeys, clock });
}

/** Frames of a feed without signatures are signed by us as they arrive. */
export function feedKeys({ ODDS_PROVIDER: provider, ODDS_PUBLIC_KEYS: keys, SECRET_KEY }: Host["config"]): FeedKeys {
  return { provider, keys: provider === "uof" ? [createFrameKey(SECRET_KEY).publicKey] : keys };
}
