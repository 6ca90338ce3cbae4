import { barePath, prefixOf } from "#kit/i18n/locale.ts";
import { getGeoIp } from "#modules/geo/shared/contract.ts";
import type { Page } from "./page.ts";

/**
 * The step `geo` in the browser, where a page may be older than the current rules: 451 redirects to /no-access, a success there
 * redirects home. A failed call changes nothing. Returns true if the visitor is being redirected.
 */
export async function checkGeo(page: Page): Promise<boolean> {
  if (page.bot) return false;
  const { pathname } = page.url();
  const prefix = prefixOf(pathname);
  const isNoAccessPage = barePath(pathname) === "/no-access";
  try {
    await page.call(getGeoIp, {});
    if (isNoAccessPage) page.leave(prefix === "" ? "/" : prefix);
    return isNoAccessPage;
  } catch (error) {
    if ((error as { status?: number }).status !== 451 || isNoAccessPage) return false;
    page.leave(`${prefix}/no-access`);
    return true;
  }
}
