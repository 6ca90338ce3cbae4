import { earlyPage } from "./browser-page.ts";
import { leaveForSignOn } from "./sign-on.ts";

/** A session that cannot be renewed here may live on the main host: the visitor is sent there, to come back to this address. */
export async function leaveHere(): Promise<void> {
  await leaveForSignOn(await earlyPage());
}
