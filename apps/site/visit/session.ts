import type { Page } from "./page.ts";
import { quietly } from "./page.ts";

/**
 * The step `session`: the main host's API may have opened a session on the word of a mirror, and says so by a cookie; the page
 * then asks for its token once. `signedIn` reads and removes that cookie, which belongs to the whole name.
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
