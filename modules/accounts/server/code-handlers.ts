import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import type { Counted } from "#modules/captcha/server/index.ts";
import {
  finishByEmail,
  finishByPhone,
  logInByEmailCode,
  logInByLink,
  logInByPhoneCode,
  readLoginLink,
  resendEmailLogin,
  resendPhoneLogin,
  sendLoginLink,
} from "../shared/codes-contract.ts";
import { linkExpired, tooManyCodes } from "../shared/errors.ts";
import type { CaptchaPort } from "./captcha-port.ts";
import type { Codes } from "./codes.ts";
import { type Contact, type ContactKind, emailContact, identifierOf, masked, phoneContact } from "./contact.ts";
import { refuseCode } from "./contact-handlers.ts";
import { holderOf, lockContacts } from "./contact-store.ts";
import { type Contacts, contactOf } from "./contacts.ts";
import type { Links } from "./links.ts";
import type { Logins } from "./logins.ts";

export interface CodeHandlerParts {
  readonly host: Host;
  readonly codes: Codes;
  readonly contacts: Contacts;
  readonly logins: Logins;
  readonly links: Links;
  readonly captchaPort: Pick<CaptchaPort, "requireAboveRates">;
}

type Channel = "email" | "sms" | "call";
type SendCall =
  | Call<typeof logInByEmailCode>
  | Call<typeof logInByPhoneCode>
  | Call<typeof resendEmailLogin>
  | Call<typeof resendPhoneLogin>;

/** Passwordless sign-in. */
export function codeHandlers({
  host,
  codes,
  contacts,
  logins,
  links,
  captchaPort,
}: CodeHandlerParts): readonly Handler[] {
  async function send(call: SendCall, contact: Contact, channel: Channel) {
    await captchaPort.requireAboveRates(askedForCodes(contact), call.input.body.captcha, call.ip);
    const wait = await host.db.tx(async tx => {
      const holder = await holderOf(tx, contact);
      const to = { ...contact, address: holder?.address ?? contact.address };
      const order = { subject: { purpose: "login", contact }, channel, locale: call.locale } as const;
      return codes.send(tx, { ...order, contact: to, real: holder !== undefined, from: call });
    });
    call.setStatus(202);
    return { data: { resend_in: wait } };
  }

  async function enter(call: Call, contact: Contact, code: string) {
    const result = await host.db.tx(async tx => {
      const tried = await codes.take(tx, { purpose: "login", contact }, code, call);
      if (tried.kind !== "right") return tried.kind;
      const holder = await holderOf(tx, contact);
      // A code for an address without an account, which was never sent, was guessed.
      if (!holder) return "wrong";
      await contacts.proved(tx, holder.id, contact.kind);
      return logins.enter(tx, call, { player: holder.id });
    });
    return typeof result === "string" ? refuseCode(result) : result;
  }

  async function finish(call: Call<typeof finishByEmail> | Call<typeof finishByPhone>, kind: ContactKind) {
    const { challenge, code } = call.input.body;
    return logins.finish(call, { challenge, method: kind }, async (tx, player) => {
      const own = required(await lockContacts(tx, player), "a player with a challenge exists");
      const contact = contactOf(own, kind);
      if (!contact) return "code_over";
      const { kind: verdict } = await codes.take(tx, { purpose: "login", contact }, code, call);
      // The password was right too: the player is the account's owner, and nothing is taken away.
      if (verdict === "right" && !own[`${kind}Verified`]) await contacts.confirm(tx, player, contact);
      return verdict === "right" ? "right" : `code_${verdict}`;
    });
  }

  const phoneChannel = (call: Call<typeof resendPhoneLogin>): Channel => call.input.query.type ?? "call";
  return [
    handle(logInByEmailCode, call => {
      const { email, code } = call.input.body;
      const contact = emailContact(email);
      return code === undefined ? send(call, contact, "email") : enter(call, contact, code);
    }),
    handle(logInByPhoneCode, call => {
      const { phone, code } = call.input.body;
      const contact = phoneContact(phone);
      return code === undefined ? send(call, contact, call.input.query.type ?? "call") : enter(call, contact, code);
    }),
    handle(resendEmailLogin, call => send(call, emailContact(call.input.body.email), "email")),
    handle(resendPhoneLogin, call => send(call, phoneContact(call.input.body.phone), phoneChannel(call))),
    handle(finishByEmail, call => finish(call, "email")),
    handle(finishByPhone, call => finish(call, "phone")),
    handle(sendLoginLink, async call => {
      const { email, captcha } = call.input.body;
      const contact = emailContact(email);
      await captchaPort.requireAboveRates(askedForCodes(contact), captcha, call.ip);
      const wait = await host.db.tx(tx => links.mailLogin(tx, contact, call)).catch(waitOf);
      return { data: { resend_in: wait } };
    }),
    handle(readLoginLink, async call => {
      const link = await links.read(host.db, "login", call.input.body.token);
      if (!link) fail(linkExpired);
      return { data: { account: masked({ kind: link.kind, address: link.contactKey }) } };
    }),
    handle(logInByLink, async call => {
      const entered = await host.db.tx(async tx => {
        const link = await links.take(tx, "login", call.input.body.token);
        if (!link) return null;
        await contacts.proved(tx, link.player, link.kind);
        return logins.enter(tx, call, { player: link.player });
      });
      return entered ?? fail(linkExpired);
    }),
  ];
}

/** From the second message requested by an IP address or for a contact, a captcha is required. */
export function askedForCodes(contact: Contact): readonly Counted[] {
  const what = "code";
  return [
    { what, free: 1 },
    { what, free: 1, whose: identifierOf(contact).toString("hex") },
  ];
}

/** Over the caps nothing is sent; the response has only the time of the next message. */
export function waitOf(error: unknown): number {
  if (error instanceof Failure && error.error === tooManyCodes) return error.details.retryAfter ?? 60;
  throw error;
}
