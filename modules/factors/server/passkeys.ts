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
  usedPasskey,
} from "#kit/http/passkeys.ts";
import type { PlayerId } from "#kit/std/brand.ts";
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

/** Passkeys by WebAuthn. They belong to the host name they were created on; each challenge is answered once. */
export interface Passkeys {
  askNew(source: PasskeySource, player: { readonly id: PlayerId; readonly name: string }): Promise<PasskeyOptions>;
  /** Fails with `passkey_refused`. */
  add(source: PasskeySource, player: PlayerId, name: string, attestation: Attestation): Promise<PasskeyRow>;
  /** False if the player has none of this id. */
  remove(player: PlayerId, id: string): Promise<boolean>;
  /** A challenge for one player's passkeys of this host, or for any player (a login, or its second step). */
  ask(source: PasskeySource, purpose: "proof" | "login" | "step", player: PlayerId | null): Promise<PasskeyOptions>;
  /** The player of the passkey that answered. A login requires user verification. Fails with `passkey_refused`. */
  check(
    source: PasskeySource,
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
    const question = { hash: challengeHash(challenge), purpose, player, rpId };
    await insertQuestion(host.db, question, new Date(host.clock.now() + questionLifeMs));
    return challenge;
  }

  /** What a response must match: the challenge, this page and this host. The challenge is used up. */
  async function expected(
    source: PasskeySource,
    purpose: Question["purpose"],
    player: PlayerId | null,
    clientData: string,
  ): Promise<ExpectedPasskey> {
    const rpId = rpIdOf(source);
    const challenge = challengeIn(clientData);
    const origin = source.headers.origin;
    const isAsked = await takeQuestion(host.db, { hash: challengeHash(challenge), purpose, player, rpId }, now());
    if (!isAsked || origin === undefined) return fail(passkeyRefused);
    return { challenge, origin, rpId, requiresUser: purpose === "login" };
  }

  return {
    async askNew(source, { id, name }) {
      const rpId = rpIdOf(source);
      const known = await passkeysOf(host.db, id);
      const challenge = await keep("add", id, rpId);
      return creationOptions({ rpId, challenge, userVerification: "preferred" }, { id, name, known });
    },
    async add(source, player, name, attestation) {
      const expectation = await expected(source, "add", player, attestation.response.clientDataJSON);
      const created = (await createdPasskey(attestation, expectation)) ?? fail(passkeyRefused);
      const row = Object.assign(created, { playerId: player, name, createdAt: now() });
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
      const rpId = rpIdOf(source);
      const own = player === null ? undefined : await passkeysOf(host.db, player);
      const challenge = await keep(purpose, player, rpId);
      return requestOptions({ rpId, challenge, userVerification: purpose === "login" ? "required" : "preferred" }, own);
    },
    async check(source, purpose, player, assertion) {
      const expectation = await expected(source, purpose, player, assertion.response.clientDataJSON);
      const row = await passkeyOf(host.db, assertion.id);
      if (!row || (player !== null && row.playerId !== player)) return fail(passkeyRefused);
      const counter = await usedPasskey(assertion, row, expectation);
      if (counter === undefined) return fail(passkeyRefused);
      await markPasskeyUsed(host.db, row.id, counter, now());
      return row.playerId;
    },
  };
}

/** The host name of the site whose API was called. */
function rpIdOf({ hostname }: PasskeySource): string {
  return hostname.replace(/^api\./, "");
}
