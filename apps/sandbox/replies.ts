import { createTransport } from "nodemailer";
import type { Delivered } from "./outbox.ts";

/** Sends replies of people who got a mail. */
export interface Replies {
  /** Rejects if Fairhouse does not accept it. */
  send(mail: Delivered, text: string): Promise<void>;
}

/** As a mail program does: to the address for replies, below the quoted text, referring to the mail. */
export function createReplies(port: number): Replies {
  const transport = createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true });
  return {
    async send({ to, replyTo, messageId, subject, at, text: quoted }, text) {
      await transport.sendMail({
        from: to,
        to: replyTo,
        subject: `Re: ${subject ?? ""}`,
        text: `${text}\n\nOn ${at} Fairhouse wrote:\n${quoted.replace(/^/gm, "> ")}\n`,
        ...(messageId !== undefined && { inReplyTo: messageId, references: messageId }),
      });
    },
  };
}
