import type { Page } from "./page.ts";

/** The step `device` in the browser: the browser's name, for a day. */
export function rememberBrowser({ cookies, userAgent }: Page): void {
  cookies.set("userBrowser", userAgent);
}
