import { hash } from "node:crypto";
import type { Assertion, Attestation } from "#kit/contract/passkey-fields.ts";
import type { Call } from "./handler.ts";

/**
 * Passkeys by WebAuthn, without where they and their challenges are stored: that is the caller's, who answers each challenge once and binds it
 * to what it is for.
 */

/** The origin of a call: its host, and the page. */
export type PasskeySource = Pick<Call, "hostname" | "headers">;
export type PasskeyOptions = Readonly<Record<string, unknown>>;

export interface StoredPasskey {
  readonly id: string;
  /** The host name it was created on: browsers offer it there and nowhere else. */
  readonly rpId: string;
  readonly publicKey: Uint8Array;
  readonly counter: bigint;
  readonly transports: readonly string[];
}

interface Asked {
  readonly rpId: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
  /** Whether the device has to recognize its user, by a finger or a code. */
  readonly userVerification: "required" | "preferred";
}

/** What a response must match. */
export interface ExpectedPasskey {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly requiresUser: boolean;
}

/** A fifth of the server's code by loading time: loaded with the first use, not at start. */
const webAuthn = () => import("@simplewebauthn/server");

export async function creationOptions(
  { rpId, challenge, userVerification }: Asked,
  user: { readonly id: string; readonly name: string; readonly known: readonly StoredPasskey[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Fairhouse",
    rpID: rpId,
    userName: user.name,
    userDisplayName: user.name,
    attestationType: "none",
    userID: Uint8Array.from(Buffer.from(user.id)),
    challenge,
    excludeCredentials: user.known.filter(known => known.rpId === rpId).map(transportsOf),
    authenticatorSelection: { residentKey: "required", userVerification },
  });
  return { ...options };
}

/** The passkey that a browser created; undefined if the response does not match. */
export async function createdPasskey(
  attestation: Attestation,
  expected: ExpectedPasskey,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const result = await verifyRegistrationResponse({
    response: { ...attestation, clientExtensionResults: {} } as never,
    ...expectationOf(expected),
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  return { id, rpId: expected.rpId, publicKey, counter: BigInt(counter), transports };
}

/** `allowed`: of whom; any passkey of the host without it. */
export async function requestOptions(
  { rpId, challenge, userVerification }: Asked,
  allowed?: readonly StoredPasskey[],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await webAuthn();
  const own = allowed?.filter(passkey => passkey.rpId === rpId).map(transportsOf);
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    userVerification,
    ...(own && { allowCredentials: own }),
  });
  return { ...options };
}

/** The signature counter after this use; undefined if the response does not match, or the counter has gone back. */
export async function usedPasskey(
  assertion: Assertion,
  passkey: StoredPasskey,
  expected: ExpectedPasskey,
): Promise<bigint | undefined> {
  if (passkey.rpId !== expected.rpId || passkey.id !== assertion.id) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  const result = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as never,
    ...expectationOf(expected),
    credential: {
      id: passkey.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
      transports: [...passkey.transports] as never,
    },
  }).catch(() => undefined);
  return result?.verified ? BigInt(result.authenticationInfo.newCounter) : undefined;
}

/** The challenge that a response says it answers; "" if it says none. */
export function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString()) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

/** What is stored of a challenge, as it is written in responses. */
export function challengeHash(challenge: string | Uint8Array): Buffer {
  const text = typeof challenge === "string" ? challenge : Buffer.from(challenge).toString("base64url");
  return hash("sha256", text, "buffer");
}

function expectationOf({ challenge, origin, rpId, requiresUser }: ExpectedPasskey) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: requiresUser,
  };
}

function transportsOf({ id, transports }: StoredPasskey) {
  return { id, transports: [...transports] as never };
}
