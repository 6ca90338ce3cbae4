import type { FastifyReply } from "fastify";

/** Text that is HTML already; every other value in a template is escaped. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** `html\`<b>${anything}</b>\`` */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, i) => (i < parts.length ? text + render(parts[i]) : text)).join("") };
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escaped(`${part}`);
  return "html" in part ? part.html : part.map(render).join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/**
 * A page with one style sheet and no scripts. `formAction`: the form-action directive of its
 * content security policy; this host only, unless given.
 */
export function sendPage(
  reply: FastifyReply,
  lang: string,
  title: string,
  body: Html,
  { status = 200, formAction = "form-action 'self'; " } = {},
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/style.css"></head><body>${body}</body></html>`;
  return reply
    .code(status)
    .headers({
      "content-security-policy": `default-src 'none'; style-src 'self'; ${formAction}frame-ancestors 'none'; base-uri 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .type("text/html; charset=utf-8")
    .send(page.html);
}
