import { Secret, TOTP } from "otpauth";

/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which all apps support. */

const periodSeconds = 30;

/** A new secret of 160 bits, as RFC 4226 recommends, from `bytes`, with its otpauth URI. */
export function appSecret(bytes: Uint8Array, account: string): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(bytes, account);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

export const appSecretBytes = 20;

/**
 * The time step of this code, with one step of clock drift either way; undefined if it matches none. Accept each step
 * once, and none before an accepted one.
 * @param now milliseconds since 1970
 */
export function appCodeStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const drift = totpOf(secret).validate({ token: code.replace(/\s/g, ""), timestamp: now, window: 1 });
  return drift === null ? undefined : Math.floor(now / 1000 / periodSeconds) + drift;
}

function totpOf(secret: Uint8Array, account = ""): TOTP {
  const buffer = Uint8Array.from(secret).buffer;
  return new TOTP({
    issuer: "Fairhouse",
    label: account,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer }),
  });
}
