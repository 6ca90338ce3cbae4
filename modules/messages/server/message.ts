import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { MessageChannel, TemplateName, TemplateTexts, TemplateValues } from "../shared/template-forms.ts";
import type { Thread } from "./envelope.ts";

/** A message to one person. */
export interface Message<T extends TemplateName = TemplateName> {
  readonly channel: MessageChannel;
  /** An email address, or a phone number in E.164. */
  readonly to: string;
  /** The player of the message, if the address does not determine it. */
  readonly player?: PlayerId;
  readonly template: T;
  readonly locale: Locale;
  readonly values: TemplateValues[T];
  /** For a mail that can be replied to: where replies go, and the id that all mails of one conversation refer to. */
  readonly thread?: Thread;
  /** Texts in place of those that are published: of a test. */
  readonly texts?: TemplateTexts;
  /** After this time the message is useless and is no longer sent. */
  readonly until?: Date;
}
