import { createTransport } from "nodemailer";
import type { Config } from "#kit/host/config.ts";
import type { MessageChannel } from "./templates.ts";

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
}

/**
 * The carriers that deliver messages. Resolves when the carrier has accepted it. Errors contain neither the recipient nor any of the
 * message: they go to the log.
 */
export interface Carriers {
  carry(letter: Letter): Promise<void>;
  close(): void;
}

const timeoutMs = 8_000;

/** Mail over SMTP, SMS and calls over one provider's HTTP API. */
export function createCarriers(config: Pick<Config, "SMTP_URL" | "MAIL_FROM" | "SMS_URL" | "SMS_TOKEN">): Carriers {
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

  async function mail({ id, to, subject, text, html }: Letter): Promise<void> {
    // As an object: in a string a comma would make two recipients of one.
    const recipient = { name: "", address: to };
    try {
      await transport.sendMail({ to: recipient, subject, text, html, messageId: `<${id}@${host}>` });
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      throw new Error(
        `the mail server did not accept a message (${code ?? "no code"}, ${responseCode ?? "no response"})`,
      );
    }
  }

  async function phone({ id, to, text, channel, language }: Letter): Promise<void> {
    const status = await fetch(`${config.SMS_URL}/messages`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${config.SMS_TOKEN}`,
        "idempotency-key": id,
      },
      body: JSON.stringify({ to, text, type: channel === "call" ? "voice" : "text", language }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      answer => answer.status,
      () => "no answer",
    );
    if (status !== 200 && status !== 201 && status !== 202)
      throw new Error(`the SMS provider did not accept a message (${status})`);
  }

  return {
    carry: letter => (letter.channel === "email" ? mail(letter) : phone(letter)),
    close: () => transport.close(),
  };
}

/** On localhost the connection cannot be intercepted; anywhere else mail is sent over TLS or not at all. */
function isLoopback(address: string): boolean {
  return /^smtp:\/\/([^@/]*@)?(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:|\/|$)/.test(address);
}
