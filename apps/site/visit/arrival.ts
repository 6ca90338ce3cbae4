import { earlyPage } from "./browser-page.ts";
import { arrive } from "./steps.ts";

/** The steps before hydration. Resolves with true if this page is being left. */
export async function arriveHere(): Promise<boolean> {
  return arrive(await earlyPage());
}
