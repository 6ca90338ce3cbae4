import { createTransport } from "nodemailer";
import type { Config } from "#kit/host/config.ts";
import type { MessageChannel } from "../shared/template-forms.ts";
import type { Thread } from "./envelope.ts";
import type { PhoneOutcome, PhoneProvider } from "./phone-provider.ts";

/** A rendered message. */
export interface Letter {
  /** The same for every attempt, so that a carrier can detect a repeat. */
  readonly id: string;
  readonly channel: MessageChannel;
  readonly to: string;
  /** BCP 47: of the voice. */
  readonly language: string;
  readonly text: string;
  readonly subject?: string;
  readonly html?: string;
  /** The address that stops such mails by a POST (RFC 8058). */
  readonly unsubscribe?: string;
  readonly thread?: Thread;
}

/**
 * The carriers that deliver messages. Resolves when the carrier has accepted it, or never will. Errors contain neither the recipient nor any of the
 * message: they go to the log.
 */
export interface Carriers {
  carry(letter: Letter): Promise<PhoneOutcome>;
  close(): void;
}

const timeoutMs = 8_000;

/** Mail over SMTP, SMS and calls over the provider. */
export function createCarriers(config: Pick<Config, "SMTP_URL" | "MAIL_FROM">, phone: PhoneProvider): Carriers {
  const transport = createTransport(
    {
      url: config.SMTP_URL,
      requireTLS: !isLoopback(config.SMTP_URL),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: config.MAIL_FROM },
  );
  const host = /@([^\s>]+)>?$/.exec(config.MAIL_FROM)?.[1] ?? "localhost";

  async function mail({ id, to, subject, text, html, unsubscribe, thread }: Omit<Letter, "channel">): Promise<void> {
    // As an object: in a string a comma would make two recipients of one.
    const recipient = { name: "", address: to };
    const headers = unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe);
    try {
      await transport.sendMail({
        to: recipient,
        subject,
        text,
        html,
        headers,
        messageId: `<${id}@${host}>`,
        ...(thread && { replyTo: thread.replyTo, inReplyTo: thread.reference, references: thread.reference }),
      });
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      throw new Error(
        `the mail server did not accept a message (${code ?? "no code"}, ${responseCode ?? "no response"})`,
      );
    }
  }

  return {
    async carry({ channel, ...letter }) {
      if (channel !== "email") return phone.send({ channel, ...letter });
      await mail(letter);
      return "accepted";
    },
    close: () => transport.close(),
  };
}

const unsubscribeHeaders = (address: string) => ({
  "List-Unsubscribe": `<${address}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** On localhost the connection cannot be intercepted; anywhere else mail is sent over TLS or not at all. */
function isLoopback(address: string): boolean {
  return /^smtp:\/\/([^@/]*@)?(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:|\/|$)/.test(address);
}
