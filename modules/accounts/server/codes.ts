import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { MessageChannel, Messages } from "#modules/messages/server/index.ts";
import type { Browsers, FromBrowser } from "./browsers.ts";
import { pauseBefore, recordSends, resendMs } from "./code-caps.ts";
import { deleteCode, putCode, tryCode } from "./code-store.ts";
import type { Contact, ContactKind } from "./contact.ts";

/** The purpose of a code; it works for no other. */
export type CodePurpose = "login" | "restore" | "contact";

const codeTimes = { lifeMs: 10 * 60_000, tries: 5 };

/** The subject of a code: a contact, or a player who confirms a contact. A contact's is the same whether an account has it or not. */
export type Subject =
  | { readonly purpose: "login" | "restore"; readonly contact: Contact }
  | { readonly purpose: "contact"; readonly player: PlayerId; readonly kind: ContactKind };

export interface CodeOrder {
  readonly subject: Subject;
  /** The recipient. */
  readonly contact: Contact;
  readonly channel: MessageChannel;
  readonly locale: Locale;
  /** False when no account has the contact: the same work is done, but nothing is sent. */
  readonly real: boolean;
  /** For a password reset: the link that works like the code. */
  readonly link?: string;
  /** The requester: a sign-in code works in that browser only, and caps apply to the IP address as well as to the contact. */
  readonly from: Asker;
  /** The requester has given the right password: over the caps one code a day is still sent. */
  readonly reserved?: boolean;
}

export type Tried = { readonly kind: "right"; readonly address: string | null } | { readonly kind: "wrong" | "over" };

/** Who requests a code. */
export type Asker = FromBrowser & Pick<Call, "ip">;

/** Six-digit codes by mail, SMS and call: ten minutes, five tries, one valid code per purpose and subject. */
export interface Codes {
  /**
   * Sends a new code, unless the last one was requested from there less than a minute ago. Fails, before anything is written, with
   * `too_many_codes` over the caps, and with `phone_messages_paused` while no messages are sent to phones.
   * @returns seconds until the next request
   */
  send(tx: Tx, order: CodeOrder): Promise<number>;
  /**
   * Uses one try. A right code is used up. The transaction must commit whatever the result, or the try would not count: fail after it, not
   * inside. `over`: no code was sent to this browser, or it is used, expired, or was tried five times.
   */
  take(tx: Tx, subject: Subject, code: string, from: FromBrowser): Promise<Tried>;
}

export function createCodes(host: Host, messages: Messages, browsers: Browsers): Codes {
  const root = Buffer.from(host.config.SECRET_KEY, "hex");
  const key = new Uint8Array(hkdfSync("sha256", root, "", "fairhouse codes", 32));
  const mac = (subject: Buffer, id: string, code: string) =>
    createHmac("sha256", key).update(subject).update(`${id}.${code}`).digest();

  return {
    async send(tx, { subject, contact, channel, locale, real, link, from, reserved = false }) {
      const now = new Date(host.clock.now());
      const { purpose } = subject;
      const player = purpose === "contact" ? subject.player : undefined;
      const asked = { contact, ip: from.ip, player, purpose, factor: host.config.RATE_LIMIT_FACTOR };
      const allowed = await pauseBefore(tx, asked, now, reserved);
      if (allowed.kind === "pause") return allowed.seconds;
      const hashed = subjectHash(subject, browsers.identify(from));
      const id = host.ids.next();
      const code = sixDigits(host);
      const expiresAt = new Date(now.getTime() + codeTimes.lifeMs);
      const address = subject.purpose === "contact" ? contact.address : null;
      // First, because it may be refused: a caller that continues without a code has then written nothing.
      const delivery = { channel, to: contact.address, locale, until: expiresAt };
      const post = real ? messages.send : messages.pretend;
      if (subject.purpose === "restore")
        await post(tx, {
          ...delivery,
          template: "restore_password",
          values: { code, link: required(link, "a restore's link") },
        });
      else
        await post(tx, {
          ...delivery,
          template: subject.purpose === "login" ? "login_code" : "confirm_contact",
          values: { code },
        });
      await putCode(tx, { subject: hashed, id, hash: mac(hashed, id, code), address, expiresAt });
      await recordSends(tx, allowed, purpose, now);
      return resendMs / 1000;
    },
    async take(tx, subject, code, from) {
      const hashed = subjectHash(subject, browsers.of(from));
      const row = await tryCode(tx, hashed, codeTimes.tries, new Date(host.clock.now()));
      const right = timingSafeEqual(mac(hashed, row?.id ?? noCode, code), row?.hash ?? nothing);
      if (!row) return { kind: "over" };
      if (!right) return { kind: "wrong" };
      await deleteCode(tx, hashed);
      return { kind: "right", address: row.address };
    },
  };
}

const noCode = "00000000-0000-0000-0000-000000000000" as Uuid;
const nothing = Buffer.alloc(32);

/** A code that confirms a contact belongs to its player; a sign-in code to the browser that requested it. */
function subjectHash(subject: Subject, browser: Buffer | undefined): Buffer {
  const parts =
    subject.purpose === "contact"
      ? [subject.purpose, subject.kind, subject.player]
      : [subject.purpose, subject.contact.kind, subject.contact.key, browser?.toString("hex") ?? ""];
  return hash("sha256", JSON.stringify(parts), "buffer");
}

/** Six digits, all codes equally likely: values in the incomplete last million are drawn again. */
function sixDigits({ random }: Pick<Host, "random">): string {
  const size = 1_000_000;
  const whole = 2 ** 32 - (2 ** 32 % size);
  for (;;) {
    const value = Buffer.from(random.bytes(4)).readUInt32BE();
    if (value < whole) return String(value % size).padStart(6, "0");
  }
}
