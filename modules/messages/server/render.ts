import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { required } from "#kit/std/invariant.ts";
import type { MessageChannel, TemplateName, TemplateTexts, TemplateValues } from "../shared/template-forms.ts";
import { frameTexts, templateTexts } from "./templates.ts";

type Values = Readonly<Record<string, string>>;

/** A rendered message. `html` and `subject` are for mails only. */
export interface Rendered {
  readonly text: string;
  readonly subject?: string;
  readonly html?: string;
}

/** Renders a message in one language, by default with the texts of this release. Values are text: markup in them is escaped. */
export function render<T extends TemplateName>(
  channel: MessageChannel,
  locale: Locale,
  template: T,
  values: TemplateValues[T],
  phrase: string | null = null,
  texts: TemplateTexts = templateTexts(locale, template),
): Rendered {
  if (channel === "email") return mail(locale, texts, values, phrase);
  if (channel === "sms") return { text: filled(required(texts.sms, `${template} has no text for an SMS`), values) };
  const { code }: Partial<Values> = values;
  const spoken = { ...values, ...(code !== undefined && { code: [...code].join(" ") }) };
  return { text: filled(required(texts.call, `${template} has no text for a call`), spoken) };
}

/** A paragraph of a mail: text, a code in large digits, a button or a small link. */
export type MailPart =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "button" | "link"; readonly text: string; readonly href: string };

/** A mail before it is HTML. */
export interface MailParts {
  readonly hello: string;
  readonly subject: string;
  /** The recipient's anti-phishing phrase in its sentence, or null. */
  readonly phrase: string | null;
  readonly parts: readonly MailPart[];
  readonly foot: string;
}

export function mailParts(
  locale: Locale,
  texts: TemplateTexts,
  values: Values,
  phrase: string | null = null,
): MailParts {
  const { hello, foot, phrase: phraseText } = frameTexts(locale);
  return {
    hello,
    subject: filled(texts.subject, values),
    phrase: phrase === null ? null : filled(phraseText, { phrase }),
    parts: texts.lines.filter(line => filled(line, values) !== "").map(line => partOf(line, texts, values)),
    foot,
  };
}

function partOf(line: string, texts: TemplateTexts, values: Values): MailPart {
  const { code, link, unsubscribe } = values;
  if (line === "{code}" && code !== undefined) return { kind: "code", text: code };
  if (line === "{link}" && link !== undefined) return { kind: "button", text: texts.button ?? link, href: link };
  if (line === "{unsubscribe}" && unsubscribe !== undefined)
    return { kind: "link", text: texts.stop ?? unsubscribe, href: unsubscribe };
  return { kind: "text", text: filled(line, values) };
}

const plainOf = (part: MailPart): string => ("href" in part ? part.href : part.text);

function mail(locale: Locale, texts: TemplateTexts, values: Values, ownPhrase: string | null): Rendered {
  const { hello, subject, phrase, parts, foot } = mailParts(locale, texts, values, ownPhrase);
  const own = phrase === null ? [] : [phrase];
  const text = [...own, ...parts.map(plainOf), foot].join("\n\n");
  const mark = own
    .map(line => `<p style="margin:0 4px 12px;font-size:14px;color:#e7cb89">${escaped(line)}</p>\n`)
    .join("");
  const body = parts.map(paragraph).join("\n");
  const html = `<!doctype html>
<html lang="${languageOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#051c14;color:#f7f2e5;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 20px;font:800 22px/1.2 Georgia,serif;color:#e7cb89">${escaped(hello)}</p>
${mark}<div style="background:#08241a;border:1px solid #22493a;border-radius:14px;padding:24px">
<h1 style="margin:0 0 14px;font:800 24px/1.2 Georgia,serif">${escaped(subject)}</h1>
${body}
</div>
<p style="margin:18px 4px 0;font-size:13px;color:#b0b5a3">${escaped(foot)}</p>
</div></body></html>`;
  return { subject, text, html };
}

function paragraph(part: MailPart): string {
  const text = escaped(part.text);
  if (part.kind === "code")
    return `<p style="margin:18px 0;padding:14px;text-align:center;background:#03120c;border-radius:10px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${text}</p>`;
  if (part.kind === "button")
    return `<p style="margin:20px 0 6px"><a href="${escaped(part.href)}" style="display:inline-block;padding:14px 22px;background:#d8f434;color:#17210a;border-radius:10px;font-weight:600;text-decoration:none">${text}</a></p>`;
  if (part.kind === "link")
    return `<p style="margin:0;font-size:13px"><a href="${escaped(part.href)}" style="color:#b0b5a3">${text}</a></p>`;
  return `<p style="margin:0 0 12px;white-space:pre-line">${text}</p>`;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => required(values[name], `no value for {${name}}`));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
