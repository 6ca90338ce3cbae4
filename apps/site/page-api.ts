import type { RouteSpec } from "#kit/contract/route.ts";
import { headerLanguageOf } from "#kit/i18n/locale.ts";
import { type Api, createApi, type TokenStore } from "#kit/web/api.ts";
import type { ApiError } from "#kit/web/api-error.ts";
import { logInfo } from "#kit/web/log.ts";
import { refreshToken } from "#modules/accounts/shared/contract.ts";

/** Makes calls to this page's API host. Loaded with the first call, because contracts weigh as much as a page. */
export function createPageApi(page: {
  readonly apiOrigin: string;
  /** By the name of a service, which is that of its game's module. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly language: string;
  /** KZ or RU, as the server found it; null where this page does not know. */
  readonly region: string | null;
  readonly tokens: TokenStore;
  readonly onToken: (token: string | null) => void;
  readonly unlock?: (refusal: ApiError) => Promise<boolean>;
}): Api {
  const { apiOrigin, serviceOrigins, language, tokens, onToken, unlock } = page;
  const baseFor = (route: RouteSpec) => serviceOrigins[route.module] ?? apiOrigin;
  const [locale, region] = [() => headerLanguageOf(language), () => page.region];
  const solveCaptcha = async (api: Api) => (await import("#modules/captcha/web/solve.ts")).solveCaptcha(api);
  const shared = { baseFor, tokens, refreshRoute: refreshToken, locale, region, onToken, ...(unlock && { unlock }) };
  return createApi({ ...shared, solveCaptcha, log: logInfo });
}
