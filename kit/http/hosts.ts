import { type Config, siteHost } from "#kit/host/config.ts";

/** The role of a host name. */
export type HostRole = "site" | "api" | "office" | "files" | "none";

export interface Hosts {
  readonly scheme: "http" | "https";
  /** `https://fairhouse.example`, the address of the site. */
  readonly siteOrigin: string;
  readonly apiOrigin: string;
  /** The back office: a separate host, so that no cookie or page of the site reaches it. */
  readonly officeOrigin: string;
  /** Files that visitors sent, for pages opened under this name: a separate host, on which no cookie is set or read. */
  filesOriginFor(host: string | undefined): string;
  /** `onApiPort`: it arrived on API_PORT, which is the API under any local name. */
  hostRoleOf(host: string | undefined, onApiPort: boolean): HostRole;
  /** The one origin from which a host accepts credentials: its own site for an API, itself for the office. */
  originFor(host: string | undefined): string;
  /** The origin that pages of this name redirect to: `www.` names redirect to the name without it; null for all others. */
  homeOf(host: string | undefined): string | null;
  /**
   * The API for a page opened under this name: the configured one in development, else `api.` of the name without `www.`, or
   * the API_PORT where the name is `localhost`.
   */
  apiOriginFor(host: string | undefined, apiPort: number): string;
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];

const isLoopback = (hostname: string) => /^127(\.[0-9]{1,3}){3}$/.test(hostname);

/** Lower case, without port. */
export function hostnameOf(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "");
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, "");
}

/** Whether a name is this machine. */
export function isLocal(hostname: string): boolean {
  return localNames.includes(hostname) || hostname.endsWith(".localhost");
}

/**
 * The scheme visitors use. The server speaks plain http; https ends at a trusted proxy. Throws an
 * Error if cookies would travel unprotected: outside localhost names without a proxy, unless ALLOW_INSECURE_COOKIES.
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
 * The origin of a site name: its mirrors use the scheme and port of the main one, but names under
 * `localhost` are plain http.
 */
export function originOf(config: SiteConfig, hostname: string, port = config.PORT): string {
  const site = siteHost({ ...config, PORT: port }).toLowerCase();
  const scheme = isLocal(hostname) ? "http" : publicScheme(config);
  return `${scheme}://${hostname}${site.slice(hostnameOf(site).length)}`;
}

/** The origin of the API that belongs to a site name. */
export function apiOriginOf(config: SiteConfig, hostname: string, port = config.PORT): string {
  return originOf(config, hostname, port).replace("://", "://api.");
}

/**
 * All host names. `port` is the one really listened on, which differs from PORT where that is 0. `isMirror` returns
 * whether a host name (without port) is a registered mirror; called on each request, because the register changes.
 */
export function createHosts(config: HostsConfig, port: number, isMirror: (hostname: string) => boolean): Hosts {
  const scheme = publicScheme(config);
  const siteName = mainHostname(config);
  // Local names are accepted only on a local server: elsewhere any client can send them.
  const local = isLocal(siteName);
  const siteNames = new Set([siteName, ...(local ? localNames : [])]);
  const apiNames = new Set([`api.${siteName}`, ...(local ? ["api.localhost"] : [])]);
  const officeNames = new Set([`office.${siteName}`, ...(local ? ["office.localhost"] : [])]);
  const filesNames = new Set([`files.${siteName}`, ...(local ? ["files.localhost"] : [])]);
  const siteOrigin = originOf(config, siteName, port);
  const isSite = (hostname: string) => siteNames.has(hostname) || isMirror(hostname);
  const homeName = (hostname: string) => (isSite(hostname) ? hostname : withoutWww(hostname));
  const ownSite = (hostname: string) => (hostname.startsWith("api.") ? hostname.slice(4) : hostname);
  const isFiles = (hostname: string) =>
    filesNames.has(hostname) || (hostname.startsWith("files.") && isMirror(hostname.slice(6)));

  return {
    scheme,
    siteOrigin,
    apiOrigin: apiOriginOf(config, siteName, port),
    officeOrigin: siteOrigin.replace("://", "://office."),
    hostRoleOf(host, onApiPort) {
      const hostname = hostnameOf(host);
      if (officeNames.has(hostname)) return "office";
      if (isFiles(hostname)) return "files";
      if (apiNames.has(hostname) || (hostname.startsWith("api.") && isMirror(ownSite(hostname)))) return "api";
      // Local providers send their messages there, under any host name, and under any address of this machine that a node listens on.
      if (onApiPort && (localNames.includes(hostname) || isLoopback(hostname))) return "api";
      if (!isSite(homeName(hostname))) return "none";
      return onApiPort ? "api" : "site";
    },
    originFor: host => originOf(config, ownSite(hostnameOf(host)), port),
    filesOriginFor(host) {
      const hostname = homeName(hostnameOf(host));
      const local = localNames.includes(hostname) ? "localhost" : siteName;
      return originOf(config, `files.${isMirror(hostname) ? hostname : local}`, port);
    },
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
