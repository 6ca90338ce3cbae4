import type { Hashes } from "#kit/fair/hashes.ts";
import { ascii, toHex } from "#kit/std/bytes.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";

/** SHA-256, in hex, of the canonical JSON (ASCII) of a game's configuration: another value of anything in it is another hash. */
export function configurationHash(hashes: Hashes, configuration: Json): string {
  return toHex(hashes.sha256(ascii(canonicalJson(configuration))));
}
