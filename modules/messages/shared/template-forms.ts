/** How a message reaches a person. `call` is a voice that reads the text out. */
export type MessageChannel = "email" | "sms" | "call";

interface TemplateForm {
  /** The placeholders that its texts may have. */
  readonly values: readonly string[];
  /** The channels it is sent through: it has a text for each of them. */
  readonly channels: readonly MessageChannel[];
}

const mail = ["email"] as const;
const mailAndSms = ["email", "sms"] as const;
const everywhere = ["email", "sms", "call"] as const;

/** Every message. A new template is a line here and its text in each of `locale/templates/*.json`. */
export const templateForms = {
  /** A code that signs in, or that is the second step of a login. */
  login_code: { values: ["code"], channels: everywhere },
  /** A code that confirms an address or a number. */
  confirm_contact: { values: ["code"], channels: everywhere },
  /** A code, and a link that does the same, to set a new password. */
  restore_password: { values: ["code", "link"], channels: everywhere },
  /** A link that signs in without a password. */
  login_link: { values: ["link"], channels: mail },
  /** A question to support, and its answer; `hint`: that the mail can be replied to, or nothing. */
  support_answer: { values: ["question", "answer", "hint"], channels: mail },
  /** A conversation with support, line by line. */
  support_transcript: { values: ["transcript"], channels: mail },
  /** The only place where the link of an operator's invitation is shown. */
  operator_invitation: { values: ["name", "role", "link"], channels: mail },
  /** A one-time code was issued at the server's console in place of an operator's app. */
  operator_emergency: { values: ["name", "email", "reason"], channels: mail },
  /** A report of a schedule can be downloaded. */
  report_ready: { values: ["report", "from", "to", "zone", "rows", "link"], channels: mail },
  /** An owner was added at the server's console. */
  owner_added: { values: ["name", "email"], channels: mail },
  /** An operator was disabled at the server's console. */
  operator_disabled: { values: ["name", "email", "reason"], channels: mail },
  /** An operator's second factors. `passkey`: its name; `address`: the IP address of the session. */
  operator_passkey_added: { values: ["name", "passkey", "address"], channels: mail },
  operator_passkey_removed: { values: ["name", "passkey", "address"], channels: mail },
  operator_app_added: { values: ["name", "address"], channels: mail },
  operator_app_removed: { values: ["name", "address"], channels: mail },
  password_changed: { values: [], channels: mailAndSms },
  /** `contact`: the new address or number, masked. */
  contact_changed: { values: ["contact"], channels: mailAndSms },
  /** `device`: browser and system, if known; `address`: the IP address. */
  new_device: { values: ["device", "address"], channels: mail },
  /** `sum`: with its currency; `place`: its destination. */
  payout_requested: { values: ["sum", "place"], channels: mail },
  payout_question: { values: ["sum", "place"], channels: mail },
  payout_paid: { values: ["sum", "place"], channels: mail },
  payout_declined: { values: ["sum", "place"], channels: mail },
  refund_started: { values: ["sum"], channels: mail },
  refund_paid: { values: ["sum"], channels: mail },
  refund_declined: { values: ["sum"], channels: mail },
  round_voided: { values: ["sum"], channels: mail },
  limits_changed: { values: [], channels: mail },
  /** `limit`: what an operator's limit is of, and its value. */
  operator_limit_set: { values: ["limit"], channels: mail },
  operator_limit_loosened: { values: ["limit"], channels: mail },
  break_began: { values: ["until"], channels: mail },
  totp_on: { values: [], channels: mail },
  totp_off: { values: [], channels: mail },
  passkey_added: { values: [], channels: mail },
  passkey_removed: { values: [], channels: mail },
  recovery_codes_renewed: { values: [], channels: mail },
  /** An offer. `link` leads to it, `unsubscribe` to the page that stops such mails. */
  bonus_offer: { values: ["sum", "until", "link", "unsubscribe"], channels: mail },
  /** What an operator wrote about the player's account. */
  service_message: { values: ["subject", "text"], channels: mail },
  /** What an operator wrote to players who allow offers. */
  marketing_message: { values: ["subject", "text", "unsubscribe"], channels: mail },
} as const satisfies Readonly<Record<string, TemplateForm>>;

export type TemplateName = keyof typeof templateForms;
export const templateNames = Object.keys(templateForms) as readonly TemplateName[];
export const formOf = (name: TemplateName): TemplateForm => templateForms[name];

/** The values of each template. */
export type TemplateValues = {
  readonly [T in TemplateName]: { readonly [V in (typeof templateForms)[T]["values"][number]]: string };
};

/** The texts of a template in one language. */
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
