/** A rendered message to a phone number. */
export interface PhoneOrder {
  /** The same for every attempt, so that a provider can detect a repeat. */
  readonly id: string;
  readonly channel: "sms" | "call";
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** BCP 47: of the voice. */
  readonly language: string;
}

/**
 * `undeliverable`: the provider will never deliver it, for example because no such number exists, so it is not tried again.
 */
export type PhoneOutcome = "accepted" | "undeliverable";

/**
 * A provider of SMS and calls. Each has a folder in `../providers` with its calls, signature, formats and health check; the rest of
 * the module has only what is declared here.
 */
export interface PhoneProvider {
  /** Throws when it was not accepted and may be later. Errors contain neither the recipient nor the text: they go to the log. */
  send(order: PhoneOrder): Promise<PhoneOutcome>;
  /** Health check; rejects when the provider is unavailable. */
  probe(): Promise<void>;
}

/** A provider under the name that SMS_PROVIDER uses. */
export interface NamedPhoneProvider {
  readonly name: string;
  readonly provider: PhoneProvider;
}
