import { appendFile, readFile } from "node:fs/promises";
import { ed25519 } from "@noble/curves/ed25519.js";
import * as z from "zod/mini";
import { ascii, parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";

/** A signed statement that the chain had this hash at this number at this time: one line of the file outside the database. */
const checkpointLine = z.object({
  number: z.number(),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  at: z.string(),
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
});

export type Checkpoint = z.output<typeof checkpointLine>;

/** @param signingKey the seed of an Ed25519 key (RFC 8032), 32 bytes in hex */
export function signCheckpoint(signingKey: string, facts: Omit<Checkpoint, "signature">): Checkpoint {
  return { ...facts, signature: toHex(ed25519.sign(messageOf(facts), seedOf(signingKey))) };
}

export function publicKeyOf(signingKey: string): string {
  return toHex(ed25519.getPublicKey(seedOf(signingKey)));
}

export function isSignedBy(checkpoint: Checkpoint, publicKey: string): boolean {
  const [signature, key] = [parseHex(checkpoint.signature), parseHex(publicKey)];
  return signature !== undefined && key !== undefined && ed25519.verify(signature, messageOf(checkpoint), key);
}

function messageOf({ number, hash, at }: Omit<Checkpoint, "signature">): Uint8Array {
  return ascii(`fairhouse audit checkpoint ${canonicalJson({ number, hash, at })}`);
}

function seedOf(signingKey: string): Uint8Array {
  return required(parseHex(signingKey), "AUDIT_SIGNING_KEY is not hexadecimal");
}

/** The checkpoints in a file, oldest first; empty without a file. Throws an Error naming an invalid line. */
export async function readCheckpoints(file: string): Promise<readonly Checkpoint[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text
    .split("\n")
    .filter(line => line !== "")
    .map((line, index) => {
      try {
        return z.parse(checkpointLine, JSON.parse(line));
      } catch (error) {
        throw new Error(`${file}: line ${index + 1} is no checkpoint`, { cause: error });
      }
    });
}

export async function writeCheckpoint(file: string, checkpoint: Checkpoint): Promise<void> {
  await appendFile(file, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 });
}
