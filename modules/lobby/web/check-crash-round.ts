import { nobleHashes } from "#kit/fair/noble.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import { verifyCrash } from "#modules/games/crash/shared/verify.ts";

/** Recomputes the public record of a round; null if it cannot be verified. */
export function checkCrashRound({ proof }: RoundRecord): boolean | null {
  if (!proof) return null;
  const { verdict } = verifyCrash(proof, nobleHashes);
  if (verdict === "matches") return true;
  return verdict === "differs" ? false : null;
}
