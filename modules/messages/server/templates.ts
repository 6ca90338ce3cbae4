import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import english from "../locale/templates/en.json" with { type: "json" };

/** The channel of a message. `call` is a voice that reads the text out. */
export type MessageChannel = "email" | "sms" | "call";

/** The values of each template. A new template is a line here and its text in each of `locale/templates/*.json`. */
export interface TemplateValues {
  /** A code that signs in, or that is the second step of a login. */
  login_code: { readonly code: string };
  /** A code that confirms an address or a number. */
  confirm_contact: { readonly code: string };
  /** A code, and a link that does the same, to set a new password. */
  restore_password: { readonly code: string; readonly link: string };
  /** A link that signs in without a password. */
  login_link: { readonly link: string };
  /** A question to support, and its answer; `hint`: that the mail can be replied to, or nothing. */
  support_answer: { readonly question: string; readonly answer: string; readonly hint: string };
  /** A conversation with support, line by line. */
  support_transcript: { readonly transcript: string };
  /** The only place where the link of an operator's invitation is shown. */
  operator_invitation: { readonly name: string; readonly role: string; readonly link: string };
  /** A one-use code was issued at the server's console in place of an operator's app. */
  operator_emergency: { readonly name: string; readonly email: string; readonly reason: string };
  /** A report of a schedule can be downloaded. */
  report_ready: {
    readonly report: string;
    readonly from: string;
    readonly to: string;
    readonly zone: string;
    readonly rows: string;
    readonly link: string;
  };
  /** An owner was added at the server's console. */
  owner_added: { readonly name: string; readonly email: string };
  password_changed: Record<string, never>;
  /** `contact`: the new address or number, masked. */
  contact_changed: { readonly contact: string };
  /** `device`: browser and system, if known; `address`: the IP address. */
  new_device: { readonly device: string; readonly address: string };
  /** `sum`: with its currency; `place`: its destination. */
  payout_requested: { readonly sum: string; readonly place: string };
  payout_paid: { readonly sum: string; readonly place: string };
  payout_declined: { readonly sum: string; readonly place: string };
  limits_changed: Record<string, never>;
  break_began: { readonly until: string };
  totp_on: Record<string, never>;
  totp_off: Record<string, never>;
  passkey_added: Record<string, never>;
  passkey_removed: Record<string, never>;
  recovery_codes_renewed: Record<string, never>;
  /** An offer. `link` leads to it, `unsubscribe` to the page that stops such mails. */
  bonus_offer: {
    readonly sum: string;
    readonly until: string;
    readonly link: string;
    readonly unsubscribe: string;
  };
}

export type TemplateName = keyof TemplateValues;

/** The texts of a template in one language. A template is sent only through the channels it has texts for. */
export interface TemplateTexts {
  readonly subject: string;
  /** Paragraphs of a mail. A paragraph that is `{code}` or `{link}` alone is highlighted: large digits, a button; `{unsubscribe}` alone is a link. */
  readonly lines: readonly string[];
  /** The label of the button of `{link}`. */
  readonly button?: string;
  /** The label of the link of `{unsubscribe}`. */
  readonly stop?: string;
  readonly sms?: string;
  /** Read out: digits of a code are spoken one by one. */
  readonly call?: string;
}

/** The text around every message. */
export interface FrameTexts {
  readonly hello: string;
  readonly foot: string;
  /** Above the text of a mail to a player who has chosen a phrase. */
  readonly phrase: string;
}

interface Texts {
  readonly frame: FrameTexts;
  readonly templates: Readonly<Record<TemplateName, TemplateTexts>>;
}

const texts = readLocale<Texts>(english, join(import.meta.dirname, "../locale/templates"));

export function templateTexts(locale: Locale, name: TemplateName): TemplateTexts {
  return texts[locale].templates[name];
}

export function frameTexts(locale: Locale): FrameTexts {
  return texts[locale].frame;
}
