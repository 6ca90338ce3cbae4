import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { linkExpired } from "../shared/errors.ts";
import {
  checkTokenByEmail,
  checkTokenByPhone,
  confirmCodeByEmail,
  confirmCodeByPhone,
  confirmTokenByEmail,
  confirmTokenByPhone,
  forgotByEmail,
  forgotByPhone,
  resetByEmailCode,
  resetByPhone,
  resetByToken,
  setPassword,
  updatePassword,
} from "../shared/restore-contract.ts";
import type { FromBrowser } from "./browsers.ts";
import type { CaptchaPort } from "./captcha-port.ts";
import { askedForCodes, waitOf } from "./code-handlers.ts";
import type { Codes } from "./codes.ts";
import { type Contact, type ContactKind, emailContact, phoneContact } from "./contact.ts";
import { refuseCode } from "./contact-handlers.ts";
import { holderOf } from "./contact-store.ts";
import type { Contacts } from "./contacts.ts";
import type { Links } from "./links.ts";
import type { Logins } from "./logins.ts";
import type { OwnPassword } from "./own-password.ts";
import type { Passwords } from "./passwords.ts";

export interface RestoreHandlerParts {
  readonly host: Host;
  readonly passwords: Passwords;
  readonly ownPassword: OwnPassword;
  readonly codes: Codes;
  readonly contacts: Contacts;
  readonly logins: Logins;
  readonly links: Links;
  readonly captchaPort: Pick<CaptchaPort, "requireAboveRates">;
}

/** The proven player, or the error for an invalid proof. */
type Proof =
  | { readonly player: PlayerId; readonly kind: ContactKind; readonly key: string }
  | "wrong"
  | "over"
  | "link_over";
type Prove = (tx: Tx) => Promise<Proof>;

/** New passwords: for forgotten ones, and for signed-in players. */
export function restoreHandlers(parts: RestoreHandlerParts): readonly Handler[] {
  return [...forgottenHandlers(parts), ...signedInHandlers(parts)];
}

function forgottenHandlers(parts: RestoreHandlerParts): readonly Handler[] {
  const { host, passwords, ownPassword, codes, contacts, logins, links, captchaPort } = parts;

  async function forgot(call: Call, contact: Contact, captcha: string | undefined) {
    await captchaPort.requireAboveRates(askedForCodes(contact), captcha, call.ip);
    const send = host.db.tx(async tx => {
      const holder = await holderOf(tx, contact);
      const secret = await links.issue(tx, "restore", contact, holder?.id ?? null);
      const path = `/reset-password/${secret}`;
      const query = contact.kind === "phone" ? `?phone=${encodeURIComponent(contact.key)}` : "";
      return codes.send(tx, {
        subject: { purpose: "restore", contact },
        locale: call.locale,
        real: holder !== undefined,
        contact: { ...contact, address: holder?.address ?? contact.address },
        channel: contact.kind === "email" ? "email" : "sms",
        link: links.address(call, path) + query,
        from: call,
      });
    });
    return { data: { resend_in: await send.catch(waitOf) } };
  }

  const byCode =
    (from: FromBrowser, contact: Contact, code: string): Prove =>
    async tx => {
      const tried = await codes.take(tx, { purpose: "restore", contact }, code, from);
      if (tried.kind !== "right") return tried.kind;
      const holder = await holderOf(tx, contact);
      return holder ? { player: holder.id, kind: contact.kind, key: contact.key } : "wrong";
    };
  const byToken =
    (token: string): Prove =>
    async tx => {
      const link = await links.take(tx, "restore", token);
      return link ? { player: link.player, kind: link.kind, key: link.contactKey } : "link_over";
    };

  /** Exchanges a proof for a token that is valid for another half hour. */
  async function exchange(prove: Prove) {
    const result = await host.db.tx(async tx => {
      const proof = await prove(tx);
      return typeof proof === "string"
        ? { refused: proof }
        : { secret: await links.issue(tx, "restore", proof, proof.player) };
    });
    return "secret" in result ? { data: { reset_token: result.secret } } : refuse(result.refused);
  }

  async function check(token: string, phone?: string): Promise<undefined> {
    const link = await links.read(host.db, "restore", token);
    if (!link || (phone !== undefined && link.contactKey !== phoneContact(phone).key)) fail(linkExpired);
    return undefined;
  }

  async function reset(call: Call, chosen: { password: string; password_confirm: string }, prove: Prove) {
    ownPassword.check(chosen.password, chosen.password_confirm, "password_confirm");
    const passwordHash = await passwords.hash(chosen.password);
    const result = await host.db.tx(async tx => {
      const proof = await prove(tx);
      if (typeof proof === "string") return proof;
      await contacts.proved(tx, proof.player, proof.kind);
      await ownPassword.put(tx, proof.player, passwordHash, null);
      return logins.enter(tx, call, { player: proof.player });
    });
    return typeof result === "string" ? refuse(result) : result;
  }

  return [
    handle(forgotByEmail, call => forgot(call, emailContact(call.input.body.email), call.input.body.captcha)),
    handle(forgotByPhone, call => forgot(call, phoneContact(call.input.body.phone), call.input.body.captcha)),
    handle(confirmCodeByEmail, call => {
      const { email, code } = call.input.body;
      return exchange(byCode(call, emailContact(email), code));
    }),
    handle(confirmCodeByPhone, async call => {
      const { phone, code } = call.input.body;
      return exchange(byCode(call, phoneContact(phone), code));
    }),
    handle(confirmTokenByEmail, ({ input }) => exchange(byToken(input.body.token))),
    handle(confirmTokenByPhone, ({ input }) => exchange(byToken(input.body.token))),
    handle(checkTokenByEmail, ({ input }) => check(input.body.token)),
    handle(checkTokenByPhone, ({ input }) => check(input.body.token, input.body.phone)),
    handle(resetByToken, call => reset(call, call.input.body, byToken(call.input.body.token))),
    handle(resetByEmailCode, call => {
      const { body } = call.input;
      return reset(call, body, byCode(call, emailContact(body.email), body.code));
    }),
    handle(resetByPhone, async call => {
      const { body } = call.input;
      if (body.token !== undefined) return reset(call, body, byToken(body.token));
      const { phone, code } = body;
      if (phone === undefined || code === undefined) {
        const missing = {
          ...(phone === undefined && { phone: ["required"] }),
          ...(code === undefined && { code: ["required"] }),
        };
        return fail(validationFailed, { errors: missing });
      }
      return reset(call, body, byCode(call, phoneContact(phone), code));
    }),
  ];
}

function signedInHandlers({ ownPassword }: RestoreHandlerParts): readonly Handler[] {
  return [
    handle(updatePassword, async ({ session, input: { body } }) => {
      ownPassword.check(body.password, body.password_confirm, "password_confirm");
      await ownPassword.demandProof(session);
      await ownPassword.demand(session.player, body.old_password, "old_password");
      await ownPassword.change(session, body.password);
      return undefined;
    }),
    handle(setPassword, async ({ session, input: { body } }) => {
      ownPassword.check(body.password, body.confirm_password, "confirm_password");
      await ownPassword.demandProof(session);
      await ownPassword.first(session, body.password);
      return undefined;
    }),
  ];
}

function refuse(proof: Exclude<Proof, object>): never {
  return proof === "link_over" ? fail(linkExpired) : refuseCode(proof);
}
