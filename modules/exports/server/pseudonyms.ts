import { createHmac, hkdfSync } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { pseudonymPattern } from "../shared/pseudonym.ts";
import { deletePseudonym, insertPseudonyms, sealedPlayerOf } from "./store.ts";

export const pseudonymSealPurpose = "fairhouse players behind pseudonyms";
const pseudonymBytes = 16;

/**
 * Names of players in files for operators who need sums and not people: a player has the same one in every file, and without the key
 * nobody gets from it to the player, or from the player to it.
 */
export interface Pseudonyms {
  of(player: PlayerId): string;
  /** Stores whose they are, sealed, so that they can be resolved. */
  remember(on: Queryable, players: readonly PlayerId[]): Promise<void>;
  /** Undefined for one that is in no file, or of an erased player. */
  resolve(on: Queryable, pseudonym: string): Promise<PlayerId | undefined>;
  forget(tx: Tx, player: PlayerId): Promise<void>;
}

export function createPseudonyms(host: Pick<Host, "config" | "random">): Pseudonyms {
  const root = required(parseHex(host.config.SECRET_KEY), "a key is hexadecimal");
  const key = new Uint8Array(hkdfSync("sha256", root, "", "fairhouse export pseudonyms", 32));
  const seal = createSecretSeal(host, pseudonymSealPurpose);
  const hashOf = (player: PlayerId) =>
    createHmac("sha256", key).update(`player:${player}`).digest().subarray(0, pseudonymBytes);
  const labelOf = (hash: Uint8Array) => `pseudonym:${toHex(hash)}`;
  return {
    of: player => `p-${toHex(hashOf(player))}`,
    async remember(on, players) {
      const rows = [...new Set(players)].map(player => {
        const hash = hashOf(player);
        return { hash, player: seal.seal(Buffer.from(player), labelOf(hash)) };
      });
      if (rows.length > 0) await insertPseudonyms(on, rows);
    },
    async resolve(on, pseudonym) {
      const hex = pseudonymPattern.exec(pseudonym)?.[1];
      if (hex === undefined) return undefined;
      const hash = Buffer.from(hex, "hex");
      const sealed = await sealedPlayerOf(on, hash);
      return sealed && (Buffer.from(seal.open(sealed, labelOf(hash))).toString() as PlayerId);
    },
    forget: (tx, player) => deletePseudonym(tx, hashOf(player)),
  };
}
