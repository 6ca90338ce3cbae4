import { nobleHashes } from "#kit/fair/noble.ts";
import type { Api } from "#kit/web/api.ts";
import { getRound } from "#modules/desk/shared/contract.ts";
import { verifyCrash } from "#modules/games/crash/shared/verify.ts";

/** Fetches the public record of a round and works it out again; null where the record cannot be judged. */
export async function checkCrashRound(api: Api, id: string): Promise<boolean | null> {
  const { data } = await api.call(getRound, { params: { id } });
  if (!data.proof) return null;
  const { verdict } = verifyCrash(data.proof, nobleHashes);
  if (verdict === "matches") return true;
  return verdict === "differs" ? false : null;
}
