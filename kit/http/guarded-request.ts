import { lookup as resolveAll } from "node:dns/promises";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Requests to addresses that outsiders name (postbacks, push endpoints). The host is resolved once, every address it has must be public,
 * and the connection goes to the address that was checked: a name that changes in between reaches nothing else. Redirects are not followed.
 */

export type GuardRefusal = "url_invalid" | "address_not_public" | "unresolved";

/** Why nothing was sent, or no answer came. */
export class GuardedRequestFailed extends Error {
  override readonly name = "GuardedRequestFailed";
  readonly reason: GuardRefusal | "redirected" | "silent";

  constructor(reason: GuardedRequestFailed["reason"], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface GuardedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Hosts with port (`localhost:3002`) of our own configuration: they may be private and without TLS. */
  readonly trustedHosts?: ReadonlySet<string>;
  /** All addresses of a name; the system's resolver unless a test gives another. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const ports = new Set(["", "443"]);
const longestUrl = 2_000;

/** The address, if it may be requested: https on its own port, without credentials, and not an address literal in disguise. */
export function guardedUrl(text: string, trustedHosts: ReadonlySet<string> = new Set()): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and other controls are what is refused.
  if (text.length > longestUrl || /[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return undefined;
  if (trustedHosts.has(url.host)) return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  return url.protocol === "https:" && ports.has(url.port) ? url : undefined;
}

const closed = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  closed.addSubnet(network, bits, "ipv4");
/** Global unicast, the only part of IPv6 that is public; its exceptions carry or hide other addresses. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
const closedInGlobal = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closedInGlobal.addSubnet(network, bits, "ipv6");

/** Whether an address is on the public internet: not loopback, private, link-local, multicast or reserved, and not one of those inside an IPv6 address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !closedInGlobal.check(address, "ipv6");
}

/** All addresses of a name, by the system's resolver. */
export const systemResolve = async (host: string) =>
  (await resolveAll(host, { all: true })).map(({ address }) => address);

/** The status of the answer; its body is not read. Rejects with {@link GuardedRequestFailed}. */
export async function guardedGet(asked: GuardedRequest): Promise<number> {
  const { trustedHosts, resolve = systemResolve } = asked;
  const url = guardedUrl(asked.url, trustedHosts);
  if (!url) throw new GuardedRequestFailed("url_invalid");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses =
    isIP(host) === 0
      ? await resolve(host).catch(error => {
          throw new GuardedRequestFailed("unresolved", error);
        })
      : [host];
  const [first] = addresses;
  if (first === undefined) throw new GuardedRequestFailed("unresolved");
  if (trustedHosts?.has(url.host) !== true && !addresses.every(isPublicAddress))
    throw new GuardedRequestFailed("address_not_public");
  const status = await send(url, first, asked);
  if (status >= 300 && status < 400) throw new GuardedRequestFailed("redirected");
  return status;
}

function send(url: URL, address: string, { headers = {}, timeoutMs }: GuardedRequest): Promise<number> {
  const family = isIP(address);
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const options: RequestOptions = {
    method: "GET",
    headers: { ...headers, "user-agent": "Fairhouse-Postback/1" },
    agent: false,
    lookup,
    signal: AbortSignal.timeout(timeoutMs),
  };
  return new Promise((done, failed) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options, response => {
      const status = response.statusCode ?? 0;
      // Nothing of it is read: how long it is does not matter.
      response.destroy();
      done(status);
    });
    request.on("error", error => failed(new GuardedRequestFailed("silent", error)));
    request.end();
  });
}
