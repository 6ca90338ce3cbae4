import type { Hashes } from "#kit/fair/hashes.ts";
import { ascii, toHex } from "#kit/std/bytes.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { Rules, RuleVersions } from "./rule-versions.ts";

/** SHA-256, in hex, of the canonical JSON (ASCII) of a game's configuration: another value of anything in it is another hash. */
export function configurationHash(hashes: Hashes, configuration: object): string {
  return toHex(hashes.sha256(ascii(canonicalJson(configuration))));
}

/** The hash of each published version, computed once; undefined for a version that was never published. */
export function configurationHashes<R extends Rules>(
  hashes: Hashes,
  versions: RuleVersions<R>,
): (version: string) => string | undefined {
  const known = new Map(versions.all.map(rules => [rules.version, configurationHash(hashes, rules)]));
  return version => known.get(version);
}
