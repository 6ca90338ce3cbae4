import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { serviceOrigins } from "#kit/host/config.ts";
import { hostnameOf } from "#kit/http/hosts.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import type { ApiAnswer, RequestContext } from "#kit/web/context.ts";
import { pageAddress } from "./page-address.ts";
import type { SiteEntry } from "./page-source.ts";
import type { Site, Visitor } from "./site-options.ts";

export async function render(site: Site, visitor: Visitor, nonce: string): Promise<Response> {
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
