import { findRedirect, type Redirect } from "#modules/redirects/shared/contract.ts";
import { type Page, quietly } from "./page.ts";

/** The step `redirects` in the browser, for client-side navigation: the current target of the path, or null. */
export async function redirectOf(page: Page, path: string): Promise<Redirect | null> {
  if (page.bot) return null;
  let found: Redirect | null = null;
  await quietly(page, "the redirect was not looked up", async () => {
    found = (await page.call(findRedirect, { body: { host: page.url().host, path } })).data;
  });
  return found;
}

/** An external target leaves the site; an internal one is returned, to be shown instead. */
export function leadOn(page: Page, { url, external }: Redirect): string | null {
  if (!external) return url;
  page.leave(url);
  return null;
}
