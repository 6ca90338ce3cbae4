import { readFileSync } from "node:fs";
import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { badValues, type GameProof, idOf, initialValues } from "#modules/fairness/shared/game-proof.ts";
import { type ProofRecord, proofRecord } from "#modules/fairness/shared/proof.ts";
import { proofs } from "./verifiers.ts";

/** Said to the person at the terminal; the exit code is 2. */
export class Unusable extends Error {}

/** What a file, or standard input with `-`, has as JSON. */
export function fromText(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === "-" ? 0 : path, "utf8"));
  } catch (error) {
    throw new Unusable(`${path} is not a file of JSON (${(error as Error).message}).`);
  }
}

/** Takes a bare proof, a round's public record, or a server response around either. */
export function readRecord(given: unknown): ProofRecord {
  let inner = given;
  for (const key of ["data", "proof"]) {
    if (inner !== null && typeof inner === "object" && key in inner) inner = (inner as Record<string, unknown>)[key];
  }
  if (inner === null) throw new Unusable("The player is hidden: only the bet's own ID can be checked.");
  const read = proofRecord.safeParse(inner);
  if (read.success) return read.data;
  const where = read.error.issues.map(issue => issue.path.join(".") || "record").join(", ");
  throw new Unusable(`This is not a proof record (${where}).`);
}

/** Reads from a running server, at the address of its API. */
export async function ask(apiUrl: string, path: string): Promise<unknown> {
  const response = await fetch(new URL(path, apiUrl)).catch((error: unknown) => {
    throw new Unusable(`No server responds at ${apiUrl} (${(error as Error).message}).`);
  });
  if (!response.ok) throw new Unusable(`The server responded with ${response.status} to ${path}.`);
  return response.json();
}

/** Flags of the command line; a game's own are named like the fields of its proof. */
export type InputFlags = Readonly<Record<string, string | boolean | undefined>>;

/** A record made of bare inputs. Fields that are not claimed are filled with the computed result, so that only given values are compared. */
export function recordFromInputs(flags: InputFlags): ProofRecord {
  const proof = proofs.find(each => idOf(each) === flags.game);
  if (!proof) throw new Unusable(`--game must be ${proofs.map(idOf).join(", ")}.`);
  return proof.kind === "chain" ? chainFromInputs(proof, flags) : seedsFromInputs(proof, flags);
}

/** A bet of nothing made with the player's seeds, whose outcome is not known yet. */
function seedsFromInputs(proof: GameProof, flags: InputFlags): ProofRecord {
  const given = proof.fields.flatMap(({ name }) => (typeof flags[name] === "string" ? [[name, flags[name]]] : []));
  const values = { ...initialValues(proof), ...Object.fromEntries(given) };
  const [bad] = badValues(proof, values);
  const inputs = bad === undefined ? proof.inputs(values) : undefined;
  if (!inputs)
    throw new Unusable(
      `--${bad ?? proof.fields.map(({ name }) => name).join(", --")}: this isn't a valid ${proof.game} bet.`,
    );
  const seed = bytesOf(flags["server-seed"], "--server-seed");
  const record = readRecord({
    kind: "seeds",
    game: proof.game,
    version: algorithm,
    rules_version: proof.version,
    inputs,
    outcome: null,
    server_seed_hash: flags["server-seed-hash"] ?? toHex(nobleHashes.sha256(seed)),
    server_seed: toHex(seed),
    client_seed: flags["client-seed"],
    nonce: Number(flags.nonce),
    currency: "USD",
    stake: "0",
    payout: "0",
  });
  const result = required(proof.verify(record, nobleHashes).result, "a bet that can be made has a result");
  const prize = proof.prize && { payout: proof.prize(result, "USD") };
  return { ...record, ...prize, outcome: proof.outcome(result, inputs) } as ProofRecord;
}

/** A shared round, whose result is not known yet. */
function chainFromInputs(proof: GameProof, flags: InputFlags): ProofRecord {
  const link = bytesOf(flags.link, "--link");
  const round = Number(flags.round);
  const commitment = toHex(nobleHashes.sha256(link));
  const record = readRecord({
    kind: "chain",
    game: proof.game,
    version: algorithm,
    rules_version: proof.version,
    sequence: idOf(proof),
    round,
    head: commitment,
    first_round: round,
    commitment,
    salt: flags.salt,
    link: toHex(link),
    outcome: null,
  });
  const { result } = proof.verify(record, nobleHashes);
  return { ...record, outcome: proof.outcome(required(result, "a link makes a result"), {}) } as ProofRecord;
}

function bytesOf(hex: string | boolean | undefined, flag: string): Uint8Array {
  const bytes = parseHex(typeof hex === "string" ? hex : "");
  if (bytes?.length === 32) return bytes;
  throw new Unusable(`${flag} is 64 hexadecimal digits.`);
}
