import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { interactionPolicy, Provider } from "oidc-provider";
import { html, sendPage } from "./html.ts";
import {
  type OpenidProvider,
  openidProviders,
  readPerson,
  type TestPerson,
  testPersons,
  typedPerson,
} from "./test-persons.ts";

interface OpenidOptions {
  readonly publicUrl: string;
  /** Shared with the merchant, as its client secret at every provider. */
  readonly secret: string;
  /** The merchant's redirect address. */
  readonly redirectAddress: string;
}

/** Each identity provider is a separate OpenID provider under `/openid/{name}`, with a page to choose a test person. */
export function mountOpenid(app: FastifyInstance, options: OpenidOptions): void {
  const created = new Map<OpenidProvider, Provider>();
  const keys = signingKeys();
  const providerOf = (name: OpenidProvider) => {
    const provider = created.get(name) ?? createProvider(name, options, keys);
    created.set(name, provider);
    return provider;
  };
  app.register(async scope => {
    // The provider parses bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.get<Page>("/openid/:identityProvider/person/:uid", async (request, reply) => {
      const identityProvider = identityProviderOf(request);
      if (!identityProvider) return reply.callNotFound();
      await providerOf(identityProvider).interactionDetails(request.raw, reply.raw);
      return personPage(reply, identityProvider, request.params.uid);
    });
    scope.post<Page>("/openid/:identityProvider/person/:uid", async (request, reply) => {
      const identityProvider = identityProviderOf(request);
      if (!identityProvider) return reply.callNotFound();
      const chosen = chosenPerson(new URLSearchParams(await textOf(request.raw)));
      const refusal = { error: "access_denied", error_description: "the user denied access" };
      reply.hijack();
      return providerOf(identityProvider).interactionFinished(
        request.raw,
        reply.raw,
        chosen ? { login: { accountId: chosen.sub, remember: false } } : refusal,
      );
    });
    scope.all<{ Params: { identityProvider: string } }>("/openid/:identityProvider/*", (request, reply) => {
      const identityProvider = identityProviderOf(request);
      if (!identityProvider) return reply.callNotFound();
      const raw = request.raw as IncomingMessage & { originalUrl?: string };
      raw.originalUrl = request.url;
      raw.url = request.url.slice(`/openid/${identityProvider}`.length);
      reply.hijack();
      return providerOf(identityProvider).callback()(raw, reply.raw);
    });
  });
}

interface Page {
  Params: { identityProvider: string; uid: string };
}

function identityProviderOf(
  request: FastifyRequest<{ Params: { identityProvider: string } }>,
): OpenidProvider | undefined {
  const { identityProvider } = request.params;
  return Object.hasOwn(openidProviders, identityProvider) ? (identityProvider as OpenidProvider) : undefined;
}

function createProvider(
  name: OpenidProvider,
  { publicUrl, secret, redirectAddress }: OpenidOptions,
  jwks: object,
): Provider {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  // Every sign-in prompts, so that one browser can sign in as several test persons.
  policy
    .get("login")
    .checks.add(
      new Check("choose", "a person is chosen each time", ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  const path = `/openid/${name}`;
  return new Provider(`${publicUrl}${path}`, {
    jwks,
    cookies: { keys: [secret], short: { path }, long: { path } },
    clients: [{ client_id: "fairhouse", client_secret: secret, redirect_uris: [redirectAddress] }],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `${path}/person/${uid}` },
    findAccount: (_context: unknown, sub: string) => {
      const person = readPerson(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    // Choosing a person is the consent.
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
}

interface GrantContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
  };
}

function signingKeys(): object {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "sandbox" }] };
}

function personPage(reply: FastifyReply, identityProvider: OpenidProvider, uid: string): FastifyReply {
  const name = openidProviders[identityProvider];
  const action = `/openid/${identityProvider}/person/${uid}`;
  const body = html`<main><div class="card"><h1>${name}</h1>
    <p class="dim">A sandbox: no account of ${name} is used here. Choose a test person.</p>
    <form method="post" action="${action}">
      ${testPersons.map(
        ({ sub, name: called, email, email_verified: verified }) =>
          html`<button class="main" name="sub" value="${sub}">${called}<br><small>${email}${verified ? "" : ", not verified"}</small></button>`,
      )}
    </form>
    <form method="post" action="${action}">
      <label>Another person<input name="name" maxlength="60" placeholder="Name"></label>
      <label>Email<input name="email" type="email" maxlength="90" required></label>
      <label><input name="verified" type="checkbox" value="1" checked> The email is verified</label>
      <button class="main" name="typed" value="1">Continue</button>
    </form>
    <form method="post" action="${action}"><button class="plain" name="no" value="1">Cancel</button></form></div></main>`;
  // The form redirects to the merchant, and a form-action policy would block that address.
  return sendPage(reply, "en", name, body, { formAction: "" });
}

function chosenPerson(form: URLSearchParams): TestPerson | undefined {
  if (form.has("typed")) return typedPerson(form.get("name") ?? "", form.get("email") ?? "", form.has("verified"));
  return readPerson(form.get("sub") ?? "");
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) {
    text += String(piece);
    if (text.length > 4096) break;
  }
  return text;
}
