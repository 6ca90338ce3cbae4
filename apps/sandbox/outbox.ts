import type { Clock } from "#kit/host/host.ts";

/** A delivered message. `code` and `link` are extracted from its text. */
export interface Delivered {
  readonly id: number;
  /** `call`: a voice call that reads the text out. `push`: to a browser of the sandbox's push service, by its id. */
  readonly channel: "email" | "sms" | "call" | "push";
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
  /** Of a mail only: the address for replies, and below it the id that replies refer to. */
  readonly replyTo?: string;
  readonly messageId?: string;
  readonly code?: string;
  readonly link?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface Outbox {
  put(
    message: Pick<Delivered, "channel" | "to" | "text"> &
      Partial<Pick<Delivered, "subject" | "html" | "replyTo" | "messageId">>,
  ): void;
  /** The newest first; with an address or a number only its messages. */
  list(to?: string): readonly Delivered[];
  find(id: number): Delivered | undefined;
}

/** Capacity; the oldest messages are removed. */
const most = 500;

/** The latest delivered messages of all mailboxes and phones. */
export function createOutbox(clock: Pick<Clock, "now">): Outbox {
  const messages: Delivered[] = [];
  let count = 0;
  return {
    put(message) {
      const at = new Date(clock.now()).toISOString();
      messages.unshift({ id: ++count, ...message, ...found(message.text), at });
      messages.length = Math.min(messages.length, most);
    },
    list(to) {
      const wanted = to === undefined ? undefined : mailbox(to);
      return messages.filter(message => wanted === undefined || mailbox(message.to) === wanted);
    },
    find: id => messages.find(message => message.id === id),
  };
}

/** A number may lack its plus sign, which a URL query decodes as a space. */
function mailbox(to: string): string {
  if (to.includes("@")) return to.trim().toLowerCase();
  return /[a-z_]/i.test(to) ? to : to.replace(/\D/g, "");
}

function found(text: string): { code?: string; link?: string } {
  const link = /https?:\/\/[^\s<>"]+/.exec(text)?.[0];
  const code = /(?<![\d+/])\d(?: ?\d){5}(?![\d])/.exec(link ? text.replace(link, "") : text)?.[0].replaceAll(" ", "");
  return { ...(code !== undefined && { code }), ...(link !== undefined && { link }) };
}
