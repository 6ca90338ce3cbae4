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

/** What a code is for; it is good for nothing else. */
export type CodePurpose = "login" | "restore" | "contact";

const codeTimes = { lifeMs: 10 * 60_000, tries: 5 };

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
  /** Who asks: a code to come in by is good in that browser only, and the caps of an address count beside the contact's. */
  readonly from: Asker;
  /** Whoever asks has shown the right password: over the caps one code a day is left for him. */
  readonly reserved?: boolean;
}

export type Tried = { readonly kind: "right"; readonly address: string | null } | { readonly kind: "wrong" | "over" };

/** Who asks for a code. */
export type Asker = FromBrowser & Pick<Call, "ip">;

/** Codes of six figures by mail, SMS and call: ten minutes, five tries, one living code for a purpose and a subject. */
export interface Codes {
  /**
   * Sends a new code, unless the last one asked for from there is less than a minute old. Fails with `too_many_codes` over the caps, and with
   * `phone_messages_paused` where the house sends nothing to phones at present; before anything is written.
   * @returns seconds until the next one may be asked for
   */
  send(tx: Tx, order: CodeOrder): Promise<number>;
  /**
   * Takes one try. A right code is used up. The transaction must commit whatever comes out, or the try would not count:
   * fail after it, not inside. `over`: none was sent to this browser, or it is used, too old, or was tried five times.
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
      const code = sixFigures(host);
      const expiresAt = new Date(now.getTime() + codeTimes.lifeMs);
      const address = subject.purpose === "contact" ? contact.address : null;
      // First of all, because it may be refused: a caller that goes on without a code has then written nothing.
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

/** A code that confirms a contact belongs to its player; one to come in by, to the browser that asked for it. */
function subjectHash(subject: Subject, browser: Buffer | undefined): Buffer {
  const parts =
    subject.purpose === "contact"
      ? [subject.purpose, subject.kind, subject.player]
      : [subject.purpose, subject.contact.kind, subject.contact.key, browser?.toString("hex") ?? ""];
  return hash("sha256", JSON.stringify(parts), "buffer");
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
