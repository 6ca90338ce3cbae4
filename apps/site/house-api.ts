import { type Api, createApi, type TokenStore } from "#kit/web/api.ts";
import { refreshToken } from "#modules/accounts/shared/contract.ts";

/** Makes calls to this page's API host. Loaded with the first call, because contracts weigh as much as a page. */
export function houseApi(page: {
  readonly apiOrigin: string;
  readonly language: string;
  readonly tokens: TokenStore;
  readonly onToken: (token: string | null) => void;
}): Api {
  const { apiOrigin, language, tokens, onToken } = page;
  const [baseFor, locale, region] = [() => apiOrigin, () => language, () => null];
  return createApi({ baseFor, tokens, refreshRoute: refreshToken, locale, region, onToken });
}
