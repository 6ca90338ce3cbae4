import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Assertion, Attestation } from "../shared/contract.ts";
import { passkeyRefused } from "../shared/errors.ts";
import { factorChanged } from "../shared/events.ts";
import {
  deletePasskey,
  insertPasskey,
  insertQuestion,
  markPasskeyUsed,
  type PasskeyRow,
  passkeyOf,
  passkeysOf,
  type Question,
  takeQuestion,
} from "./store.ts";

/** How long a browser may take to answer a challenge. */
const questionLifeMs = 5 * 60_000;

/** The origin of a call: its host, and the page. */
export type RequestSource = Pick<Call, "hostname" | "headers">;
type Options = Readonly<Record<string, unknown>>;

/** A fifth of the server's code by loading time: loaded with the first use, not at start. */
const webAuthn = () => import("@simplewebauthn/server");

/** Passkeys by WebAuthn. They belong to the host name they were created on; each challenge is answered once. */
export interface Passkeys {
  askNew(source: RequestSource, player: { readonly id: PlayerId; readonly name: string }): Promise<Options>;
  /** Fails with `passkey_refused`. */
  add(source: RequestSource, player: PlayerId, name: string, attestation: Attestation): Promise<PasskeyRow>;
  /** False if the player has none of this id. */
  remove(player: PlayerId, id: string): Promise<boolean>;
  /** A challenge for one player's passkeys of this host, or for any player (a login, or its second step). */
  ask(source: RequestSource, purpose: "proof" | "login" | "step", player: PlayerId | null): Promise<Options>;
  /** The player of the passkey that answered. A login requires user verification. Fails with `passkey_refused`. */
  check(
    source: RequestSource,
    purpose: "proof" | "login" | "step",
    player: PlayerId | null,
    assertion: Assertion,
  ): Promise<PlayerId>;
}

export function createPasskeys(host: Host): Passkeys {
  const now = () => new Date(host.clock.now());

  async function keep(
    purpose: Question["purpose"],
    player: PlayerId | null,
    rpId: string,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = Uint8Array.from(host.random.bytes(32));
    const question = { hash: hashOf(Buffer.from(challenge).toString("base64url")), purpose, player, rpId };
    await insertQuestion(host.db, question, new Date(host.clock.now() + questionLifeMs));
    return challenge;
  }
  /** What an answer must match: the challenge, this page and this host. The challenge is used up. */
  async function expected(
    source: RequestSource,
    purpose: Question["purpose"],
    player: PlayerId | null,
    clientData: string,
  ) {
    const rpId = rpIdOf(source);
    const challenge = challengeOf(clientData);
    const origin = source.headers.origin;
    const isAsked = await takeQuestion(host.db, { hash: hashOf(challenge), purpose, player, rpId }, now());
    if (!isAsked || origin === undefined) fail(passkeyRefused);
    return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId };
  }

  return {
    async askNew(source, { id, name }) {
      const rpID = rpIdOf(source);
      const { generateRegistrationOptions } = await webAuthn();
      const known = (await passkeysOf(host.db, id)).filter(row => row.rpId === rpID);
      return {
        ...(await generateRegistrationOptions({
          rpName: "Fairhouse",
          rpID,
          userName: name,
          userDisplayName: name,
          attestationType: "none",
          userID: Uint8Array.from(Buffer.from(id)),
          challenge: await keep("add", id, rpID),
          excludeCredentials: known.map(transportsOf),
          authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        })),
      };
    },
    async add(source, player, name, attestation) {
      const expectation = await expected(source, "add", player, attestation.response.clientDataJSON);
      const response = { ...attestation, clientExtensionResults: {} } as never;
      const { verifyRegistrationResponse } = await webAuthn();
      const result = await verifyRegistrationResponse({
        response,
        ...expectation,
        requireUserVerification: false,
      }).catch(() => undefined);
      if (!result?.verified) return fail(passkeyRefused);
      const { credential } = result.registrationInfo;
      const row = {
        id: credential.id,
        playerId: player,
        rpId: expectation.expectedRPID,
        publicKey: credential.publicKey,
        counter: BigInt(credential.counter),
        transports: credential.transports ?? [],
        name,
        createdAt: now(),
      };
      await host.db.tx(async tx => {
        if (!(await insertPasskey(tx, row))) fail(passkeyRefused);
        await host.bus.publish(tx, factorChanged, { player, change: "passkey_added" });
      });
      return { ...row, usedAt: null };
    },
    remove: (player, id) =>
      host.db.tx(async tx => {
        const wasThere = await deletePasskey(tx, player, id);
        if (wasThere) await host.bus.publish(tx, factorChanged, { player, change: "passkey_removed" });
        return wasThere;
      }),
    async ask(source, purpose, player) {
      const rpID = rpIdOf(source);
      const { generateAuthenticationOptions } = await webAuthn();
      const own = player === null ? [] : (await passkeysOf(host.db, player)).filter(row => row.rpId === rpID);
      return {
        ...(await generateAuthenticationOptions({
          rpID,
          challenge: await keep(purpose, player, rpID),
          userVerification: purpose === "login" ? "required" : "preferred",
          ...(player !== null && { allowCredentials: own.map(transportsOf) }),
        })),
      };
    },
    async check(source, purpose, player, assertion) {
      const expectation = await expected(source, purpose, player, assertion.response.clientDataJSON);
      const row = await passkeyOf(host.db, assertion.id);
      if (!row || row.rpId !== expectation.expectedRPID || (player !== null && row.playerId !== player)) {
        return fail(passkeyRefused);
      }
      const credential = {
        id: row.id,
        publicKey: Uint8Array.from(row.publicKey),
        counter: Number(row.counter),
        transports: [...row.transports],
      };
      const { verifyAuthenticationResponse } = await webAuthn();
      const result = await verifyAuthenticationResponse({
        response: { ...assertion, clientExtensionResults: {} } as never,
        ...expectation,
        credential,
        requireUserVerification: purpose === "login",
      }).catch(() => undefined);
      if (!result?.verified) return fail(passkeyRefused);
      await markPasskeyUsed(host.db, row.id, result.authenticationInfo.newCounter, now());
      return row.playerId;
    },
  };
}

/** The host name of the site whose API was called. */
function rpIdOf({ hostname }: RequestSource): string {
  return hostname.replace(/^api\./, "");
}

function transportsOf({ id, transports }: PasskeyRow) {
  return { id, transports: [...transports] };
}

function challengeOf(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString()) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

function hashOf(challenge: string): Buffer {
  return hash("sha256", challenge, "buffer");
}
