import { isbot } from "isbot";
import { type VisitStep, visitOrder } from "#apps/site/visit/order.ts";
import { siteCookie } from "#kit/contract/site-cookies.ts";
import { barePath, chooseLocale, correctedPath, type Locale, prefixOf } from "#kit/i18n/locale.ts";
import type { MirrorData } from "#modules/mirrors/shared/contract.ts";
import type { Redirect } from "#modules/redirects/shared/contract.ts";

/** What the steps before a page request from the server. */
export interface VisitPorts {
  redirectOf(address: string): Redirect | null;
  mirrorOf(hostname: string): MirrorData;
  regionOf(address: string): string;
  isBlocked(address: string): boolean;
}

/** A request for a page. */
export interface PageRequest {
  /** Path and query. */
  readonly url: string;
  /** Lower case, without port. */
  readonly hostname: string;
  readonly address: string;
  readonly userAgent: string;
  readonly acceptLanguage: string | undefined;
  readonly cookies: Readonly<Record<string, string>>;
  readonly secure: boolean;
}

/** The results of the steps. */
export interface Visit {
  readonly request: PageRequest;
  bot: boolean;
  device: "mobile" | "desktop";
  locale: Locale;
  region: string;
  mirror: MirrorData;
  /** What the page sets beside its own cookies. */
  readonly cookies: string[];
}

/** Where a step sends the browser instead of showing the page. */
export interface VisitRedirect {
  readonly to: string;
  /** The address is another name of the same page: 301 in place of 302. */
  readonly isPermanent?: boolean;
  readonly cookies?: readonly string[];
}

type Step = (visit: Visit, ports: VisitPorts) => VisitRedirect | undefined;

/** The server's part of each step. Crawlers get the complete page they requested: they are redirected only where a page has another address. */
const serverSteps: Partial<Record<VisitStep, Step>> = {
  device: readDevice,
  redirects: followRedirect,
  locale: chooseLanguage,
  mirror: findMirror,
  geo: checkRegion,
  "simple-auth": moveTokenToCookie,
  attribution: rememberClick,
};

const noMirror: MirrorData = {
  sso: null,
  meta_yandex_verification: null,
  revshare_service_frontend_url: null,
  telegram_channel_url: null,
};

/** Runs the steps in order; the first redirect ends the visit. */
export function runVisitSteps(
  request: PageRequest,
  ports: VisitPorts,
): { visit: Visit; redirect: VisitRedirect | undefined } {
  const visit: Visit = {
    request,
    bot: false,
    device: "desktop",
    locale: "en",
    region: "RU",
    mirror: noMirror,
    cookies: [],
  };
  for (const name of visitOrder) {
    const redirect = serverSteps[name]?.(visit, ports);
    if (redirect) return { visit, redirect };
  }
  return { visit, redirect: undefined };
}

/** The router's data request of a hydrated page: redirects are handled by the page. */
const isData = (url: string) => /\.data(\?|$)/.test(url);
const pathOf = (url: string) => url.split("?")[0] ?? "/";

export function readDevice(visit: Visit): undefined {
  const { userAgent } = visit.request;
  visit.bot = isbot(userAgent);
  visit.device = /Mobi|Android|iPhone|iPad/i.test(userAgent) ? "mobile" : "desktop";
}

export function followRedirect({ bot, request }: Visit, ports: VisitPorts): VisitRedirect | undefined {
  if (bot || isData(request.url)) return undefined;
  const found = ports.redirectOf(request.url);
  return found ? { to: found.url } : undefined;
}

/** Kazakh is `/kz` here and `/kk` by its tag, which people type: such an address redirects, for crawlers too. */
export function chooseLanguage(visit: Visit): VisitRedirect | undefined {
  const { url, cookies, acceptLanguage } = visit.request;
  const path = pathOf(url);
  const corrected = isData(url) ? undefined : correctedPath(path);
  if (corrected !== undefined) return { to: corrected + url.slice(path.length), isPermanent: true };
  const prefix = /^\/([^/?]*)/.exec(url)?.[1]?.replace(/\.data$/, "");
  visit.locale = chooseLocale({ prefix, cookie: cookies.locale, acceptLanguage });
  return undefined;
}

export function findMirror(visit: Visit, ports: VisitPorts): undefined {
  visit.mirror = ports.mirrorOf(visit.request.hostname);
}

export function checkRegion(visit: Visit, ports: VisitPorts): VisitRedirect | undefined {
  const { url, address } = visit.request;
  visit.region = ports.regionOf(address);
  if (visit.bot || isData(url)) return undefined;
  const path = pathOf(url);
  const isNoAccessPage = barePath(path) === "/no-access";
  const prefix = prefixOf(path);
  if (ports.isBlocked(address)) return isNoAccessPage ? undefined : { to: `${prefix}/no-access` };
  return isNoAccessPage ? { to: prefix === "" ? "/" : prefix } : undefined;
}

/**
 * Removes a sign-on token from the address before the page loads: a cookie passes it on and expires after 30 seconds. The
 * address then has `no_sso`, so that a browser without cookies is not redirected in circles.
 */
export function moveTokenToCookie({ request }: Visit): VisitRedirect | undefined {
  const query = request.url.indexOf("?");
  if (query < 0 || isData(request.url)) return undefined;
  const rest = new URLSearchParams(request.url.slice(query));
  const token = rest.get("simpleAuthToken");
  if (token === null) return undefined;
  const { secure } = request;
  const cookies = [siteCookie("simpleAuthToken", token, { secure })];
  if (rest.has("simple_auth")) cookies.push(siteCookie("simpleAuth", "true", { secure }));
  for (const name of ["simpleAuthToken", "simple_auth"]) rest.delete(name);
  rest.set("no_sso", "1");
  return { to: `${pathOf(request.url)}?${rest}`, cookies };
}

/** Networks that add the id of a click to our address, by the name of their parameter; Facebook adds its own to any link that is shared. */
const clickParameters = ["gclid", "yclid", "fbclid"] as const;
const clickPattern = /^[\w.~-]{8,200}$/;

/** The id of a click is stored as the browser stores the one of a link with `click_id` and `click_source`, which comes first. */
export function rememberClick({ bot, request, cookies }: Visit): undefined {
  const { url, secure } = request;
  const at = url.indexOf("?");
  if (bot || at < 0 || isData(url)) return;
  const query = new URLSearchParams(url.slice(at));
  const campaign = query.get("utm_campaign");
  const isAdvertisement = campaign === "advertise" && query.has("click_id") && query.has("click_source");
  if (isAdvertisement || (campaign === "advertcpa" && query.has("clickid"))) return;
  const source = clickParameters.find(name => clickPattern.test(query.get(name) ?? ""));
  if (source === undefined) return;
  cookies.push(siteCookie("ad_click_id", query.get(source) ?? "", { secure }));
  cookies.push(siteCookie("ad_click_source", source, { secure }));
}
