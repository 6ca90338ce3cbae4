import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import english from "../locale/templates/en.json" with { type: "json" };
import type { TemplateName, TemplateTexts } from "../shared/template-forms.ts";

/** The text around every message. */
export interface FrameTexts {
  readonly hello: string;
  readonly foot: string;
  /** Above the text of a mail to a player who has chosen a phrase. */
  readonly phrase: string;
}

interface Texts {
  readonly frame: FrameTexts;
  readonly templates: Readonly<Record<TemplateName, TemplateTexts>>;
}

const texts = readLocale<Texts>(english, join(import.meta.dirname, "../locale/templates"));

/** The texts of a template in a language, as they are now. */
export type TextsOf = (locale: Locale, name: TemplateName) => TemplateTexts;

/** The texts of this release. */
export const templateTexts: TextsOf = (locale, name) => texts[locale].templates[name];

export function frameTexts(locale: Locale): FrameTexts {
  return texts[locale].frame;
}
