import { trackEvent } from "#modules/attribution/shared/contract.ts";
import { browserId, type Page, quietly } from "./page.ts";

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Maximum length of an event's text. */
const most = 500;

/**
 * Writes an event of this browser into our own log. A failure is only logged on the page: it
 * resolves all the same.
 */
export function notifyServer(page: Page, name: string, facts: Facts = {}): Promise<void> {
  const short = Object.entries(facts).map(([key, fact]) => [key, typeof fact === "string" ? cut(fact) : fact] as const);
  const body = { name, data: { session_id: browserId(page), ...Object.fromEntries(short) } };
  return quietly(page, `the event ${name} was not sent`, () => page.call(trackEvent, { body }));
}

/** Without characters that the server refuses. */
function cut(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, " ").slice(0, most);
}
