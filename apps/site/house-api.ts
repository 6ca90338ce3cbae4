import type { RouteSpec } from "#kit/contract/route.ts";
import { type Api, createApi, type TokenStore } from "#kit/web/api.ts";
import { logInfo } from "#kit/web/log.ts";
import { refreshToken } from "#modules/accounts/shared/contract.ts";

/** Makes calls to this page's API host. Loaded with the first call, because contracts weigh as much as a page. */
export function houseApi(page: {
  readonly apiOrigin: string;
  /** By the name of a service, which is that of its game's module. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly language: string;
  readonly tokens: TokenStore;
  readonly onToken: (token: string | null) => void;
}): Api {
  const { apiOrigin, serviceOrigins, language, tokens, onToken } = page;
  const baseFor = (route: RouteSpec) => serviceOrigins[route.module] ?? apiOrigin;
  const [locale, region] = [() => language, () => null];
  const solveCaptcha = async (api: Api) => (await import("#modules/captcha/web/solve.ts")).solveCaptcha(api);
  const shared = { baseFor, tokens, refreshRoute: refreshToken, locale, region, onToken };
  return createApi({ ...shared, solveCaptcha, log: logInfo });
}
