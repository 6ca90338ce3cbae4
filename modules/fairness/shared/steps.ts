import { leadsToHead } from "#kit/fair/chain.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import { type Block, bytesPerWord, type WordStream, wordsPerBlock } from "#kit/fair/stream.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { configurationHash } from "./configuration.ts";
import type { Piece, ProofStep } from "./verification.ts";

/** The steps that the proofs of all games are made of. */

type Values = Readonly<Record<string, string>>;

/** A step that leads on, or with `equal` given compares with the record. */
export function step(key: string, line: readonly Piece[], equal?: boolean, values: Values = {}): ProofStep {
  return { key, values, line, state: equal === undefined ? "computed" : equal ? "equal" : "differs" };
}

export const plain = (text: string): Piece => ({ text });
export const mark = (text: string): Piece => ({ text, mark: true });

/** The secret hashes to what was published before the bet. */
export function commitmentStep(hashes: Hashes, secret: Uint8Array, published: string): ProofStep {
  const hash = toHex(hashes.sha256(secret));
  return step("commitment", [plain(`sha256(${toHex(secret)}) = `), mark(hash)], hash === published, { published });
}

/** The rules that this verifier plays by are those that the record was played under. Nothing where none are claimed. */
export function configurationSteps(hashes: Hashes, configuration: object, claimed: string | undefined): ProofStep[] {
  if (claimed === undefined) return [];
  const hash = configurationHash(hashes, configuration);
  return [step("configuration", [plain(`sha256(${canonicalJson(configuration)}) = `), mark(hash)], hash === claimed)];
}

/** No chain is longer; a record with a larger number is invalid and is rejected without hours of hashing. */
const longestChain = 10_000_000;

/** The link belongs to the published chain: hashed `index` times it is the head. */
export function headStep(hashes: Hashes, link: Uint8Array, index: number, head: Uint8Array): ProofStep {
  const line = [plain(`sha256^${index}(${toHex(link)}) = `), mark(toHex(head))];
  const leads = index >= 1 && index <= longestChain && leadsToHead(hashes, link, index, head);
  return step("head", line, leads, { times: String(index) });
}

/** Where the stream's last word came from: its block, and the place of its bytes in the digest. */
function lastWordPosition(stream: WordStream): { block: Block; at: number } {
  const position = stream.position - 1;
  const block = required(stream.blocks[Math.floor(position / wordsPerBlock)], "the block of the last word");
  return { block, at: (position % wordsPerBlock) * bytesPerWord };
}

/** The last word of the stream, the one that decided a draw. */
export function lastWord(stream: WordStream): bigint {
  const { block, at } = lastWordPosition(stream);
  return BigInt(`0x${toHex(block.digest.subarray(at, at + bytesPerWord))}`);
}

/** The block that the last word came from, with its bytes marked, and its value. */
export function wordSteps(stream: WordStream, secretName: string): ProofStep[] {
  const { block, at } = lastWordPosition(stream);
  const digest = toHex(block.digest);
  const [from, to] = [2 * at, 2 * (at + bytesPerWord)];
  const bytes = digest.slice(from, to);
  const line = [
    plain(`hmac(${secretName}, "${block.message}") = ${digest.slice(0, from)}`),
    mark(bytes),
    plain(digest.slice(to)),
  ].filter(piece => piece.text !== "");
  return [
    step("hmac", line, undefined, { message: block.message }),
    step("word", [mark(bytes.replace(/../g, "$& ").trim()), plain(` = ${lastWord(stream)}`)]),
  ];
}

/** `(word * n) >> 64`: the draw as recorded. */
export function drawStep(word: bigint, n: bigint, drawn: bigint, shown: string, claimed: unknown): ProofStep {
  const line = [plain(`(${word} × ${n}) >> 64 = ${drawn} → `), mark(shown)];
  return step("draw", line, shown === claimed, { below: String(n) });
}

/** The payout as the record says it. Amounts are those of the wire. */
export function payoutStep(formula: string, payout: string, claimed: string | undefined): ProofStep {
  return step("payout", [plain(`${formula} = `), mark(payout)], payout === claimed);
}
