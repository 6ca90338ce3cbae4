import { fail } from "#kit/contract/error-code.ts";
import type { Assertion, Attestation } from "#kit/contract/passkey-fields.ts";
import type { Host } from "#kit/host/host.ts";
import {
  challengeHash,
  challengeIn,
  createdPasskey,
  creationOptions,
  type ExpectedPasskey,
  type PasskeyOptions,
  type PasskeySource,
  requestOptions,
  type StoredPasskey,
  usedPasskey,
} from "#kit/http/passkeys.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { passkeyRefused } from "../shared/errors.ts";
import {
  type ChallengeUse,
  insertPasskeyChallenge,
  type PasskeyUse,
  passkeysOf,
  takePasskeyChallenge,
} from "./passkey-store.ts";

/** How long a browser may take to answer a challenge. */
const challengeLifeMs = 5 * 60_000;

/** Passkeys of operators by WebAuthn: the device always recognizes its user. */
export interface OperatorPasskeys {
  /** A challenge for a new passkey. */
  askNew(source: PasskeySource, use: ChallengeUse, email: string): Promise<PasskeyOptions>;
  /** The passkey that the browser created; the challenge is used up. Fails with `operator_passkey_refused`. */
  created(source: PasskeySource, use: ChallengeUse, attestation: Attestation): Promise<StoredPasskey>;
  /** A challenge for the operator's passkeys of this host. Fails with `operator_passkey_refused` without one. */
  ask(source: PasskeySource, use: ChallengeUse): Promise<PasskeyOptions>;
  /** Undefined if the response is not right; the challenge is used up either way. */
  check(source: PasskeySource, use: ChallengeUse, assertion: Assertion): Promise<PasskeyUse | undefined>;
  /** Whether the operator has one for this host name. */
  has(hostname: string, operator: Uuid): Promise<boolean>;
}

export function createOperatorPasskeys({ db, clock, random }: Pick<Host, "db" | "clock" | "random">): OperatorPasskeys {
  async function keep(use: ChallengeUse, rpId: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = Uint8Array.from(random.bytes(32));
    const expiresAt = new Date(clock.now() + challengeLifeMs);
    await insertPasskeyChallenge(db, { ...use, hash: challengeHash(challenge), rpId, expiresAt });
    return challenge;
  }

  /** What a response must match; undefined unless its challenge waits for it. */
  async function expected(
    source: PasskeySource,
    use: ChallengeUse,
    clientData: string,
  ): Promise<ExpectedPasskey | undefined> {
    const challenge = challengeIn(clientData);
    const [rpId, origin] = [source.hostname, ownOrigin(source)];
    const now = new Date(clock.now());
    const isAsked = await takePasskeyChallenge(db, { ...use, hash: challengeHash(challenge), rpId, now });
    return isAsked && origin !== undefined ? { challenge, origin, rpId, requiresUser: true } : undefined;
  }

  return {
    async askNew(source, use, email) {
      const rpId = source.hostname;
      const known = await passkeysOf(db, use.operator);
      const challenge = await keep(use, rpId);
      const user = { id: use.operator, name: email, known };
      return creationOptions({ rpId, challenge, userVerification: "required" }, user);
    },
    async created(source, use, attestation) {
      const expectation = await expected(source, use, attestation.response.clientDataJSON);
      const passkey = expectation && (await createdPasskey(attestation, expectation));
      return passkey ?? fail(passkeyRefused);
    },
    async ask(source, use) {
      const rpId = source.hostname;
      const own = (await passkeysOf(db, use.operator)).filter(passkey => passkey.rpId === rpId);
      // An empty list would allow any passkey of the device.
      if (own.length === 0) fail(passkeyRefused);
      return requestOptions({ rpId, challenge: await keep(use, rpId), userVerification: "required" }, own);
    },
    async check(source, use, assertion) {
      const expectation = await expected(source, use, assertion.response.clientDataJSON);
      const passkey = (await passkeysOf(db, use.operator)).find(({ id }) => id === assertion.id);
      const counter = expectation && passkey && (await usedPasskey(assertion, passkey, expectation));
      if (counter === undefined || !passkey) return undefined;
      return { id: passkey.id, operator: use.operator, counterBefore: passkey.counter, counter };
    },
    has: async (hostname, operator) => (await passkeysOf(db, operator)).some(({ rpId }) => rpId === hostname),
  };
}

/** The origin of the back office's own page; a response made on any other one is refused. */
function ownOrigin({ hostname, headers: { origin } }: PasskeySource): string | undefined {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).hostname === hostname ? origin : undefined;
}
