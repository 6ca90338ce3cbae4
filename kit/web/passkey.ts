import type { Assertion, Attestation } from "#kit/contract/passkey-fields.ts";

/** The WebAuthn library loads on first use. */
const browser = () => import("@simplewebauthn/browser");

/** The browser's response to a challenge. Rejects with NotAllowedError when the user cancels. */
export async function answerPasskey(options: unknown): Promise<Assertion> {
  const { startAuthentication } = await browser();
  return (await startAuthentication({ optionsJSON: options as never })) as Assertion;
}

/** A passkey that the browser creates. Rejects like {@link answerPasskey}. */
export async function createPasskey(options: unknown): Promise<Attestation> {
  const { startRegistration } = await browser();
  return (await startRegistration({ optionsJSON: options as never })) as Attestation;
}

/** The user has closed the browser's window: no error is shown. */
export function isPasskeyCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}
