import { type Config, siteHost } from "#kit/host/config.ts";

/** Where a request belongs by its host name. */
export type HostRole = "site" | "api" | "office" | "none";

export interface Hosts {
  readonly scheme: "http" | "https";
  /** `https://fairhouse.example`, the address of the site. */
  readonly siteOrigin: string;
  readonly apiOrigin: string;
  /** The back office: a host of its own, so that no cookie and no page of the site reaches it. */
  readonly officeOrigin: string;
  /** `onApiPort`: it came in through API_PORT, which is the API whatever local name it is called by. */
  hostRoleOf(host: string | undefined, onApiPort: boolean): HostRole;
  /** The one origin from which a host accepts credentials: an API its own site, the office itself. */
  originFor(host: string | undefined): string;
  /** Where pages of this name stand when they do not stand here: `www.` names lead to the name without it; null for all others. */
  homeOf(host: string | undefined): string | null;
  /**
   * The API for a page opened under this name: the configured one in development, else `api.` of the name without `www.`, or
   * the API_PORT where the name is `localhost`.
   */
  apiOriginFor(host: string | undefined, apiPort: number): string;
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];

/** Lower case, without port. */
export function hostnameOf(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "");
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, "");
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

type SiteConfig = Parameters<typeof publicScheme>[0];
type HostsConfig = SiteConfig & Partial<Pick<Config, "MODE" | "API_BASE">>;

/** The name of the main site, without port. */
export function mainHostname(config: Pick<Config, "HOST" | "PORT">): string {
  return hostnameOf(siteHost(config));
}

/**
 * The origin of one of the house's own site names: the main one's scheme and port go for its mirrors too, but names under
 * `localhost` are plain http.
 */
export function originOf(config: SiteConfig, hostname: string, port = config.PORT): string {
  const site = siteHost({ ...config, PORT: port }).toLowerCase();
  const scheme = isLocal(hostname) ? "http" : publicScheme(config);
  return `${scheme}://${hostname}${site.slice(hostnameOf(site).length)}`;
}

/** The origin of the API that belongs to one of the house's own site names. */
export function apiOriginOf(config: SiteConfig, hostname: string, port = config.PORT): string {
  return originOf(config, hostname, port).replace("://", "://api.");
}

/**
 * The names of the house. `port` is the one really listened on, which differs from PORT where that is 0. `isMirror` says
 * whether a host name (without port) is registered as another name of the house; asked each time, because the register changes.
 */
export function createHosts(config: HostsConfig, port: number, isMirror: (hostname: string) => boolean): Hosts {
  const scheme = publicScheme(config);
  const siteName = mainHostname(config);
  // Names of this machine are the house's own only where it lives on this machine: elsewhere anybody can send them.
  const local = isLocal(siteName);
  const siteNames = new Set([siteName, ...(local ? localNames : [])]);
  const apiNames = new Set([`api.${siteName}`, ...(local ? ["api.localhost"] : [])]);
  const officeNames = new Set([`office.${siteName}`, ...(local ? ["office.localhost"] : [])]);
  const siteOrigin = originOf(config, siteName, port);
  const isSite = (hostname: string) => siteNames.has(hostname) || isMirror(hostname);
  const homeName = (hostname: string) => (isSite(hostname) ? hostname : withoutWww(hostname));
  const ownSite = (hostname: string) => (hostname.startsWith("api.") ? hostname.slice(4) : hostname);

  return {
    scheme,
    siteOrigin,
    apiOrigin: apiOriginOf(config, siteName, port),
    officeOrigin: siteOrigin.replace("://", "://office."),
    hostRoleOf(host, onApiPort) {
      const hostname = hostnameOf(host);
      if (officeNames.has(hostname)) return "office";
      if (apiNames.has(hostname) || (hostname.startsWith("api.") && isMirror(ownSite(hostname)))) return "api";
      // Companies on this machine send their messages there, whatever name the house has.
      if (onApiPort && localNames.includes(hostname)) return "api";
      if (!isSite(homeName(hostname))) return "none";
      return onApiPort ? "api" : "site";
    },
    originFor: host => originOf(config, ownSite(hostnameOf(host)), port),
    homeOf(host) {
      const hostname = hostnameOf(host);
      const home = homeName(hostname);
      return home === hostname || !isSite(home) ? null : originOf(config, home, port);
    },
    apiOriginFor(host, apiPort) {
      if (config.MODE === "development" && config.API_BASE !== undefined) return config.API_BASE;
      const hostname = homeName(hostnameOf(host));
      if (local && localNames.includes(hostname)) return `http://${hostname}:${apiPort}`;
      return apiOriginOf(config, isMirror(hostname) ? hostname : siteName, port);
    },
  };
}
