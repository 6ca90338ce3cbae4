import { type CookieJar, siteCookie } from "#kit/contract/site-cookies.ts";

/** The browser's cookies. */
export const pageCookies: CookieJar = {
  get(name) {
    const found = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
    return found ? decoded(found) : null;
  },
  set(name, value, life) {
    const secure = location.protocol === "https:";
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not supported everywhere yet
    document.cookie = siteCookie(name, value, { secure, ...(life !== undefined && { life }) });
  },
  remove: name => pageCookies.set(name, "", 0),
};

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
