import * as openid from "openid-client";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Person, SignInAccount, SignInProvider, SupportedProvider } from "../../server/provider.ts";
import { socialCancelled, socialRefused } from "../../shared/errors.ts";

interface Client {
  readonly issuer: URL;
  readonly clientId: string;
  readonly secret: string;
}

/**
 * A provider that speaks OpenID Connect with discovery: authorization code with PKCE, state, nonce and issuer check. Its settings are
 * `ISSUER|CLIENT_ID|CLIENT_SECRET`.
 */
export function openidConnect(facts: Pick<SupportedProvider, "title" | "mailboxes">): SupportedProvider {
  return { ...facts, connect: (host, account) => connect(host, facts.title, account) };
}

function connect(host: Pick<Host, "log">, title: string, { settings, redirectAddress }: SignInAccount): SignInProvider {
  const client = readClient(title, settings);
  let known: Promise<openid.Configuration> | undefined;

  function configuration(): Promise<openid.Configuration> {
    known ??= discover(client);
    return known.catch(error => {
      known = undefined;
      host.log.warn({ err: error, provider: title }, "sign-in provider unreachable");
      return fail(unavailable, { retryAfter: 5 });
    });
  }

  return {
    async addressOf({ state, nonce, verifier }) {
      const address = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectAddress(),
        scope: "openid profile email",
        state,
        nonce,
        code_challenge_method: "S256",
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      });
      return address.href;
    },
    async personOf(answer, { state, nonce, verifier }) {
      const found = await configuration();
      const current = new URL(redirectAddress());
      current.search = answer;
      try {
        const tokens = await openid.authorizationCodeGrant(found, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return fail(socialRefused);
        const more = found.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(found, tokens.access_token, claims.sub)
          : {};
        return readPerson({ ...claims, ...more, sub: claims.sub });
      } catch (error) {
        return refuse(host, title, error);
      }
    },
    probe: async () => void (await discover(client)),
  };
}

function discover({ issuer, clientId, secret }: Client): Promise<openid.Configuration> {
  const local = issuer.protocol === "http:" && ["localhost", "127.0.0.1"].includes(issuer.hostname);
  return openid.discovery(issuer, clientId, secret, undefined, {
    timeout: 10,
    ...(local && { execute: [openid.allowInsecureRequests] }),
  });
}

/** Nothing of the answer goes into the log: it may contain a code. */
function refuse(host: Pick<Host, "log">, provider: string, error: unknown): never {
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

function readClient(title: string, settings: string): Client {
  const [issuer = "", clientId = "", secret = "", ...rest] = settings.split("|");
  if (/^https?:\/\/\S+$/.test(issuer) && clientId !== "" && secret !== "" && rest.length === 0)
    return { issuer: new URL(issuer), clientId, secret };
  throw new Error(`SOCIAL_PROVIDERS: settings of ${title} are ISSUER|CLIENT_ID|CLIENT_SECRET`);
}
