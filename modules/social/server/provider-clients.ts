import * as openid from "openid-client";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { socialCancelled, socialRefused } from "../shared/errors.ts";
import { isSocialProvider, type SocialProvider } from "../shared/providers.ts";

/** An identity at a provider. `email` only if the provider has verified it. */
export interface Person {
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** Ties the answer to the request: held by the browser and the server, sent to the provider only hashed or as state. */
export interface AccountLinks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** OpenID Connect with the configured providers: authorization code with PKCE, state, nonce and issuer check. */
export interface ProviderClients {
  readonly offered: readonly SocialProvider[];
  /** The URL of the provider's page. Throws Failure `unavailable` when it cannot be reached. */
  addressOf(provider: SocialProvider, accountLinks: AccountLinks): Promise<string>;
  /** The identity in the provider's answer. Fails with `social_cancelled`, `social_refused`, `unavailable`. */
  personOf(provider: SocialProvider, answer: string, accountLinks: AccountLinks): Promise<Person>;
}

interface ProviderClient {
  readonly issuer: URL;
  readonly clientId: string;
  readonly secret: string;
}

export function createProviderClients(
  host: Pick<Host, "config" | "log">,
  redirectAddress: () => string,
): ProviderClients {
  const clients = readClients(host.config.SOCIAL_PROVIDERS);
  const known = new Map<SocialProvider, Promise<openid.Configuration>>();

  function configurationOf(provider: SocialProvider): Promise<openid.Configuration> {
    const client = clients.get(provider);
    if (!client) throw new Error(`${provider} is not configured`);
    const found = known.get(provider) ?? discover(client);
    known.set(provider, found);
    return found.catch(error => {
      known.delete(provider);
      host.log.warn({ err: error, provider }, "sign-in provider unreachable");
      return fail(unavailable, { retryAfter: 5 });
    });
  }

  return {
    offered: [...clients.keys()],
    async addressOf(provider, { state, nonce, verifier }) {
      const configuration = await configurationOf(provider);
      const address = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectAddress(),
        scope: "openid profile email",
        state,
        nonce,
        code_challenge_method: "S256",
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      });
      return address.href;
    },
    async personOf(provider, answer, { state, nonce, verifier }) {
      const configuration = await configurationOf(provider);
      const current = new URL(redirectAddress());
      current.search = answer;
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return fail(socialRefused);
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
        return readPerson({ ...claims, ...more, sub: claims.sub });
      } catch (error) {
        return refuse(host, provider, error);
      }
    },
  };
}

function discover({ issuer, clientId, secret }: ProviderClient): Promise<openid.Configuration> {
  const local = issuer.protocol === "http:" && ["localhost", "127.0.0.1"].includes(issuer.hostname);
  return openid.discovery(issuer, clientId, secret, undefined, {
    timeout: 10,
    ...(local && { execute: [openid.allowInsecureRequests] }),
  });
}

/** Nothing of the answer goes into the log: it may contain a code. */
function refuse(host: Pick<Host, "log">, provider: SocialProvider, error: unknown): never {
  if (error instanceof openid.AuthorizationResponseError) fail(socialCancelled);
  const code = error instanceof Error ? (Reflect.get(error, "code") ?? error.name) : "unknown";
  host.log.warn({ provider, reason: String(code) }, "answer of a sign-in provider refused");
  return fail(socialRefused);
}

function readPerson(claims: Readonly<Record<string, unknown>> & { readonly sub: string }): Person {
  const { sub, name, email } = claims;
  const verified =
    claims.email_verified === true && typeof email === "string" && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return {
    subject: sub,
    name: typeof name === "string" && name !== "" ? name.slice(0, 100) : null,
    email: verified ? email.slice(0, 254) : null,
  };
}

function readClients(entries: readonly string[]): ReadonlyMap<SocialProvider, ProviderClient> {
  return new Map(
    entries.flatMap(entry => {
      const [name = "", rest = ""] = entry.split(/=(.*)/);
      const [issuer = "", clientId = "", secret = ""] = rest.split("|");
      return isSocialProvider(name) ? [[name, { issuer: new URL(issuer), clientId, secret }] as const] : [];
    }),
  );
}
