import {
  type BetweenProof,
  type ChainProof,
  clientSeedPattern,
  type ProofRecord,
  type SeedsProof,
} from "../shared/proof.ts";

/** A record whose inputs can be typed. One between players has its whole entry list, which is read and not typed. */
export type TypedRecord = Exclude<ProofRecord, BetweenProof>;

/** The games of the page, in the order of its list. */
export const verifyGames = ["dice", "keno", "crash"] as const;
export type VerifyGame = (typeof verifyGames)[number];
export const verifyRisks = ["classic", "low", "medium", "high"] as const;

/** The inputs of the page as they are typed; which of them count depends on the game. */
export interface VerifyFields {
  readonly game: VerifyGame;
  /** The server seed, or the link of a shared round. */
  readonly secret: string;
  /** SHA-256 of it, published before. */
  readonly hash: string;
  readonly clientSeed: string;
  readonly nonce: string;
  readonly direction: "over" | "under";
  readonly target: string;
  /** Of keno: numbers with spaces or commas between them. */
  readonly picks: string;
  readonly risk: (typeof verifyRisks)[number];
  readonly round: string;
  readonly firstRound: string;
  readonly salt: string;
  readonly head: string;
}

export const emptyFields: VerifyFields = {
  game: "dice",
  secret: "",
  hash: "",
  clientSeed: "",
  nonce: "0",
  direction: "over",
  target: "49.99",
  picks: "1",
  risk: "medium",
  round: "",
  firstRound: "1",
  salt: "",
  head: "",
};

/** The fields that a record fills in. */
export function fieldsOf(record: TypedRecord): VerifyFields {
  const inputs = record.inputs ?? {};
  if (record.kind === "chain") {
    return {
      ...emptyFields,
      game: "crash",
      secret: record.link ?? "",
      hash: record.commitment,
      round: String(record.round),
      firstRound: String(record.first_round),
      salt: record.salt,
      head: record.head,
    };
  }
  const seeds = {
    ...emptyFields,
    secret: record.server_seed ?? "",
    hash: record.server_seed_hash,
    clientSeed: record.client_seed,
    nonce: String(record.nonce),
  };
  if (record.game === "keno") {
    return {
      ...seeds,
      game: "keno",
      picks: Array.isArray(inputs.picks) ? inputs.picks.join(" ") : "",
      risk: verifyRisks.find(risk => risk === inputs.risk) ?? emptyFields.risk,
    };
  }
  return {
    ...seeds,
    game: "dice",
    direction: inputs.direction === "under" ? "under" : "over",
    target: typeof inputs.target === "string" ? inputs.target : "49.99",
  };
}

const hex = /^[0-9a-f]{64}$/;
const whole = /^(0|[1-9][0-9]{0,14})$/;
const positive = /^[1-9][0-9]{0,14}$/;
const tests: Readonly<Record<string, RegExp>> = {
  secret: hex,
  hash: hex,
  salt: hex,
  head: hex,
  clientSeed: clientSeedPattern,
  nonce: whole,
  round: positive,
  firstRound: positive,
  target: /^(0|[1-9][0-9]?)\.[0-9]{2}$/,
  picks: /^([1-9]|[1-3][0-9]|40)([\s,]+([1-9]|[1-3][0-9]|40)){0,9}$/,
};
const needed = {
  dice: ["secret", "hash", "clientSeed", "nonce", "target"],
  keno: ["secret", "hash", "clientSeed", "nonce", "picks"],
  crash: ["secret", "hash", "round", "firstRound", "salt", "head"],
} as const;

/** The fields that cannot be read. An empty secret is none of them: it means that it is not revealed. */
export function badFields(fields: VerifyFields): readonly string[] {
  return needed[fields.game].filter(
    name =>
      !(name === "secret" && fields.secret === "") &&
      !tests[name]?.test(fields[name].trim().toLowerCase() === "" ? "" : clean(name, fields[name])),
  );
}

/** Hexadecimal in either case; everything else as it is. */
function clean(name: string, text: string): string {
  return tests[name] === hex ? text.trim().toLowerCase() : text.trim();
}

/**
 * The record to check: what was loaded with the fields in place of its own inputs, so that a changed field shows as a difference.
 * Without a loaded record there is nothing claimed: stake and payout are 0.
 */
export function recordOf(
  fields: VerifyFields,
  loaded: ProofRecord | null,
  versions: Readonly<Record<string, string>>,
): TypedRecord {
  const of = (name: keyof VerifyFields) => clean(name, fields[name]);
  const secret = fields.secret.trim() === "" ? null : of("secret");
  const common = { version: "fairhouse-1", rules_version: versions[fields.game] ?? "", outcome: null };
  if (fields.game === "crash") {
    const base: ChainProof =
      loaded?.kind === "chain"
        ? loaded
        : {
            ...common,
            kind: "chain",
            game: "crash",
            sequence: "crash",
            round: 1,
            first_round: 1,
            head: "",
            commitment: "",
            salt: "",
            link: null,
          };
    return {
      ...base,
      link: secret,
      commitment: of("hash"),
      head: of("head"),
      salt: of("salt"),
      round: Number(of("round")),
      first_round: Number(of("firstRound")),
    };
  }
  const base: SeedsProof =
    loaded?.kind === "seeds"
      ? loaded
      : {
          ...common,
          kind: "seeds",
          game: fields.game,
          server_seed_hash: "",
          server_seed: null,
          client_seed: "",
          nonce: 0,
          inputs: {},
          currency: "USD",
          stake: "0",
          payout: "0",
        };
  return {
    ...base,
    server_seed: secret,
    server_seed_hash: of("hash"),
    client_seed: of("clientSeed"),
    nonce: Number(of("nonce")),
    inputs:
      fields.game === "keno"
        ? { picks: picksOf(fields.picks), risk: fields.risk }
        : { direction: fields.direction, target: of("target") },
  };
}

/** The typed numbers, ascending, as a bet keeps them. */
function picksOf(text: string): number[] {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return numbers.sort((a, b) => a - b);
}

/** What a result computed by hand stands for where nothing was claimed: the outcome in the words of the game. */
export function outcomeOf(record: TypedRecord, result: string): Record<string, unknown> {
  if (record.kind === "chain") return { point: result };
  if (record.game !== "keno") return { roll: result };
  const drawn = result.split(" ").map(Number);
  const picks = Array.isArray(record.inputs.picks) ? record.inputs.picks : [];
  return { drawn, hits: picks.filter(pick => drawn.includes(pick)).length };
}
