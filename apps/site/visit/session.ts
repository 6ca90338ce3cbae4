import type { Page } from "./page.ts";
import { quietly } from "./page.ts";

/**
 * The step `session`: the main host's API may have opened a session at the request of a mirror, and reports it by a cookie; the page
 * then requests its token once. `signedIn` reads and removes that cookie, which belongs to the whole domain.
 */
export async function restoreSession(
  page: Page,
  signedIn: { readonly present: () => boolean; readonly remove: () => void },
): Promise<void> {
  if (page.bot || page.cookies.get("token") !== null || !signedIn.present()) return;
  await quietly(page, "the session could not be restored", async () => {
    const token = await page.refresh();
    if (token === null) signedIn.remove();
    else if (page.cookies.get("token") === null) page.cookies.set("token", token);
  });
}
