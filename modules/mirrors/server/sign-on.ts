import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { Call } from "#kit/http/handler.ts";
import { apiOriginOf, mainHostname, originOf } from "#kit/http/hosts.ts";
import type { Accounts, LoginProvider, SignOnLink } from "#modules/accounts/server/index.ts";
import { signOnRefused } from "#modules/accounts/shared/errors.ts";
import type { signOn } from "../shared/contract.ts";
import { returnRefused } from "../shared/errors.ts";
import type { Register } from "./register.ts";
import { issueSignOn, useSignOn } from "./sign-ons.ts";

export interface SignOnNeeds {
  readonly host: Host;
  readonly register: Register;
  readonly accounts: Pick<Accounts, "carryOn" | "sessionFromRefreshCookie">;
}

/** The URL for sign-ons: the main host's API. None in development, where there is only one host. */
export function signOnAddress({ config }: Host): string | null {
  return config.MODE === "development" ? null : `${apiOriginOf(config, mainHostname(config))}/sso`;
}

/** The site's host name of an API's host name. */
export function siteOf(hostname: string): string {
  return hostname.startsWith("api.") ? hostname.slice(4) : hostname;
}

/**
 * GET /sso: redirects to the mirror, with a token for the browser that has the bytes behind `state` if the main host has a session, else
 * with `no_sso`. Fails with `not_found` on other hosts, `return_refused` for unregistered addresses.
 */
export async function sendBack(needs: SignOnNeeds, call: Call<typeof signOn>): Promise<undefined> {
  const { host, accounts } = needs;
  const { state, grant } = call.input.query;
  if (siteOf(call.hostname) !== mainHostname(host.config)) fail(notFound);
  const back = returnAddress(needs, call.input.query.return);
  call.setHeader("referrer-policy", "no-referrer");
  const present = await accounts.sessionFromRefreshCookie(call);
  if (grant !== undefined) {
    // An existing session stays: a link from another person must not change who is signed in.
    if (!present) await openByGrant(needs, call, grant, back.hostname);
  } else if (present && state !== undefined) {
    const bound = { kind: "token", state: Buffer.from(state, "hex") } as const;
    const token = await issueSignOn(host.db, host, { ...present, hostname: back.hostname, ...bound });
    back.searchParams.set("simpleAuthToken", token);
    back.searchParams.set("simple_auth", "1");
  } else {
    back.searchParams.set("no_sso", "1");
  }
  call.setHeader("location", back.href);
  return undefined;
}

/** A URL of a registered mirror, exactly as its pages are addressed, without parameters of a former sign-on. */
function returnAddress({ host, register }: SignOnNeeds, text: string): URL {
  if (!URL.canParse(text)) fail(returnRefused);
  const url = new URL(text);
  const isOurs = register.isMirror(url.hostname) && url.origin === originOf(host.config, url.hostname);
  if (!isOurs || url.username !== "" || url.password !== "") fail(returnRefused);
  url.hash = "";
  for (const name of ["simpleAuthToken", "simple_auth", "no_sso"]) url.searchParams.delete(name);
  return url;
}

async function openByGrant(needs: SignOnNeeds, call: Call<typeof signOn>, grant: string, hostname: string) {
  const { host, accounts } = needs;
  await host.db.tx(async tx => {
    const from = await useSignOn(tx, host, grant, { kind: "grant", hostname, ip: subscriberOf(call.ip) });
    if (from === undefined || !(await accounts.carryOn(tx, call, from))) return;
    // The session belongs to the API's host; the cookie informs the pages of the main host that there is one.
    call.setHeader("set-cookie", signedInMark(host));
  });
}

/** A readable marker for the site of the main host, which otherwise shares no cookie with its API. */
function signedInMark({ config }: Host): string {
  const secure = originOf(config, mainHostname(config)).startsWith("https") ? "; Secure" : "";
  return `signed_in=1; Domain=${mainHostname(config)}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`;
}

/** `provider: "simple"`: exchanges the token that a visitor came back with. */
export function simpleLogin({ host, accounts }: SignOnNeeds): LoginProvider {
  return async call => {
    const { token = "", proof = "" } = call.input.body;
    const state = hash("sha256", Buffer.from(/^[0-9a-f]{64}$/.test(proof) ? proof : "", "hex"), "buffer");
    const bound = { hostname: siteOf(call.hostname), kind: "token", state } as const;
    const answer = await host.db.tx(async tx => {
      const from = await useSignOn(tx, host, token, bound);
      return from && accounts.carryOn(tx, call, from);
    });
    return answer ?? fail(signOnRefused);
  };
}

/** After a sign-in on a mirror: the URL that opens the session on the main host too. */
export function grantLink({ host, register }: Pick<SignOnNeeds, "host" | "register">): SignOnLink {
  return async (tx: Tx, call, opened) => {
    const address = signOnAddress(host);
    const hostname = siteOf(call.hostname);
    if (address === null || !register.isMirror(hostname)) return undefined;
    const grant = await issueSignOn(tx, host, { ...opened, hostname, kind: "grant", ip: subscriberOf(call.ip) });
    return `${address}?grant=${grant}`;
  };
}
