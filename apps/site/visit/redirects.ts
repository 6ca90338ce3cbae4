import { findRedirect } from "#modules/redirects/shared/contract.ts";
import { type Page, quietly } from "./page.ts";

/**
 * The step `redirects` in the browser, for paths that a living page goes to: an external target leaves the site, an internal one
 * is shown instead. Answers where to go inside the site, or null.
 */
export async function redirectOf(page: Page, path: string): Promise<string | null> {
  if (page.bot) return null;
  let inside: string | null = null;
  await quietly(page, "the redirect was not looked up", async () => {
    const { data } = await page.call(findRedirect, { body: { host: page.url().host, path } });
    if (data?.external) page.leave(data.url);
    else inside = data?.url ?? null;
  });
  return inside;
}
