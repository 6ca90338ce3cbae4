import { fileURLToPath } from "node:url";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { apiOriginOf, mainHostname } from "#kit/http/hosts.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import manifest from "../module.ts";
import {
  lastSignInMethod,
  socialCancelled,
  socialEmailKnown,
  socialLinkedElsewhere,
  socialRefused,
} from "../shared/errors.ts";
import { createAttempts } from "./attempts.ts";
import { socialHandlers, socialLogin } from "./handlers.ts";
import { createProviderClients } from "./provider-clients.ts";
import { forgetPlayer, personalData, sweep } from "./store.ts";
import { createAccountLinks } from "./ties.ts";

export interface SocialNeeds {
  readonly accounts: Accounts;
  readonly factors: Factors;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
  /** Whether an origin is one of this deployment's pages. */
  isOwnOrigin(origin: string): boolean;
}

/** Sign-in through providers, by OpenID Connect. */
export function createSocial(host: Host, { accounts, factors, captchaPort, isOwnOrigin }: SocialNeeds): ServerModule {
  const redirectAddress = () => `${apiOriginOf(host.config, mainHostname(host.config))}/auth/social/callback`;
  const clients = createProviderClients(host, redirectAddress);
  const attempts = createAttempts({ host, clients, accountLinks: createAccountLinks(host), isOwnOrigin });
  const parts = { host, accounts, factors, captchaPort, clients, attempts };
  for (const provider of clients.offered) accounts.loginThrough(provider, socialLogin(parts, provider));
  accounts.onTakeOver((tx, player) => forgetPlayer(tx, player));
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [socialRefused, socialCancelled, socialEmailKnown, socialLinkedElsewhere, lastSignInMethod],
    handlers: socialHandlers(parts),
    jobs: [{ name: "social-sweep", cron: "53 * * * *", run: () => sweep(host.db, new Date(host.clock.now())) }],
    personalData: player => personalData(host.db, player),
    onAccountClosed: (tx, player) => forgetPlayer(tx, player),
  };
}
