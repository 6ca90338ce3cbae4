import type { Locale } from "#kit/i18n/locale.ts";
import { type TemplateName, type TemplateTexts, type TemplateValues, templateNames } from "../shared/template-forms.ts";
import { type MailParts, mailParts, render } from "./render.ts";
import { type TextsOf, templateTexts } from "./templates.ts";

/** A message as its recipient reads it, with values that are examples. */
export interface Preview {
  readonly name: TemplateName;
  readonly mail: MailParts;
  /** Null: it is not sent through this channel. */
  readonly sms: string | null;
  readonly call: string | null;
}

const link = "https://fairhouse.example/l/example";
const code = "123456";
const person = { name: "Askar", email: "askar@office.example" };
const payout = { sum: "₸25,000", place: "•••• 4242" };
const fromAddress = { name: person.name, address: "203.0.113.7" };
const laptop = { ...fromAddress, passkey: "Work laptop" };
const nothing = {};

/** Values of each template. What people type in is in English here. */
const examples: { readonly [T in TemplateName]: TemplateValues[T] } = {
  login_code: { code },
  confirm_contact: { code },
  restore_password: { code, link },
  login_link: { link },
  support_answer: { question: "When is my withdrawal sent?", answer: "It was sent this morning.", hint: "" },
  support_transcript: {
    transcript: "12:04 Aruzhan: When is my withdrawal sent?\n12:06 Dana: It was sent this morning.",
  },
  operator_invitation: { name: person.name, role: "Support", link },
  operator_emergency: { ...person, reason: "The phone with the app was lost." },
  report_ready: {
    report: "Revenue by day",
    from: "2026-11-01",
    to: "2026-11-30",
    zone: "Asia/Almaty",
    rows: "150",
    link,
  },
  owner_added: person,
  operator_disabled: { ...person, reason: "Left the company." },
  operator_passkey_added: laptop,
  operator_passkey_removed: laptop,
  operator_app_added: fromAddress,
  operator_app_removed: fromAddress,
  password_changed: nothing,
  contact_changed: { contact: "a•••@e•••.example" },
  new_device: { device: "Firefox, Windows", address: "203.0.113.7" },
  payout_requested: payout,
  payout_question: payout,
  payout_paid: payout,
  payout_declined: payout,
  refund_started: { sum: "₸5,000" },
  refund_paid: { sum: "₸5,000" },
  refund_declined: { sum: "₸5,000" },
  round_voided: { sum: "₸500" },
  limits_changed: nothing,
  operator_limit_set: { limit: "₸5,000" },
  operator_limit_loosened: { limit: "₸5,000" },
  break_began: { until: "2027-01-31 12:00" },
  totp_on: nothing,
  totp_off: nothing,
  passkey_added: nothing,
  passkey_removed: nothing,
  recovery_codes_renewed: nothing,
  bonus_offer: { sum: "₸5,000", until: "2027-01-31 12:00", link, unsubscribe: link },
  service_message: {
    subject: "Your proof of address",
    text: "The document is older than three months.\nPlease upload a newer one.",
  },
  marketing_message: { subject: "The spring tournament", text: "It begins on Friday at 18:00.", unsubscribe: link },
};

/** Every template in one language. `phrase`: the example of an anti-phishing phrase, which is shown above mails to players who chose one. */
export function previewsIn(
  locale: Locale,
  phrase: string | null,
  textsOf: TextsOf = templateTexts,
): readonly Preview[] {
  return templateNames.map(name => previewOf(locale, name, textsOf(locale, name), phrase));
}

/** A template with these texts. */
export function previewOf(
  locale: Locale,
  name: TemplateName,
  texts: TemplateTexts,
  phrase: string | null = null,
): Preview {
  const values = examples[name];
  const spoken = (channel: "sms" | "call") =>
    texts[channel] ? render(channel, locale, name, values, null, texts).text : null;
  return { name, mail: mailParts(locale, texts, { ...values }, phrase), sms: spoken("sms"), call: spoken("call") };
}

/** The values that a message to oneself has. */
export const exampleValues = (name: TemplateName): TemplateValues[TemplateName] => examples[name];
