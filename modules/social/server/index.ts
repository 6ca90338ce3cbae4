import { fileURLToPath } from "node:url";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { apiOriginOf, mainHostname } from "#kit/http/hosts.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import manifest from "../module.ts";
import {
  lastWayIn,
  socialCancelled,
  socialEmailKnown,
  socialLinkedElsewhere,
  socialRefused,
} from "../shared/errors.ts";
import { createAttempts } from "./attempts.ts";
import { createCompanies } from "./companies.ts";
import { socialHandlers, socialLogin } from "./handlers.ts";
import { forgetPlayer, personalData, sweep } from "./store.ts";
import { createTies } from "./ties.ts";

export interface SocialNeeds {
  readonly accounts: Accounts;
  readonly factors: Factors;
  readonly humans: Pick<Captcha, "demandOfCrowd">;
  /** Whether an origin is one of the house's pages. */
  isOwnOrigin(origin: string): boolean;
}

/** Signing in through other companies, by OpenID Connect. */
export function createSocial(host: Host, { accounts, factors, humans, isOwnOrigin }: SocialNeeds): ServerModule {
  const redirectAddress = () => `${apiOriginOf(host.config, mainHostname(host.config))}/auth/social/callback`;
  const companies = createCompanies(host, redirectAddress);
  const attempts = createAttempts({ host, companies, ties: createTies(host), isOwnOrigin });
  const parts = { host, accounts, factors, humans, companies, attempts };
  for (const provider of companies.offered) accounts.loginThrough(provider, socialLogin(parts, provider));
  accounts.onTakeOver((tx, player) => forgetPlayer(tx, player));
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [socialRefused, socialCancelled, socialEmailKnown, socialLinkedElsewhere, lastWayIn],
    handlers: socialHandlers(parts),
    jobs: [{ name: "social-sweep", cron: "53 * * * *", run: () => sweep(host.db, new Date(host.clock.now())) }],
    personalData: player => personalData(host.db, player),
    onAccountClosed: (tx, player) => forgetPlayer(tx, player),
  };
}
