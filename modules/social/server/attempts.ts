import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { ConfiguredProviders } from "../providers/index.ts";
import { socialRefused } from "../shared/errors.ts";
import type { Person } from "./provider.ts";
import { type Attempt, awaitAgreement, insertAttempt, moveAttempt, originOfAttempt } from "./store.ts";
import { type AccountLinker, secret, sha256 } from "./ties.ts";

const lifeMs = 10 * 60_000;

export interface Order {
  readonly provider: string;
  readonly origin: string;
  /** The player who links; null for a sign-in. */
  readonly player: PlayerId | null;
  readonly currency: Currency | null;
}

/** Pending sign-ins. Each belongs to one browser, by a cookie of the API's host, and is answered once within ten minutes. */
export interface Attempts {
  /** The URL of the provider's page. Fails with `validation_failed` at `provider` or `origin`. */
  begin(call: Call, order: Order): Promise<string>;
  /** The page that waits for the result of a state. */
  originOf(state: string): Promise<string | undefined>;
  /** The identity in the provider's answer. Fails with `social_refused`, `social_cancelled`. */
  complete(
    call: Call,
    answer: string,
  ): Promise<{ readonly state: string; readonly attempt: Attempt; readonly person: Person }>;
  /** Stores a new person until they agree; returns the id of that registration. */
  keep(state: string, who: { readonly subject: string; readonly email: string | null }): Promise<string>;
  /** Takes a stored person. Fails with `social_refused`. */
  take(call: Call, registration: string): Promise<Attempt>;
}

export interface AttemptParts {
  readonly host: Host;
  readonly providers: ConfiguredProviders;
  readonly accountLinks: AccountLinker;
  /** Whether an origin is one of this deployment's pages. */
  isOwnOrigin(origin: string): boolean;
}

export function createAttempts({ host, providers, accountLinks, isOwnOrigin }: AttemptParts): Attempts {
  const cookie = hostCookie("social", host.config.ALLOW_INSECURE_COOKIES);
  const now = () => new Date(host.clock.now());

  /** The browser's secret: its existing one, or a new one. One browser may have several attempts at once. */
  function browserOf(call: Call): string {
    const known = cookie.read(call.cookies);
    const browser = known && /^[A-Za-z0-9_-]{43}$/.test(known) ? known : secret(host);
    call.setHeader("set-cookie", cookie.set(browser, lifeMs / 1000));
    return browser;
  }
  const keyOf = (call: Call, state: string) => ({
    stateHash: sha256(state),
    browserHash: sha256(cookie.read(call.cookies) ?? ""),
    now: now(),
  });

  return {
    async begin(call, { provider, origin, player, currency }) {
      if (!providers.has(provider)) refuse("provider", "provider_unknown");
      if (!isOwnOrigin(origin)) refuse("origin", "origin_invalid");
      const tie = accountLinks.fresh();
      const url = await providers.get(provider).addressOf(tie);
      await insertAttempt(host.db, {
        stateHash: sha256(tie.state),
        browserHash: sha256(browserOf(call)),
        provider,
        origin,
        player,
        currency,
        expiresAt: new Date(host.clock.now() + lifeMs),
      });
      return url;
    },
    originOf: state => originOfAttempt(host.db, sha256(state), now()),
    async complete(call, answer) {
      const state = new URLSearchParams(answer).get("state") ?? "";
      const attempt = await moveAttempt(host.db, keyOf(call, state), "open", "answered");
      if (!attempt) fail(socialRefused);
      // The provider may have been taken out of the settings meanwhile.
      if (!providers.has(attempt.provider)) fail(socialRefused);
      const person = await providers.get(attempt.provider).personOf(answer, accountLinks.of(state));
      return { state, attempt, person };
    },
    async keep(state, who) {
      await awaitAgreement(host.db, sha256(state), who);
      return state;
    },
    async take(call, registration) {
      const attempt = await moveAttempt(host.db, keyOf(call, registration), "first", "done");
      return attempt ?? fail(socialRefused);
    },
  };
}

function refuse(field: string, key: string): never {
  fail(validationFailed, { errors: { [field]: [key] } });
}
