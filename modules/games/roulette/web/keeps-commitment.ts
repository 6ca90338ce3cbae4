import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { tableName } from "../shared/round.ts";
import { drawPocket, type RouletteRules, rouletteRules } from "../shared/rules.ts";
import type { Evidence } from "./roulette-view.ts";

/**
 * Whether the revealed secret matches the hash that this browser received before the spin, and gives the number shown under the rules named with
 * it. Computed here with the code the server draws with; no call is made. Null for rules that are newer than this page.
 */
export function keepsCommitment(
  { promised, link, pocket }: Evidence,
  versions: RuleVersions<RouletteRules> = rouletteRules,
): boolean | null {
  const rules = versions.find(promised.rules_version);
  if (!rules) return null;
  const secret = parseHex(link);
  if (!secret || toHex(nobleHashes.sha256(secret)) !== promised.commitment) return false;
  return drawPocket(rules, openStream(nobleHashes, secret, [tableName, promised.round, promised.salt])) === pocket;
}
