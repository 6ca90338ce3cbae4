import type { FastifyReply, FastifyRequest } from "fastify";
import { tooManyRequests, unavailable } from "#kit/contract/errors.ts";
import { serviceOrigins } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { parseCookies } from "#kit/http/cookies.ts";
import { messageIn } from "#kit/http/error-texts.ts";
import { hostnameOf, originOf } from "#kit/http/hosts.ts";
import type { SiteHandler } from "#kit/http/site-handler.ts";
import { readLocale } from "#kit/i18n/locale.ts";
import { toHex } from "#kit/std/bytes.ts";
import { drawnPicture } from "#modules/profiles/server/index.ts";
import type { Modules } from "./modules.ts";
import { mountAvatars } from "./site/avatars.ts";
import { mountCaptchaFrame } from "./site/captcha-frame.ts";
import { mountGameArt } from "./site/game-art.ts";
import { createGuestCache, type GuestPage, guestKey, type SharedVisit, sharedAddress } from "./site/guest-cache.ts";
import { createPageLimits, createRefusalDelay, PageRefused } from "./site/page-limits.ts";
import { builtPages, livePages } from "./site/page-source.ts";
import { contentPolicy } from "./site/policy.ts";
import { render } from "./site/render-page.ts";
import { sendOwn, sendShared } from "./site/send-page.ts";
import { serviceWorkerHeaders, serviceWorkerOf } from "./site/service-worker.ts";
import { mountShelfArt } from "./site/shelf-art.ts";
import type { Site, SiteOptions, Visitor } from "./site/site-options.ts";
import { robotsOf, sitemapOf } from "./site/sitemap.ts";
import { buildTime, mountPixel, mountStatics } from "./site/statics.ts";
import { mountVerifierFrame } from "./site/verifier-frame.ts";
import { type PageRequest, runVisitSteps, type VisitPorts } from "./site/visit.ts";

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

function newNonce(site: Site): string {
  return toHex(site.random.bytes(16));
}
