import { readFileSync } from "node:fs";
import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { type ProofRecord, proofRecord } from "#modules/fairness/shared/proof.ts";
import { verifyRecord } from "#modules/fairness/shared/verification.ts";
import { crashConfiguration } from "#modules/games/crash/shared/rules.ts";
import { diceConfiguration } from "#modules/games/dice/shared/rules.ts";
import { hitsOf, kenoConfiguration } from "#modules/games/keno/shared/rules.ts";
import { verifiers } from "./verifiers.ts";

/** Said to the person at the terminal; the exit code is 2. */
export class Unusable extends Error {}

/** A record from a file, from `-` (standard input), or wrapped as the house answers it. */
export function recordFromFile(path: string): ProofRecord {
  const text = readFileSync(path === "-" ? 0 : path, "utf8");
  return readRecord(JSON.parse(text));
}

/** Takes a bare proof, a round's public record, or an answer of the house around either. */
export function readRecord(given: unknown): ProofRecord {
  let inner = given;
  for (const key of ["data", "proof"]) {
    if (inner !== null && typeof inner === "object" && key in inner) inner = (inner as Record<string, unknown>)[key];
  }
  const read = proofRecord.safeParse(inner);
  if (read.success) return read.data;
  const where = read.error.issues.map(issue => issue.path.join(".") || "record").join(", ");
  throw new Unusable(`This is no proof record (${where}).`);
}

/** Asks a running house, at an address of its API. */
export async function ask(house: string, path: string): Promise<unknown> {
  const response = await fetch(new URL(path, house)).catch((error: unknown) => {
    throw new Unusable(`No house answers at ${house} (${(error as Error).message}).`);
  });
  if (!response.ok) throw new Unusable(`The house answers ${response.status} to ${path}.`);
  return response.json();
}

export interface InputFlags {
  readonly game?: string | undefined;
  readonly "server-seed"?: string | undefined;
  readonly "server-seed-hash"?: string | undefined;
  readonly "client-seed"?: string | undefined;
  readonly nonce?: string | undefined;
  readonly direction?: string | undefined;
  readonly target?: string | undefined;
  /** Numbers with commas between them. */
  readonly picks?: string | undefined;
  readonly risk?: string | undefined;
  readonly link?: string | undefined;
  readonly round?: string | undefined;
  readonly salt?: string | undefined;
}

/** A record made of bare inputs. What is not claimed is filled in with what comes out, so that only what was given is compared. */
export function recordFromInputs(flags: InputFlags): ProofRecord {
  if (flags.game === "dice") return diceFromInputs(flags);
  if (flags.game === "keno") return kenoFromInputs(flags);
  if (flags.game === "crash") return crashFromInputs(flags);
  throw new Unusable("--game is dice, keno or crash.");
}

/** A bet of nothing made with the player's seeds, whose outcome is not known yet. */
function seedsRecord(flags: InputFlags, game: string, rulesVersion: string, inputs: object): ProofRecord {
  const seed = bytesOf(flags["server-seed"], "--server-seed");
  return readRecord({
    kind: "seeds",
    game,
    version: algorithm,
    rules_version: rulesVersion,
    server_seed_hash: flags["server-seed-hash"] ?? toHex(nobleHashes.sha256(seed)),
    server_seed: toHex(seed),
    client_seed: flags["client-seed"],
    nonce: Number(flags.nonce),
    inputs,
    outcome: null,
    currency: "USD",
    stake: "0",
    payout: "0",
  });
}

function diceFromInputs(flags: InputFlags): ProofRecord {
  const inputs = { direction: flags.direction ?? "over", target: flags.target ?? "49.99" };
  const record = seedsRecord(flags, "dice", diceConfiguration.version, inputs);
  return { ...record, outcome: { roll: verifyRecord(record, verifiers, nobleHashes).result } };
}

function kenoFromInputs(flags: InputFlags): ProofRecord {
  const picks = (flags.picks ?? "1")
    .split(",")
    .map(Number)
    .sort((a, b) => a - b);
  const record = seedsRecord(flags, "keno", kenoConfiguration.version, { picks, risk: flags.risk ?? "classic" });
  const { result } = verifyRecord(record, verifiers, nobleHashes);
  if (result === null)
    throw new Unusable("--picks are 1 to 10 different numbers of 1 to 40, --risk classic, low, medium or high.");
  const drawn = result.split(" ").map(Number);
  return { ...record, outcome: { drawn, hits: hitsOf(picks, drawn) } };
}

function crashFromInputs(flags: InputFlags): ProofRecord {
  const link = bytesOf(flags.link, "--link");
  const round = Number(flags.round);
  const commitment = toHex(nobleHashes.sha256(link));
  const record = readRecord({
    kind: "chain",
    game: "crash",
    version: algorithm,
    rules_version: crashConfiguration.version,
    sequence: "crash",
    round,
    head: commitment,
    first_round: round,
    commitment,
    salt: flags.salt,
    link: toHex(link),
    outcome: null,
  });
  return { ...record, outcome: { point: verifyRecord(record, verifiers, nobleHashes).result } };
}

function bytesOf(hex: string | undefined, flag: string): Uint8Array {
  const bytes = parseHex(hex ?? "");
  if (bytes?.length === 32) return bytes;
  throw new Unusable(`${flag} is 64 hexadecimal digits.`);
}
