import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { proofRequired } from "#modules/accounts/shared/errors.ts";
import { factorWrong, tooManyTries } from "../shared/errors.ts";
import type { AppCodes } from "./codes.ts";
import type { Idle } from "./idle.ts";
import { forgetTries, hasProof, passkeysOf, putProof, restoreProof, spendProof, takeTry } from "./store.ts";

export const proofLifeMs = 5 * 60_000;
/** A session this recent counts as a proof if the player has no other means. */
const youngSessionMs = 10 * 60_000;
export const tryLimit = { most: 5, windowMs: 15 * 60_000 };

/** `subject`: the action that the proof is used for. */
export type SpendProof = (tx: Tx, subject: Uuid) => Promise<void>;

export type ProofKind = "password" | "code" | "passkey";

/** Whether the player has recently verified their identity in a session: checked before a credential changes. */
export interface Proofs {
  /** The player's means of proof. With app codes on, those are the codes or a passkey, not the password. */
  kinds(player: PlayerId): Promise<readonly ProofKind[]>;
  /** Fails with `proof_required`. */
  require(session: Session): Promise<void>;
  /** For one action: checks for a proof now; the returned function uses the proof up in a transaction, or fails with `proof_required`. */
  toSpend(session: Session): Promise<SpendProof>;
  /** The action was cancelled in the session of the proof: the proof is valid again until its five minutes are over. */
  restore(tx: Tx, session: Session, subject: Uuid): Promise<void>;
  /** Runs a check of a guessable secret. Fails with `too_many_tries`, then `factor_wrong`. */
  guess(player: PlayerId, check: () => Promise<boolean>): Promise<void>;
  give(session: Session): Promise<void>;
}

export function createProofs(
  host: Host,
  {
    accounts,
    codes,
    idle,
  }: { readonly accounts: Pick<Accounts, "signInFacts">; readonly codes: AppCodes; readonly idle: Pick<Idle, "wake"> },
): Proofs {
  const now = () => new Date(host.clock.now());
  async function kinds(player: PlayerId): Promise<readonly ProofKind[]> {
    const [isOn, passkeys, { hasPassword }] = await Promise.all([
      codes.isOn(player),
      passkeysOf(host.db, player),
      accounts.signInFacts(player),
    ]);
    const first: ProofKind[] = isOn ? ["code"] : hasPassword ? ["password"] : [];
    return passkeys.length > 0 ? [...first, "passkey"] : first;
  }
  /** A player without any means of proof is trusted while the session is recent. */
  async function isBelieved(session: Session): Promise<boolean> {
    if ((await kinds(session.player)).length > 0) return false;
    const { openedAt } = await accounts.signInFacts(session.player, session.id);
    return openedAt !== null && openedAt !== undefined && openedAt.getTime() + youngSessionMs > host.clock.now();
  }
  return {
    kinds,
    async require(session) {
      if (!(await hasProof(host.db, session.id, now())) && !(await isBelieved(session))) fail(proofRequired);
    },
    async toSpend(session) {
      const needsNone = await isBelieved(session);
      return async (tx, subject) => {
        if (!(await spendProof(tx, session.id, subject, now())) && !needsNone) fail(proofRequired);
      };
    },
    restore: (tx, session, subject) => restoreProof(tx, session.id, subject),
    async guess(player, check) {
      const since = await takeTry(host.db, player, tryLimit, now());
      if (since) {
        const wait = Math.ceil((since.getTime() + tryLimit.windowMs - host.clock.now()) / 1000);
        fail(tooManyTries, { retryAfter: Math.max(1, wait) });
      }
      if (!(await check())) fail(factorWrong);
      await forgetTries(host.db, player);
    },
    async give(session) {
      await putProof(host.db, session.id, new Date(host.clock.now() + proofLifeMs));
      idle.wake(session.id);
    },
  };
}
