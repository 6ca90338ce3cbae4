import type { Page } from "./page.ts";

/** The step `device` in the browser: which one it is, for a day. */
export function rememberBrowser({ cookies, userAgent }: Page): void {
  cookies.set("userBrowser", userAgent);
}
