import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { required } from "#kit/std/invariant.ts";
import {
  frameTexts,
  type MessageChannel,
  type TemplateName,
  type TemplateTexts,
  type TemplateValues,
  templateTexts,
} from "./templates.ts";

type Values = Readonly<Record<string, string>>;

/** A rendered message. `html` and `subject` are for mails only. */
export interface Rendered {
  readonly text: string;
  readonly subject?: string;
  readonly html?: string;
}

/** Renders a message in one language. Values are text: markup in them is escaped. */
export function render<T extends TemplateName>(
  channel: MessageChannel,
  locale: Locale,
  template: T,
  values: TemplateValues[T],
  phrase: string | null = null,
): Rendered {
  const texts = templateTexts(locale, template);
  if (channel === "email") return mail(locale, texts, values, phrase);
  if (channel === "sms") return { text: filled(required(texts.sms, `${template} has no text for an SMS`), values) };
  const spoken = { ...values, ...("code" in values && { code: [...values.code].join(" ") }) };
  return { text: filled(required(texts.call, `${template} has no text for a call`), spoken) };
}

function mail(locale: Locale, texts: TemplateTexts, values: Values, phrase: string | null): Rendered {
  const { hello, foot, phrase: phraseText } = frameTexts(locale);
  const subject = filled(texts.subject, values);
  const own = phrase === null ? [] : [filled(phraseText, { phrase })];
  const shown = texts.lines.filter(line => filled(line, values) !== "");
  const text = [...own, ...shown.map(line => filled(line, values)), foot].join("\n\n");
  const mark = own
    .map(line => `<p style="margin:0 4px 12px;font-size:14px;color:#e7cb89">${escaped(line)}</p>\n`)
    .join("");
  const body = shown.map(line => paragraph(line, texts, values)).join("\n");
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

function paragraph(line: string, texts: TemplateTexts, values: Values): string {
  const { code, link, unsubscribe } = values;
  if (line === "{code}" && code !== undefined)
    return `<p style="margin:18px 0;padding:14px;text-align:center;background:#03120c;border-radius:10px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${escaped(code)}</p>`;
  if (line === "{link}" && link !== undefined)
    return `<p style="margin:20px 0 6px"><a href="${escaped(link)}" style="display:inline-block;padding:14px 22px;background:#d8f434;color:#17210a;border-radius:10px;font-weight:600;text-decoration:none">${escaped(texts.button ?? link)}</a></p>`;
  if (line === "{unsubscribe}" && unsubscribe !== undefined)
    return `<p style="margin:0;font-size:13px"><a href="${escaped(unsubscribe)}" style="color:#b0b5a3">${escaped(texts.stop ?? unsubscribe)}</a></p>`;
  return `<p style="margin:0 0 12px">${escaped(filled(line, values))}</p>`;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => required(values[name], `no value for {${name}}`));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
