import { type ErrorCode, Failure, fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { MessageChannel, Messages } from "#modules/messages/server/index.ts";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import { tooManyCodes } from "../shared/errors.ts";
import { contactChanged } from "../shared/events.ts";
import type { Browsers } from "./browsers.ts";
import { lockIdentifier } from "./code-store.ts";
import type { Asker, Codes } from "./codes.ts";
import { type Contact, type ContactKind, emailContact, identifierOf, masked } from "./contact.ts";
import { dropContact, holderOf, lockContacts, type OwnContacts, setContact } from "./contact-store.ts";
import { type Exclusions, identifierOfContact } from "./exclusions.ts";
import { forgetLogins } from "./login-store.ts";
import type { Sessions } from "./sessions.ts";
import { deleteCredential } from "./store.ts";

/** Called when an account gets its rightful owner: removes what the previous holder left behind. */
export type TakeOverHook = (tx: Tx, player: PlayerId) => Promise<void>;

/** Contacts and their confirmation. */
export interface Contacts {
  onTakeOver(hook: TakeOverHook): void;
  /** Sends a code that confirms the contact for the player. @returns seconds until the next one */
  sendCode(
    tx: Tx,
    player: PlayerId,
    contact: Contact,
    delivery: { channel: MessageChannel; locale: Locale; from: Asker },
  ): Promise<number>;
  /** Sends the first code to a number given at registration; if the caps or the budget forbid it, the player can request it later. */
  sendFirstCode(tx: Tx, player: PlayerId, contact: Contact, delivery: { locale: Locale; from: Asker }): Promise<void>;
  /**
   * Makes a contact the player's after its code: an account that never confirmed it loses it; the contact it replaces is notified. Fails
   * with `validation_failed`: `email_taken` or `phone_taken` when another player has confirmed it.
   */
  confirm(tx: Tx, player: PlayerId, contact: Contact): Promise<void>;
  /**
   * A visitor without a session has confirmed a contact of this account. If that is its first confirmation, a stranger may have opened the
   * account in their name, so all access of that stranger is revoked: sessions, password, the other contact unless confirmed, and whatever
   * the hooks revoke.
   */
  proved(tx: Tx, player: PlayerId, kind: ContactKind): Promise<void>;
}

/** Refusals that do not fail a registration: the number is confirmed later. */
const refusedForNow: ReadonlySet<ErrorCode> = new Set([tooManyCodes, phonePaused]);

export function createContacts(parts: {
  bus: Host["bus"];
  sessions: Sessions;
  codes: Codes;
  messages: Messages;
  browsers: Browsers;
  exclusions: Pick<Exclusions, "has">;
}): Contacts {
  const { bus, sessions, codes, messages, browsers, exclusions } = parts;
  const hooks: TakeOverHook[] = [];

  const sendCode: Contacts["sendCode"] = (tx, player, contact, delivery) => {
    const subject = { purpose: "contact", player, kind: contact.kind } as const;
    return codes.send(tx, { subject, contact, ...delivery, real: true });
  };

  async function takeFrom(tx: Tx, contact: Contact, player: PlayerId): Promise<void> {
    if (await exclusions.has(tx, identifierOfContact(contact)))
      fail(validationFailed, { errors: { code: [`${contact.kind}_taken`] } });
    const holder = await holderOf(tx, contact);
    if (!holder || holder.id === player) return;
    if (holder.verified) fail(validationFailed, { errors: { code: [`${contact.kind}_taken`] } });
    await dropContact(tx, holder.id, contact.kind);
    await forgetLogins(tx, holder.id);
    await sessions.playerChanged(tx, holder.id);
  }

  async function notifyFormerContact(tx: Tx, player: PlayerId, own: OwnContacts, contact: Contact): Promise<void> {
    const former = provedContact(own, contact.kind);
    if (!former || former.key === contact.key) return;
    await bus.publish(tx, contactChanged, { player, contact: masked(contact) });
    await messages.send(tx, {
      player,
      channel: former.kind === "email" ? "email" : "sms",
      to: former.address,
      locale: own.locale ?? "en",
      template: "contact_changed",
      values: { contact: masked(contact) },
    });
  }

  return {
    onTakeOver: hook => void hooks.push(hook),
    sendCode,
    async sendFirstCode(tx, player, contact, { locale, from }) {
      try {
        await sendCode(tx, player, contact, { channel: "sms", locale, from });
      } catch (error) {
        // Thrown before anything was written: the registration continues.
        if (!(error instanceof Failure) || !refusedForNow.has(error.error)) throw error;
      }
    },
    async confirm(tx, player, contact) {
      await lockIdentifier(tx, identifierOf(contact));
      await takeFrom(tx, contact, player);
      const own = required(await lockContacts(tx, player), "a player who confirms a contact exists");
      await notifyFormerContact(tx, player, own, contact);
      await setContact(tx, player, contact);
      await sessions.playerChanged(tx, player);
    },
    async proved(tx, player, kind) {
      const own = required(await lockContacts(tx, player), "a player whose contact was proved exists");
      if (own[`${kind}Verified`]) return;
      await setContact(tx, player, required(contactOf(own, kind), "a confirmed contact exists"));
      const other = kind === "email" ? "phone" : "email";
      if (own[other] !== null && !own[`${other}Verified`]) await dropContact(tx, player, other);
      await sessions.endAll(tx, player, null, "takeover");
      await forgetLogins(tx, player);
      await browsers.forget(tx, player);
      await deleteCredential(tx, player);
      for (const hook of hooks) await hook(tx, player);
      await sessions.playerChanged(tx, player);
    },
  };
}

/** The player's contact of a kind, confirmed or not. */
export function contactOf(own: OwnContacts, kind: ContactKind): Contact | undefined {
  if (kind === "email") return own.email === null ? undefined : emailContact(own.email);
  return own.phone === null ? undefined : { kind, address: own.phone, key: own.phone };
}

export function provedContact(own: OwnContacts, kind: ContactKind): Contact | undefined {
  return own[`${kind}Verified`] ? contactOf(own, kind) : undefined;
}
