import { fileURLToPath } from "node:url";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { sessionEnded } from "#modules/accounts/shared/events.ts";
import manifest from "../module.ts";
import { factorWrong, passkeyRefused, tooManyTries, totpOn } from "../shared/errors.ts";
import { createAppCodes, sealPurpose } from "./codes.ts";
import { factorHandlers } from "./handlers.ts";
import { createIdle } from "./idle.ts";
import { createPasskeys } from "./passkeys.ts";
import { createProofs, type SpendProof, tryLimit } from "./proofs.ts";
import { forgetPlayer, passkeysOf, personalData, sweep } from "./store.ts";

export type { SpendProof } from "./proofs.ts";

/** Second factors, passkeys, and fresh proofs of identity. */
export interface Factors extends ServerModule {
  /** Before a credential changes. Fails with `proof_required`. */
  requireProof(session: Session): Promise<void>;
  /**
   * Before one irreversible action, such as a payout: checks now; the returned function uses the proof up, or fails with `proof_required`.
   */
  proofToSpend(session: Session): Promise<SpendProof>;
  /** Restores a proof, for the rest of its five minutes, when the action it was used for is cancelled. */
  restoreProof(tx: Tx, session: Session, subject: Uuid): Promise<void>;
  /** Whether a passkey alone signs the player in. */
  isSufficientAlone(player: PlayerId): Promise<boolean>;
}

export function createFactors(host: Host, { accounts }: { readonly accounts: Accounts }): Factors {
  const codes = createAppCodes(host);
  const passkeys = createPasskeys(host);
  const idle = createIdle(host, accounts);
  const proofs = createProofs(host, { accounts, codes, idle });
  let unsubscribe = () => {};
  for (const name of ["totp", "recovery"] as const) {
    accounts.logins.addSecondFactor({ name, isOn: (db, player) => codes.isOn(player, db) });
  }
  accounts.logins.addSecondFactor({
    name: "passkey",
    isOn: async (db, player) => (await codes.isOn(player, db)) && (await passkeysOf(db, player)).length > 0,
  });
  accounts.onTakeOver(forgetPlayer);
  // The password is required there anyway; a player with a stronger factor must use that.
  accounts.beforeCredentialChange(async session => {
    const kinds = await proofs.kinds(session.player);
    if (kinds.some(kind => kind !== "password")) await proofs.require(session);
  });
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    sealed: [{ purpose: sealPurpose, table: "factors.totp", column: "secret", label: "'totp:' || player_id" }],
    errors: [factorWrong, tooManyTries, passkeyRefused, totpOn],
    guard: idle.guard,
    async start() {
      unsubscribe = host.bus.on(sessionEnded, ({ session }) => idle.forget(session));
    },
    async stop() {
      unsubscribe();
    },
    handlers: factorHandlers({ host, accounts, codes, passkeys, proofs }),
    jobs: [
      {
        name: "factors-sweep",
        cron: "29 * * * *",
        run: () => sweep(host.db, new Date(host.clock.now()), tryLimit.windowMs),
      },
    ],
    personalData: player => personalData(host.db, player),
    onAccountClosed: forgetPlayer,
    requireProof: proofs.require,
    proofToSpend: proofs.toSpend,
    restoreProof: proofs.restore,
    isSufficientAlone: async player => (await passkeysOf(host.db, player)).length > 0,
  };
}
