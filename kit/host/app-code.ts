import { Secret, TOTP } from "otpauth";

/** Codes of an authenticator app: RFC 6238 with SHA-1, six figures and steps of 30 seconds, which is what all apps can. */

const periodSeconds = 30;

/** A new secret of 160 bits, as RFC 4226 recommends, from `bytes`; and how an app takes it in. */
export function appSecret(bytes: Uint8Array, account: string): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(bytes, account);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

export const appSecretBytes = 20;

/**
 * The time step whose code this is, one step of clock drift either way; undefined when it is none. A step is to be taken
 * once, and none before one that was taken.
 * @param now milliseconds since 1970
 */
export function appCodeStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const drift = totpOf(secret).validate({ token: code.replace(/\s/g, ""), timestamp: now, window: 1 });
  return drift === null ? undefined : Math.floor(now / 1000 / periodSeconds) + drift;
}

function totpOf(secret: Uint8Array, account = ""): TOTP {
  const buffer = Uint8Array.from(secret).buffer;
  return new TOTP({
    ...{ issuer: "Fairhouse", label: account, algorithm: "SHA1", digits: 6, period: periodSeconds },
    secret: new Secret({ buffer }),
  });
}
