import { fileURLToPath } from "node:url";
import type { Host } from "#kit/host/host.ts";
import { watchProviders } from "#kit/host/provider-health.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { apiOriginOf, mainHostname } from "#kit/http/hosts.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import manifest from "../module.ts";
import { configuredProviders, signInProviders } from "../providers/index.ts";
import {
  lastSignInMethod,
  socialCancelled,
  socialEmailKnown,
  socialLinkedElsewhere,
  socialRefused,
} from "../shared/errors.ts";
import { createAttempts } from "./attempts.ts";
import { socialHandlers, socialLogin } from "./handlers.ts";
import type { SupportedProviders } from "./provider.ts";
import { forgetPlayer, identifierOfLink, linksOf, personalData, sweep } from "./store.ts";
import { createAccountLinks } from "./ties.ts";

export interface SocialNeeds {
  readonly accounts: Accounts;
  readonly factors: Factors;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
  /** Whether an origin is one of this deployment's pages. */
  isOwnOrigin(origin: string): boolean;
  /** The list that SOCIAL_PROVIDERS chooses from. */
  readonly supported?: SupportedProviders;
}

/** Sign-in through providers. */
export function createSocial(
  host: Host,
  { accounts, factors, captchaPort, isOwnOrigin, supported = signInProviders }: SocialNeeds,
): ServerModule {
  const redirectAddress = () => `${apiOriginOf(host.config, mainHostname(host.config))}/auth/social/callback`;
  const providers = configuredProviders(host, redirectAddress, supported);
  const watch = watchProviders(host, "sign_in", providers.all);
  const attempts = createAttempts({ host, providers, accountLinks: createAccountLinks(host), isOwnOrigin });
  const parts = { host, accounts, factors, captchaPort, providers, attempts };
  for (const { name } of providers.all) accounts.loginThrough(name, socialLogin(parts, name));
  accounts.onTakeOver((tx, player) => forgetPlayer(tx, player));
  return {
    manifest,
    start: watch.start,
    stop: watch.stop,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [socialRefused, socialCancelled, socialEmailKnown, socialLinkedElsewhere, lastSignInMethod],
    handlers: socialHandlers(parts),
    jobs: [{ name: "social-sweep", cron: "53 * * * *", run: () => sweep(host.db, new Date(host.clock.now())) }],
    personalData: player => personalData(host.db, player),
    onAccountClosed: (tx, player) => forgetPlayer(tx, player),
    identifiers: async (tx, player) => (await linksOf(tx, player)).map(identifierOfLink),
  };
}
