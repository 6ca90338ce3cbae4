import type { Hashes } from "#kit/fair/hashes.ts";
import { openStream } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import type { Spin } from "./contract.ts";
import { drawTicket, prizeIn, prizeOf } from "./rules.ts";

/**
 * Turns the wheel again: the server seed is the one whose hash was shown, the ticket is what the stream of (server seed, client
 * seed, day) gives, and the prize is what the ticket wins. `not_revealed` before the seed was rotated.
 */
export function verifySpin(
  { proof, ticket, prize, currency }: Spin,
  hashes: Hashes,
): "right" | "wrong" | "not_revealed" {
  if (proof.server_seed === null) return "not_revealed";
  const key = parseHex(proof.server_seed);
  if (!key || toHex(hashes.sha256(key)) !== proof.server_seed_hash) return "wrong";
  const drawn = drawTicket(openStream(hashes, key, ["wheel", proof.client_seed, proof.nonce]));
  const won = formatAmount(prizeIn(currency as Currency, prizeOf(drawn)));
  return drawn === ticket && won === prize ? "right" : "wrong";
}
