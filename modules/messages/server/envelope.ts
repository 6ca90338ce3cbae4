import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { MessageChannel, TemplateName, TemplateTexts, TemplateValues } from "../shared/template-forms.ts";

export const sealPurpose = "fairhouse messages";

/** How a mail is joined to others of its conversation. */
export interface Thread {
  readonly replyTo: string;
  /** A Message-ID. */
  readonly reference: string;
}

/** A queued message. It is stored encrypted: its codes and links give access to accounts. */
export interface Envelope<T extends TemplateName = TemplateName> {
  readonly channel: MessageChannel;
  readonly to: string;
  readonly template: T;
  readonly locale: Locale;
  readonly values: TemplateValues[T];
  /** Milliseconds since 1970. */
  readonly until: number | null;
  /** The recipient's anti-phishing phrase. */
  readonly phrase?: string | null;
  /** False for a decoy: it takes the same work as a real message and is not sent. */
  readonly real: boolean;
  readonly thread?: Thread;
  /** Texts in place of those that are published when the message is sent. */
  readonly texts?: TemplateTexts;
}

/** Base64, because a job's payload is JSON. */
export function sealEnvelope(seal: SecretSeal, id: string, envelope: Envelope): string {
  return Buffer.from(seal.seal(Buffer.from(JSON.stringify(envelope)), id)).toString("base64");
}

export function openEnvelope(seal: SecretSeal, id: string, sealed: string): Envelope {
  return JSON.parse(Buffer.from(seal.open(Buffer.from(sealed, "base64"), id)).toString()) as Envelope;
}
