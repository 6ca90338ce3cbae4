import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { tableName } from "../shared/round.ts";
import { drawPocket, rouletteRules } from "../shared/rules.ts";
import type { Evidence } from "./roulette-view.ts";

/**
 * Whether the revealed secret matches the hash that this browser received before the spin, and gives the number shown. Computed here with
 * the code the server draws with; no call is made.
 */
export function keepsCommitment({ promised, link, pocket }: Evidence): boolean {
  const secret = parseHex(link);
  if (!secret || toHex(nobleHashes.sha256(secret)) !== promised.commitment) return false;
  return (
    drawPocket(rouletteRules.current, openStream(nobleHashes, secret, [tableName, promised.round, promised.salt])) ===
    pocket
  );
}
