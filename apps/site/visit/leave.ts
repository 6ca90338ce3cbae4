import { earlyPage } from "./browser-page.ts";
import { leaveForSignOn } from "./sign-on.ts";

/** A session that cannot be refreshed here may exist on the main host: the visitor is redirected there and back to this address. */
export async function leaveHere(): Promise<void> {
  await leaveForSignOn(await earlyPage());
}
