import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { MessageChannel, Messages } from "#modules/messages/server/index.ts";
import { tooManyCodes } from "../shared/errors.ts";
import { deleteCode, lockIdentifier, putCode, recordSend, sendsSince, tryCode } from "./code-store.ts";
import { type Contact, type ContactKind, identifierOf } from "./contact.ts";

/** What a code is for; it is good for nothing else. */
export type CodePurpose = "login" | "restore" | "contact";

export const codeTimes = { lifeMs: 10 * 60_000, resendMs: 60_000, tries: 5 };
/** Codes of one purpose in ten minutes, and of all purposes in a day, to one contact or ordered by one player. */
const caps = { windowMs: 10 * 60_000, inWindow: 3, dayMs: 86_400_000, inDay: 10 };

/**
 * Whose code it is: of a contact, or of a player who confirms a contact. The first is the same for a contact that no
 * account has.
 */
export type Subject =
  | { readonly purpose: "login" | "restore"; readonly contact: Contact }
  | { readonly purpose: "contact"; readonly player: PlayerId; readonly kind: ContactKind };

export interface CodeOrder {
  readonly subject: Subject;
  /** Where it goes. */
  readonly contact: Contact;
  readonly channel: MessageChannel;
  readonly locale: Locale;
  /** False when nobody has the contact: everything is done as if, and nothing is sent. */
  readonly real: boolean;
  /** Of a restore: the address that does the same as the code. */
  readonly link?: string;
}

export type Tried = { readonly kind: "right"; readonly address: string | null } | { readonly kind: "wrong" | "over" };

/** Codes of six figures by mail, SMS and call: ten minutes, five tries, one living code for a purpose and a subject. */
export interface Codes {
  /**
   * Sends a new code, unless the last one is less than a minute old. Fails with `too_many_codes` over the caps, and with
   * `phone_messages_paused` where the house sends nothing to phones at present; before anything is written.
   * @returns seconds until the next one may be asked for
   */
  send(tx: Tx, order: CodeOrder): Promise<number>;
  /**
   * Takes one try. A right code is used up. The transaction must commit whatever comes out, or the try would not count:
   * fail after it, not inside. `over`: none was sent, or it is used, too old, or was tried five times.
   */
  take(tx: Tx, subject: Subject, code: string): Promise<Tried>;
}

export function createCodes(host: Host, messages: Messages): Codes {
  const root = Buffer.from(host.config.SECRET_KEY, "hex");
  const key = new Uint8Array(hkdfSync("sha256", root, "", "fairhouse codes", 32));
  const mac = (subject: Buffer, id: string, code: string) =>
    createHmac("sha256", key).update(subject).update(`${id}.${code}`).digest();

  return {
    async send(tx, { subject, contact, channel, locale, real, link }) {
      const now = new Date(host.clock.now());
      const own = identifierOf(contact);
      const counted = [own, ...(subject.purpose === "contact" ? [identifierOfPlayer(subject)] : [])];
      for (const identifier of counted) {
        await lockIdentifier(tx, identifier);
        // A number that was mistyped may be corrected at once: a player waits for a contact, not for himself.
        const pause = await pauseBefore(tx, identifier, subject.purpose, now, identifier === own);
        if (pause > 0) return pause;
      }
      const hashed = subjectHash(subject);
      const id = host.ids.next();
      const code = sixFigures(host);
      const expiresAt = new Date(now.getTime() + codeTimes.lifeMs);
      const address = subject.purpose === "contact" ? contact.address : null;
      // First of all, because it may be refused: a caller that goes on without a code has then written nothing.
      const way = { channel, to: contact.address, locale, until: expiresAt };
      const post = real ? messages.send : messages.pretend;
      if (subject.purpose === "restore")
        await post(tx, {
          ...way,
          template: "restore_password",
          values: { code, link: must(link, "a restore's link") },
        });
      else
        await post(tx, {
          ...way,
          template: subject.purpose === "login" ? "login_code" : "confirm_contact",
          values: { code },
        });
      await putCode(tx, { subject: hashed, id, hash: mac(hashed, id, code), address, expiresAt });
      for (const identifier of counted) await recordSend(tx, identifier, subject.purpose, now);
      return codeTimes.resendMs / 1000;
    },
    async take(tx, subject, code) {
      const hashed = subjectHash(subject);
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

function subjectHash(subject: Subject): Buffer {
  const parts =
    subject.purpose === "contact"
      ? [subject.purpose, subject.kind, subject.player]
      : [subject.purpose, subject.contact.kind, subject.contact.key];
  return hash("sha256", JSON.stringify(parts), "buffer");
}

function identifierOfPlayer({ player }: { player: PlayerId }): Buffer {
  return hash("sha256", `codes of ${player}`, "buffer");
}

/** Six figures, each code as likely as every other: values over the last whole million are drawn again. */
function sixFigures({ random }: Pick<Host, "random">): string {
  const size = 1_000_000;
  const whole = 2 ** 32 - (2 ** 32 % size);
  for (;;) {
    const value = Buffer.from(random.bytes(4)).readUInt32BE();
    if (value < whole) return String(value % size).padStart(6, "0");
  }
}

/**
 * Seconds until the next message of a purpose may be sent, 0 for now; without `resend` only the caps count. Lock the
 * identifier first. Fails with `too_many_codes` when a cap is reached.
 */
export async function pauseBefore(
  tx: Tx,
  identifier: Buffer,
  purpose: string,
  now: Date,
  resend = true,
): Promise<number> {
  const sends = await sendsSince(tx, identifier, new Date(now.getTime() - caps.dayMs));
  const left = (sent: { sent_at: Date } | undefined, span: number) =>
    sent === undefined ? 0 : Math.ceil(Math.max(0, sent.sent_at.getTime() + span - now.getTime()) / 1000);
  const same = sends.filter(sent => sent.purpose === purpose);
  const soon = resend ? left(same[0], codeTimes.resendMs) : 0;
  if (soon > 0) return soon;
  const capped = Math.max(left(same[caps.inWindow - 1], caps.windowMs), left(sends[caps.inDay - 1], caps.dayMs));
  if (capped > 0) fail(tooManyCodes, { retryAfter: capped });
  return 0;
}
