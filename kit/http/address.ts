import { BlockList, isIP } from "node:net";

/** What both transports need to know about the connection. */
export interface Incoming {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The networks in `list` (addresses, or CIDR blocks) of a setting. Throws an Error that names setting and entry if one is invalid.
 */
export function networks(list: readonly string[], setting = "TRUSTED_PROXIES"): BlockList {
  const blocks = new BlockList();
  for (const entry of list) {
    const [address = "", prefix, ...more] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const bits = Number(prefix);
    const widest = family === "ipv6" ? 128 : 32;
    if (isIP(address) === 0 || more.length > 0 || (prefix !== undefined && !(/^\d+$/.test(prefix) && bits <= widest)))
      throw new Error(`${setting}: "${entry}" is neither an address nor a network such as 10.0.0.0/8`);
    if (prefix === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, bits, family);
  }
  return blocks;
}

const privateNetworks = networks([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);
const loopback = networks(["127.0.0.0/8", "::1"]);

function within(blocks: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Whether an address is in one of these networks; in any if there are none. */
export function isWithin(list: readonly string[], setting: string): (address: string) => boolean {
  const blocks = networks(list, setting);
  return address => list.length === 0 || within(blocks, address);
}

export function isLoopback(address: string): boolean {
  return within(loopback, address);
}

/** Loopback, a private or a link-local network: an address without a country. */
export function isPrivate(address: string): boolean {
  return within(privateNetworks, address);
}

/**
 * The visitor's address. X-Forwarded-For is read from its end, for as long as each hop is a trusted proxy: entries that a
 * visitor added before the first of them are ignored.
 */
export function clientAddress(incoming: Incoming, trusted: BlockList): string {
  let address = plain(incoming.socket.remoteAddress ?? "0.0.0.0");
  const forwarded = incoming.headers["x-forwarded-for"];
  if (forwarded === undefined) return address;
  const hops = String(forwarded).split(",");
  while (within(trusted, address)) {
    const hop = plain(hops.pop()?.trim() ?? "");
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/**
 * The key of a rate limit: an IPv4 address, or the first 64 bits of an IPv6 one, because one subscriber usually
 * has all 2^64 of them.
 */
export function subscriberOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined ? 0 : tail.split(":").length;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? "").split(":")];
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** Loopback or a private network without a proxy: the operator's own. */
export function isOperator(incoming: Incoming): boolean {
  const { headers, socket } = incoming;
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined || headers.via !== undefined)
    return false;
  return within(privateNetworks, plain(socket.remoteAddress ?? ""));
}

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
