import { isbot } from "isbot";
import { languageOf, localeOfLanguage } from "#kit/i18n/locale.ts";
import type { Api } from "#kit/web/api.ts";
import { pageCookies } from "#kit/web/cookies.ts";
import { logInfo } from "#kit/web/log.ts";
import { createPageApi } from "../page-api.ts";
import type { Page } from "./page.ts";
import { tabMemory } from "./tab-memory.ts";

/** The page in a real browser. */
export function browserPage(api: Pick<Api, "call" | "refresh">): Page {
  const { sso } = document.documentElement.dataset;
  return {
    url: () => new URL(location.href),
    cookies: pageCookies,
    storage: localStorage,
    tab: tabMemory(),
    userAgent: navigator.userAgent,
    bot: isbot(navigator.userAgent),
    development: import.meta.env.DEV,
    sso: sso ?? null,
    random: length => crypto.getRandomValues(new Uint8Array(length)),
    sha256: async bytes => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice().buffer)),
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    call: api.call,
    refresh: api.refresh,
    replaceAddress: url => history.replaceState(history.state, "", url),
    leave: address => location.assign(address),
    log: logInfo,
  };
}

/** Before hydration a page has no client; this one makes its calls. */
export async function earlyPage(): Promise<Page> {
  const { lang, dataset } = document.documentElement;
  const tokens = {
    get: () => pageCookies.get("token"),
    set: (token: string) => pageCookies.set("token", token),
    clear: () => pageCookies.remove("token"),
  };
  return browserPage(
    createPageApi({
      apiOrigin: dataset.api ?? "",
      serviceOrigins: {},
      region: null,
      language: languageOf(localeOfLanguage(lang)),
      tokens,
      onToken: () => undefined,
    }),
  );
}
