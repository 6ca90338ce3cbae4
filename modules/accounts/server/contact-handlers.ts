import { Failure, fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import {
  resendEmailCode,
  resendPhoneCode,
  sendEmailCode,
  sendPhoneCode,
  verifyEmail,
  verifyPhone,
} from "../shared/contacts-contract.ts";
import type { Codes } from "./codes.ts";
import { type Contact, type ContactKind, emailContact, phoneContact } from "./contact.ts";
import { lockContacts } from "./contact-store.ts";
import { type Contacts, provedContact } from "./contacts.ts";
import type { OwnPassword } from "./own-password.ts";

export interface ContactHandlerParts {
  readonly host: Host;
  readonly codes: Codes;
  readonly contacts: Contacts;
  readonly ownPassword: OwnPassword;
}

/** Confirming and replacing a player's own contacts. */
export function contactHandlers({ host, codes, contacts, ownPassword }: ContactHandlerParts): readonly Handler[] {
  type EmailCall = Call<typeof sendEmailCode> | Call<typeof resendEmailCode>;
  type PhoneCall = Call<typeof sendPhoneCode> | Call<typeof resendPhoneCode>;

  async function send(call: EmailCall | PhoneCall, contact: Contact, channel: "email" | "sms" | "call") {
    const { player } = call.session;
    if (await isReplacement(host, player, contact)) {
      await ownPassword.demandProof(call.session);
      const { password } = call.input.body;
      if (password === undefined) fail(validationFailed, { errors: { password: ["password_needed"] } });
      await ownPassword.demand(player, password, "password");
    }
    const wait = await host.db.tx(tx =>
      contacts.sendCode(tx, player, contact, { channel, locale: call.locale, from: call }),
    );
    return { data: { resend_in: wait } };
  }

  async function verify(call: Call<typeof verifyEmail> | Call<typeof verifyPhone>, kind: ContactKind) {
    const { player } = call.session;
    const { code } = call.input.body;
    const result = await host.db.tx(async tx => {
      const tried = await codes.take(tx, { purpose: "contact", player, kind }, code, call);
      if (tried.kind !== "right" || tried.address === null) return tried.kind;
      const contact = kind === "email" ? emailContact(tried.address) : phoneContact(tried.address);
      try {
        await contacts.confirm(tx, player, contact);
      } catch (error) {
        // Refused before anything was written; the code is used up anyway.
        if (error instanceof Failure) return error;
        throw error;
      }
      return "right";
    });
    if (result instanceof Failure) throw result;
    if (result !== "right") refuseCode(result);
    return { data: { verified: true as const } };
  }

  const sendEmail = (call: EmailCall) => send(call, emailContact(call.input.body.email), "email");
  const sendPhone = (call: PhoneCall) =>
    send(call, phoneContact(call.input.body.phone), call.input.query.type ?? "call");
  return [
    handle(sendEmailCode, call => sendEmail(call)),
    handle(resendEmailCode, call => sendEmail(call)),
    handle(sendPhoneCode, call => sendPhone(call)),
    handle(resendPhoneCode, call => sendPhone(call)),
    handle(verifyEmail, call => verify(call, "email")),
    handle(verifyPhone, call => verify(call, "phone")),
  ];
}

/** Whether a contact would replace another one that the player has confirmed. */
function isReplacement(host: Host, player: PlayerId, contact: Contact): Promise<boolean> {
  return host.db.tx(async tx => {
    const own = await lockContacts(tx, player);
    const proved = own && provedContact(own, contact.kind);
    return proved !== undefined && proved.key !== contact.key;
  });
}

/** The error for a wrong code. */
export function refuseCode(kind: "wrong" | "over" | "right"): never {
  fail(validationFailed, { errors: { code: [kind === "wrong" ? "code_wrong" : "code_over"] } });
}
