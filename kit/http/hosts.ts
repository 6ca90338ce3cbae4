import { type Config, siteHost } from "#kit/host/config.ts";

/** Where a request belongs by its host name. */
export type Door = "site" | "api" | "none";

export interface Hosts {
  readonly scheme: "http" | "https";
  /** `https://fairhouse.example`, the address of the site. */
  readonly siteOrigin: string;
  readonly apiOrigin: string;
  /** `onApiPort`: it came in through API_PORT, which is the API whatever local name it is called by. */
  doorOf(host: string | undefined, onApiPort: boolean): Door;
  /** The one origin from which an API host accepts credentials: its own site. */
  originFor(host: string | undefined): string;
  /** The API for a page opened under this name: `api.` of it, or the API_PORT where the name is `localhost`. */
  apiOriginFor(host: string | undefined, apiPort: number): string;
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];

/** Lower case, without port. */
export function hostnameOf(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "");
}

function isLocal(hostname: string): boolean {
  return localNames.includes(hostname) || hostname.endsWith(".localhost");
}

/**
 * The scheme visitors use. The house speaks plain http; https is what a trusted proxy in front of it speaks. Throws an
 * Error when cookies would travel unprotected: outside localhost names without a proxy, unless ALLOW_INSECURE_COOKIES.
 */
export function publicScheme(config: Pick<Config, "HOST" | "PORT" | "TRUSTED_PROXIES" | "ALLOW_INSECURE_COOKIES">) {
  const hostname = hostnameOf(siteHost(config));
  if (isLocal(hostname)) return "http";
  if (config.TRUSTED_PROXIES.length > 0) return "https";
  if (config.ALLOW_INSECURE_COOKIES) return "http";
  throw new Error(
    `HOST is ${hostname} and no TRUSTED_PROXIES are named, so pages and cookies would travel over plain http. ` +
      "Put a proxy with https in front and name it, or set ALLOW_INSECURE_COOKIES=1 to accept that.",
  );
}

/** Where the process listens unless LISTEN says otherwise. */
export function listenAddress(config: Pick<Config, "HOST" | "PORT" | "LISTEN">): string {
  return config.LISTEN ?? (isLocal(hostnameOf(siteHost(config))) ? "127.0.0.1" : "0.0.0.0");
}

/** The names of the house. `port` is the one really listened on, which differs from PORT where that is 0. */
export function createHosts(config: Parameters<typeof publicScheme>[0], port: number): Hosts {
  const scheme = publicScheme(config);
  const site = config.HOST === undefined ? `fairhouse.localhost:${port}` : config.HOST.toLowerCase();
  const siteName = hostnameOf(site);
  const sitePort = site.slice(siteName.length);
  const siteNames = new Set([siteName, ...localNames]);
  const apiNames = new Set([`api.${siteName}`, "api.localhost"]);
  const siteOrigin = `${scheme}://${site}`;

  return {
    scheme,
    siteOrigin,
    apiOrigin: `${scheme}://api.${site}`,
    doorOf(host, onApiPort) {
      const hostname = hostnameOf(host);
      if (apiNames.has(hostname)) return "api";
      if (!siteNames.has(hostname)) return "none";
      return onApiPort ? "api" : "site";
    },
    originFor(host) {
      const hostname = hostnameOf(host);
      const own = hostname.startsWith("api.") ? hostname.slice(4) : hostname;
      return own === siteName ? siteOrigin : `http://${own}${sitePort}`;
    },
    apiOriginFor(host, apiPort) {
      const hostname = hostnameOf(host);
      return localNames.includes(hostname) ? `http://${hostname}:${apiPort}` : `${scheme}://api.${site}`;
    },
  };
}
