import { treeLeaf, treeRoot } from "#kit/fair/hash-tree.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import { isSignedText } from "#kit/fair/signature.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import type { ProvenReceipt } from "./proof-contract.ts";
import { compared, type ProofStep, type ProofStepKey } from "./proof-steps.ts";
import { dayChain, type Receipt, receiptHash } from "./receipt.ts";

interface StepKeys {
  readonly hash: ProofStepKey;
  readonly signature: ProofStepKey;
  readonly root: ProofStepKey;
}
const keysOfSlip: StepKeys = { hash: "receipt", signature: "receipt_signature", root: "receipt_root" };
const keysOfRevision: StepKeys = { hash: "revision", signature: "revision_signature", root: "revision_root" };

/** The receipt's hash, its signature, and its way to the root of its day. `number` is 0 for the slip itself. */
export function verifyReceipt(
  hashes: Hashes,
  key: string,
  { text, hash, signature, included }: ProvenReceipt,
  number: number,
): readonly ProofStep[] {
  const keys = number === 0 ? keysOfSlip : keysOfRevision;
  const subject = number === 0 ? "" : `${number}`;
  const own = receiptHash(hashes, text);
  return [
    compared(keys.hash, subject, "SHA-256(receipt)", toHex(own), hash),
    {
      key: keys.signature,
      subject,
      line: `Ed25519 ${signature}, key ${key}`,
      state: isSignedText(text, signature, key) ? "equal" : "differs",
    },
    rootStep(hashes, keys.root, subject, own, included),
  ];
}

function rootStep(
  hashes: Hashes,
  key: ProofStepKey,
  subject: string,
  own: Uint8Array,
  included: ProvenReceipt["included"],
): ProofStep {
  if (included === null) return { key, subject, line: "", state: "pending" };
  const { day, number, receipts, index, before, path } = included;
  const steps = path.map(step => ({ side: step.side, hash: parseHex(step.hash) ?? new Uint8Array(0) }));
  const root = toHex(treeRoot(hashes, treeLeaf(hashes, own), steps));
  const chain = dayChain(hashes, before, day, receipts, root);
  return compared(
    key,
    subject,
    `${day}, ${index + 1}/${receipts}, ${number}: root, chain`,
    `${root} ${chain}`,
    `${included.root} ${included.chain}`,
  );
}

/** What a receipt says; undefined where its text is none. */
export function readReceipt<T extends Receipt["type"]>(
  { text }: ProvenReceipt,
  type: T,
): Extract<Receipt, { readonly type: T }> | undefined {
  try {
    const receipt = JSON.parse(text) as Receipt;
    return receipt.type === type ? (receipt as Extract<Receipt, { readonly type: T }>) : undefined;
  } catch {
    return undefined;
  }
}
