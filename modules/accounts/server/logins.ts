import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { LoginAnswer, StepName, TokenAnswer } from "../shared/contract.ts";
import { challengeOver, tooManyLogins } from "../shared/errors.ts";
import { loginLimit, retryAfterOf } from "./login-limit.ts";
import { deleteChallenge, insertChallenge, tryChallenge } from "./login-store.ts";
import { newSecret } from "./secret-of.ts";
import { tokenHash } from "./secrets.ts";
import type { Arriving, SignIn } from "./sign-in.ts";
import { forgetLoginAttempts, takeLoginAttempt } from "./store.ts";

/** A second factor that a player may switch on. The module that adds one also serves the call that completes a challenge with it. */
export interface SecondFactor {
  readonly name: StepName;
  /** Whether this player has it. Called within the transaction of the login. */
  isOn(db: Queryable, player: PlayerId): Promise<boolean>;
}

/** A player whose first factor was right. */
export interface Entry {
  readonly player: PlayerId;
  /** The failed attempts that a successful login resets. */
  readonly identifier?: Uint8Array;
  /** For a player without a second factor: requires a code to the contact used. */
  readonly confirm?: "email" | "phone" | undefined;
}

/** The result of a second step: `right`, or a reason reported for the field `code`. */
export type StepVerdict = "right" | "code_wrong" | "code_over";

/**
 * The one place where logins end: in a session, or in a challenge if one more step is required. Every first factor (password, code, link,
 * another provider) calls {@link enter}; every second one calls {@link finish}. A passkey with user verification is both at once and signs
 * in directly.
 */
export interface Logins {
  addSecondFactor(factor: SecondFactor): void;
  /**
   * Call within the transaction that used up the first factor. Returns the body of the response: a token (200) or a challenge (202, set
   * here).
   */
  enter(tx: Tx, call: Arriving & Pick<Call, "setStatus">, entry: Entry): Promise<LoginAnswer>;
  /**
   * One try at a challenge. `check` verifies the proof within the transaction; its writes are committed even if it fails. Fails with
   * `challenge_over`, `too_many_logins` (5 wrong proofs of a player in 15 minutes), `validation_failed` at `code`.
   */
  finish(
    call: Arriving,
    given: { readonly challenge: string; readonly method: StepName },
    check: (tx: Tx, player: PlayerId) => Promise<StepVerdict>,
  ): Promise<TokenAnswer>;
}

const challengeLifeMs = 10 * 60_000;
const challengeTries = 5;

export function createLogins(host: Host, signIn: SignIn): Logins {
  const factors: SecondFactor[] = [];
  const now = () => new Date(host.clock.now());

  async function stepsOf(db: Queryable, { player, confirm }: Entry): Promise<readonly StepName[]> {
    const on: StepName[] = [];
    for (const factor of factors) if (await factor.isOn(db, player)) on.push(factor.name);
    return on.length > 0 || !confirm ? on : [confirm];
  }

  return {
    addSecondFactor: factor => void factors.push(factor),
    async enter(tx, call, entry) {
      const { player, identifier = null } = entry;
      const methods = await stepsOf(tx, entry);
      if (methods.length === 0) {
        if (identifier) await forgetLoginAttempts(tx, identifier);
        return signIn.signIn(tx, call, player);
      }
      const { secret, hash: hashed } = newSecret(host.random);
      const expiresAt = new Date(host.clock.now() + challengeLifeMs);
      await insertChallenge(tx, { hash: hashed, player, methods, identifier, expiresAt });
      call.setStatus(202);
      return { data: { challenge: secret, methods: [...methods] } };
    },
    async finish(call, { challenge, method }, check) {
      const hashed = tokenHash(challenge);
      const outcome = await host.db.tx(async tx => {
        const row = await tryChallenge(tx, hashed, challengeTries, now());
        if (!row?.methods.includes(method)) return { kind: "over" } as const;
        const attempt = await takeLoginAttempt(tx, stepIdentifier(row.playerId), loginLimit, now());
        if (attempt.kind === "refused") return { kind: "late", since: attempt.since } as const;
        const verdict = await check(tx, row.playerId);
        if (verdict !== "right") return { kind: "refused", reason: verdict } as const;
        await deleteChallenge(tx, hashed);
        await forgetLoginAttempts(tx, stepIdentifier(row.playerId));
        if (row.identifier) await forgetLoginAttempts(tx, row.identifier);
        return { kind: "right", answer: await signIn.signIn(tx, call, row.playerId) } as const;
      });
      if (outcome.kind === "right") return outcome.answer;
      if (outcome.kind === "over") fail(challengeOver);
      if (outcome.kind === "late") fail(tooManyLogins, { retryAfter: retryAfterOf(outcome.since, now()) });
      return fail(validationFailed, { errors: { code: [outcome.reason] } });
    },
  };
}

/** Wrong second steps are counted by player: a known password allows any number of challenges. */
function stepIdentifier(player: PlayerId): Buffer {
  return hash("sha256", `second step of ${player}`, "buffer");
}
