import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import english from "../locale/callback/en.json" with { type: "json" };

const words = readLocale(english, join(import.meta.dirname, "../locale/callback"));

/**
 * The page a provider's window returns to. It posts its query to the page of `origin` that opened it, and to no other; without an origin it
 * only says that the sign-in is over.
 */
export function callbackPage(
  locale: Locale,
  nonce: string,
  reply: { origin: string; answer: string } | undefined,
): string {
  const { back, over } = words[locale];
  const message = reply && inScript({ type: "fairhouse-social", answer: reply.answer });
  const script = reply ? `opener?.postMessage(${message},${inScript(reply.origin)});close()` : "";
  return `<!doctype html><html lang="${languageOf(locale)}"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Fairhouse</title></head>
<body><p>${reply ? back : over}</p><script nonce="${nonce}">${script}</script></body></html>`;
}

export function callbackPolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** A value as JavaScript that cannot end the script element or a line. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
