import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Random } from "#kit/host/host.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";

/** The 32 bytes in a file; random ones are stored there first if it does not exist. */
export function storedSecret(path: string, random: Random): Uint8Array {
  if (!existsSync(path)) writeFileSync(path, toHex(random.bytes(32)), { mode: 0o600, flag: "wx" });
  const secret = parseHex(readFileSync(path, "utf8").trim());
  if (secret?.length !== 32) throw new Error(`${path} is not 64 hexadecimal digits`);
  return secret;
}
