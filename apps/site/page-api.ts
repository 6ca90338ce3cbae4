import type { RouteSpec } from "#kit/contract/route.ts";
import { headerLanguageOf } from "#kit/i18n/locale.ts";
import { type Api, createApi, type TokenStore, type Upload } from "#kit/web/api.ts";
import type { ApiError } from "#kit/web/api-error.ts";
import { logInfo } from "#kit/web/log.ts";
import { refreshToken } from "#modules/accounts/shared/contract.ts";

/** Calls this page's API host. Loaded with the first call, because contracts are as large as a page. */
export function createPageApi(page: {
  readonly apiOrigin: string;
  /** API origins by the name of a service, which is the name of its game's module. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly language: string;
  /** KZ or RU, as detected by the server; null if this page does not have it. */
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
  const upload: Upload = async (...given) =>
    (await import("#kit/web/fetch-with-progress.ts")).fetchWithProgress(...given);
  return createApi({ ...shared, solveCaptcha, upload, log: logInfo });
}
