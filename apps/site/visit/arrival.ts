import { earlyPage } from "./browser-page.ts";
import { arrive } from "./steps.ts";

/** The steps before the page comes to life. Resolves with true when this page is being left. */
export async function arriveHere(): Promise<boolean> {
  return arrive(await earlyPage());
}
