import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { MessageChannel, TemplateName, TemplateValues } from "./templates.ts";

export const sealPurpose = "fairhouse messages";

/** A message that waits to leave. It is stored encrypted: codes and links in it open accounts. */
export interface Envelope<T extends TemplateName = TemplateName> {
  readonly channel: MessageChannel;
  readonly to: string;
  readonly template: T;
  readonly locale: Locale;
  readonly values: TemplateValues[T];
  /** Milliseconds since 1970. */
  readonly until: number | null;
  /** What the recipient has chosen to recognise our mail by. */
  readonly phrase?: string | null;
  /** False for one that only costs what a real one costs. */
  readonly real: boolean;
}

/** Base64, because a job's payload is JSON. */
export function sealEnvelope(seal: SecretSeal, id: string, envelope: Envelope): string {
  return Buffer.from(seal.seal(Buffer.from(JSON.stringify(envelope)), id)).toString("base64");
}

export function openEnvelope(seal: SecretSeal, id: string, sealed: string): Envelope {
  return JSON.parse(Buffer.from(seal.open(Buffer.from(sealed, "base64"), id)).toString()) as Envelope;
}
