import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { tooManyRequests, unavailable } from "#kit/contract/errors.ts";
import { type Config, serviceOrigins } from "#kit/host/config.ts";
import type { Clock, Host, Random } from "#kit/host/host.ts";
import { parseCookies } from "#kit/http/cookies.ts";
import { messageIn } from "#kit/http/error-texts.ts";
import { hostnameOf, originOf } from "#kit/http/hosts.ts";
import type { SiteHandler, SiteHost } from "#kit/http/site-handler.ts";
import { languageOf, readLocale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { ApiAnswer, RequestContext } from "#kit/web/context.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Content } from "#modules/content/server/index.ts";
import { drawnPicture } from "#modules/profiles/server/index.ts";
import type { Modules } from "./modules.ts";
import { type AvatarSource, mountAvatars } from "./site/avatars.ts";
import { mountCaptchaFrame } from "./site/captcha-frame.ts";
import { acceptsGzip, encoder, encodeWhole, encodingOf } from "./site/encode.ts";
import { type ArtSource, mountGameArt } from "./site/game-art.ts";
import {
  createGuestCache,
  type GuestCache,
  type GuestPage,
  guestKey,
  type SharedVisit,
  sharedAddress,
} from "./site/guest-cache.ts";
import { pageAddress } from "./site/page-address.ts";
import { createPageLimits, createRefusalDelay, type PageLimits, PageRefused } from "./site/page-limits.ts";
import { builtPages, livePages, type PageSource, type SiteEntry } from "./site/page-source.ts";
import { contentPolicy } from "./site/policy.ts";
import { gzippedPage } from "./site/precompress.ts";
import { serviceWorkerHeaders, serviceWorkerOf } from "./site/service-worker.ts";
import { mountShelfArt, type ShelfSource } from "./site/shelf-art.ts";
import { robotsOf, sitemapOf } from "./site/sitemap.ts";
import { buildTime, mountPixel, mountStatics } from "./site/statics.ts";
import { mountVerifierFrame } from "./site/verifier-frame.ts";
import { type PageRequest, runVisitSteps, type Visit, type VisitPorts } from "./site/visit.ts";

export interface SiteOptions {
  readonly config: Pick<Config, "MODE" | "PAGE_RATE_FACTOR" | "SERVICE_ADDRESSES" | "SUPPORT_WIDGET_URL">;
  readonly clock: Clock;
  readonly sharedBuckets?: NonNullable<Host["sharedBuckets"]>;
  readonly random: Random;
  readonly log: Log;
  readonly ports: VisitPorts;
  /** Origins of the other hosts, whose pictures the pages probe. */
  readonly origins: () => readonly string[];
  /** Pictures next to players' names. */
  readonly avatars: AvatarSource;
  /** The frame of the captcha provider's widget. */
  readonly captcha: Pick<Captcha, "widget">;
  /** Origins of game providers, whose games run in frames. */
  readonly frames: () => readonly string[];
  readonly countryOf: (address: string) => string | null;
  /** Pictures of game providers' games, copied when the games were imported. */
  readonly art: ArtSource;
  /** Texts of the site that operators have changed. */
  readonly texts: Content["siteTexts"];
  readonly shelf: ShelfSource;
}

interface Site extends SiteOptions {
  readonly host: SiteHost;
  readonly pages: PageSource;
  readonly cache: GuestCache;
  readonly limits: PageLimits;
  readonly delayRefusal: () => Promise<boolean>;
}

/** The site: guests are shown the offer of their country, on any host name. */
export function siteForModules(
  host: Host,
  { geo, redirects, mirrors, captcha, catalogue, profiles, content }: Modules,
): SiteHandler {
  const ports: VisitPorts = {
    redirectOf: redirects.find,
    mirrorOf: mirrors.dataOf,
    regionOf: geo.regionOf,
    isBlocked: geo.isBlocked,
  };
  const origins = () => mirrors.hostnames().map(name => originOf(host.config, name));
  const avatars = { drawn: drawnPicture, upload: profiles.shownUpload };
  return createSite({
    ...host,
    ports,
    origins,
    avatars,
    captcha,
    countryOf: geo.countryOf,
    texts: content.siteTexts,
    frames: catalogue.origins,
    art: catalogue.picture,
    shelf: catalogue.shelf,
  });
}

/** One request, parsed once, with the results of the steps before the page. */
interface Visitor {
  readonly request: FastifyRequest;
  readonly page: PageRequest;
  readonly visit: Visit;
  readonly apiOrigin: string;
  readonly cookieHeader: string | undefined;
}

/** The site as the HTTP server mounts it: server-rendered pages, files of the build, and guests' pages from a short cache. */
export function createSite(options: SiteOptions): SiteHandler {
  const development = options.config.MODE === "development";
  return {
    async mount(app, host) {
      const pages = development ? await livePages(app, host.servers) : await builtPages();
      const { clock, config } = options;
      const limits = createPageLimits(options, config.PAGE_RATE_FACTOR);
      const delayRefusal = createRefusalDelay(clock);
      const site: Site = { ...options, host, pages, cache: createGuestCache(clock), limits, delayRefusal };
      const timestamp = development ? "" : await buildTime();
      if (!development) await mountStatics(app);
      mountPixel(app);
      mountAvatars(app, options.avatars);
      mountGameArt(app, options.art);
      mountShelfArt(app, clock, options.shelf);
      await mountCaptchaFrame(app, options.captcha.widget);
      mountVerifierFrame(app);
      app.addHook("onClose", () => pages.close());
      app.get("/latest-build.json", async (_request, reply) =>
        reply.header("cache-control", "no-store").send({ id: (await pages.load()).assets.version, timestamp }),
      );
      const requestOrigin = (request: FastifyRequest) => host.hosts().originFor(request.headers.host);
      app.get("/sw.js", async (_request, reply) =>
        reply
          .headers(serviceWorkerHeaders)
          .type("text/javascript; charset=utf-8")
          .send(await serviceWorkerOf((await pages.load()).assets.version)),
      );
      app.get("/sitemap.xml", (request, reply) =>
        reply.type("application/xml; charset=utf-8").send(sitemapOf(requestOrigin(request))),
      );
      app.get("/robots.txt", (request, reply) =>
        reply.type("text/plain; charset=utf-8").send(robotsOf(requestOrigin(request))),
      );
      app.route({
        method: ["GET", "HEAD"],
        url: "*",
        handler: (request, reply) => respondWithinLimits(site, request, reply),
      });
      app.setErrorHandler((error, request, reply) => {
        if (isRefused(error)) return reply.code(404).type("text/plain; charset=utf-8").send("Not found.\n");
        options.log.error({ err: error, path: request.url }, "Failed to render a page");
        return reply.code(500).type("text/plain; charset=utf-8").send("Something went wrong on our side.\n");
      });
    },
    ownsUpgrade: request => development && (request.headers["sec-websocket-protocol"] ?? "").startsWith("vite"),
  };
}

/** Whether the framework refused the request (path traversal, a malformed address): no internal error. */
function isRefused(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  return typeof status === "number" && status >= 400 && status < 500;
}

/** Responds within the limits of pages; a refusal is delayed, and is a line of text in the visitor's language. */
async function respondWithinLimits(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    if (!site.pages.hotReload) site.limits.take(site.host.addressOf(request.raw));
    return await respond(site, request, reply);
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error;
    if (!(await site.delayRefusal())) reply.header("connection", "close");
    const { status, retryAfter } = error;
    const code = status === 429 ? tooManyRequests : unavailable;
    const locale = readLocale(request.headers["accept-language"]);
    return reply
      .code(status)
      .headers({ "retry-after": retryAfter, "cache-control": "no-store", "x-content-type-options": "nosniff" })
      .type("text/plain; charset=utf-8")
      .send(`${messageIn(code, locale)}\n`);
  }
}

async function respond(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const page = readRequest(site, request);
  const { visit, redirect } = runVisitSteps(page, site.ports);
  const { host, cookie: cookieHeader } = request.headers;
  const visitor: Visitor = { request, page, visit, apiOrigin: site.host.apiOriginFor(host), cookieHeader };
  const nonce = newNonce(site);
  setHeaders(site, visitor, reply, nonce);
  if (redirect?.cookies) reply.header("set-cookie", redirect.cookies);
  if (redirect) return reply.redirect(redirect.to, redirect.isPermanent ? 301 : 302);
  if (visit.cookies.length > 0) reply.header("set-cookie", visit.cookies);
  const key = site.pages.hotReload ? null : guestKey(sharedVisit(site, visitor));
  const shared = key === null ? null : await site.cache.page(key, () => renderShared(site, visitor));
  if (shared) return sendShared(reply, shared, nonce, request);
  const own = await site.limits.render(page.address, () => render(site, visitor, nonce));
  return sendOwn(reply, own, request);
}

function readRequest(site: Site, request: FastifyRequest): PageRequest {
  const { headers } = request;
  return {
    url: request.url,
    hostname: hostnameOf(headers.host),
    address: site.host.addressOf(request.raw),
    userAgent: headers["user-agent"] ?? "",
    acceptLanguage: headers["accept-language"],
    cookies: parseCookies(headers.cookie),
    secure: site.host.hosts().scheme === "https",
  };
}

function sharedVisit(site: Site, { request, page, visit }: Visitor): SharedVisit {
  const host = (request.headers.host ?? "").toLowerCase();
  const { locale, region, device, bot } = visit;
  return {
    method: request.method,
    url: page.url,
    host,
    cookies: page.cookies,
    locale,
    region,
    device,
    bot,
    country: site.countryOf(page.address),
  };
}

function setHeaders(site: Site, visitor: Visitor, reply: FastifyReply, nonce: string): void {
  const { scheme } = site.host.hosts();
  const services = Object.values(serviceOrigins(site.config));
  const hotReload = site.pages.hotReload ? `ws://${visitor.request.headers.host}` : "";
  reply.headers({
    "content-security-policy": contentPolicy(nonce, {
      apiOrigin: visitor.apiOrigin,
      services,
      hotReload,
      frames: [...framesOf(site.config), ...site.frames()],
      pictures: [...site.origins(), site.host.hosts().filesOriginFor(visitor.request.headers.host)],
    }),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    vary: "accept-encoding, accept-language, cookie",
  });
  if (scheme === "https") reply.header("strict-transport-security", "max-age=31536000");
}

/** Origins that our pages may frame; of our own, the frames of the captcha and of verifier modules. */
function framesOf(config: SiteOptions["config"]): readonly string[] {
  const { SUPPORT_WIDGET_URL: chat } = config;
  return ["'self'", ...(chat ? [new URL(chat).origin] : [])];
}

/**
 * A guest's page for the cache, with a random mark in place of the nonce; null if it is a redirect. It is rendered for the
 * address it is shared under and without cookies, so that it contains nothing of the first visitor.
 */
async function renderShared(site: Site, visitor: Visitor): Promise<GuestPage | null> {
  const mark = newNonce(site);
  const { page } = visitor;
  const url = sharedAddress(sharedVisit(site, visitor)) ?? page.url;
  const anonymous: Visitor = { ...visitor, page: { ...page, url, cookies: {} }, cookieHeader: undefined };
  const response = await site.limits.render(page.address, () => render(site, anonymous, mark));
  const html = await response.text();
  return isShared(response)
    ? { status: response.status, parts: html.split(mark).map(part => Buffer.from(part)) }
    : null;
}

const isShared = ({ status }: Response) => status === 200 || status === 404;

async function render(site: Site, visitor: Visitor, nonce: string): Promise<Response> {
  const [build, ownTexts] = await Promise.all([site.pages.load(), ownTextsOf(site, visitor)]);
  const context = new RouterContextProvider();
  (build.entry.module as unknown as SiteEntry).fillContext(context, contextOf(site, visitor, { nonce, ownTexts }));
  return handlerOf(site, build)(webRequest(site, visitor), context);
}

/** The framework's handler of a build; created once, since it compiles the whole table of routes. */
const handlers = new WeakMap<ServerBuild, RequestHandler>();
function handlerOf(site: Site, build: ServerBuild): RequestHandler {
  const made = handlers.get(build) ?? createRequestHandler(build, site.pages.hotReload ? "development" : "production");
  handlers.set(build, made);
  return made;
}

/** Texts that operators have changed: those of a preview link, or the published ones. */
function ownTextsOf({ texts }: Site, { page, visit }: Visitor): string | undefined | Promise<string | undefined> {
  const code = new URLSearchParams(page.url.split("?")[1]).get("texts");
  return code === null ? texts.own(visit.locale) : texts.preview(code, visit.locale);
}

function contextOf(
  site: Site,
  visitor: Visitor,
  { nonce, ownTexts }: Pick<RequestContext, "nonce" | "ownTexts">,
): RequestContext {
  const { page, visit, apiOrigin } = visitor;
  const { locale, region, mirror, bot } = visit;
  return {
    nonce,
    locale,
    ownTexts,
    apiOrigin,
    serviceOrigins: serviceOrigins(site.config),
    siteOrigin: site.host.hosts().siteOrigin,
    supportWidget: site.config.SUPPORT_WIDGET_URL ?? null,
    region,
    mirror,
    bot,
    hasToken: Boolean(page.cookies.token),
    get: path => callApi(site, visitor, path),
    snapshot: channel => firstSnapshot(site, visitor, channel),
    failed: error => site.log.error({ err: error, path: visitor.request.url }, "Failed to finish a page"),
  };
}

/** If the snapshot fails, the page is rendered without it. */
async function firstSnapshot(site: Site, { page }: Visitor, channel: string): Promise<unknown> {
  try {
    return await site.host.snapshot(channel, page.cookies.token ?? null);
  } catch (error) {
    site.log.warn({ err: error, channel }, "Rendered a page without its snapshot");
    return null;
  }
}

/** In process and on behalf of the visitor: names under `localhost` do not resolve inside Node. */
async function callApi(site: Site, visitor: Visitor, path: string): Promise<ApiAnswer> {
  const { headers } = visitor.request;
  const { address, userAgent, cookies } = visitor.page;
  const { token } = cookies;
  const response = await site.host.api({
    method: "GET",
    url: path,
    remoteAddress: address,
    headers: {
      host: `api.${hostnameOf(headers.host)}`,
      "accept-language": languageOf(visitor.visit.locale),
      "user-agent": userAgent,
      ...(visitor.cookieHeader && { cookie: visitor.cookieHeader }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  return { status: response.statusCode, body: response.body === "" ? null : response.json() };
}

function webRequest(site: Site, { request, page, cookieHeader }: Visitor): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !name.startsWith(":") && name !== "cookie") headers.set(name, value);
  if (cookieHeader !== undefined) headers.set("cookie", cookieHeader);
  const address = pageAddress(`${site.host.hosts().scheme}://${request.headers.host}`, page.url);
  return new Request(address, { method: request.method, headers });
}

/** Sends a page compressed with gzip once for all guests: a better ratio is not worth compressing it for each. */
async function sendShared(
  reply: FastifyReply,
  page: GuestPage,
  nonce: string,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const accepted = request.headers["accept-encoding"];
  const mark = Buffer.from(nonce);
  reply.code(page.status).type("text/html; charset=utf-8");
  if (acceptsGzip(accepted)) {
    const fill = await gzippedPage(page.parts, mark.length);
    return reply.header("content-encoding", "gzip").send(fill(mark));
  }
  const encoding = encodingOf(accepted);
  if (encoding) reply.header("content-encoding", encoding);
  const whole = Buffer.concat(page.parts.flatMap((part, index) => (index === 0 ? [part] : [mark, part])));
  return reply.send(await encodeWhole(whole, encoding));
}

/** Streams a page of one visitor, compressed chunk by chunk. */
function sendOwn(reply: FastifyReply, response: Response, request: FastifyRequest): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== "content-length") reply.header(name, value);
  if (response.body === null || request.method === "HEAD") return reply.send();
  const body = Readable.fromWeb(response.body as NodeStream);
  const encoding = encodingOf(request.headers["accept-encoding"]);
  if (!encoding) return reply.send(body);
  const encoded = encoder(encoding);
  body.on("error", error => encoded.destroy(error));
  return reply.header("content-encoding", encoding).send(body.pipe(encoded));
}

function newNonce(site: Site): string {
  return toHex(site.random.bytes(16));
}
