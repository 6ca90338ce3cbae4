import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { roundOpen, seedsNotSeen } from "./errors.ts";
import { clientSeedPattern, hex32 } from "./proof.ts";

const clientSeedField = z.string("client_seed_invalid").check(z.regex(clientSeedPattern, "client_seed_invalid"));

const seedsShape = {
  /** SHA-256 of the live server seed. */
  server_seed_hash: hex32,
  /** SHA-256 of the one that rotation will make live; it exists already. */
  next_server_seed_hash: hex32,
  /** Null until one is set for the live server seed. */
  client_seed: z.nullable(z.string()),
  /** The nonce of the next bet; it belongs to the server seed. */
  nonce: z.int(),
};

export const getSeeds = route({
  method: "GET",
  path: "/api/v1/fairness/seeds",
  module: "fairness",
  caller: "player",
  moves: "nothing",
  summary: "Hashes of the caller's live and next server seed, the client seed and the next nonce",
  output: dataOf(z.object(seedsShape)),
});

export const setClientSeed = route({
  method: "PUT",
  path: "/api/v1/fairness/client-seed",
  module: "fairness",
  caller: "player",
  moves: "nothing",
  summary: "Sets the caller's client seed for the next bets; the nonce continues",
  body: z.object({ client_seed: clientSeedField }),
  output: dataOf(z.object(seedsShape)),
  errors: [seedsNotSeen],
});

export const rotateSeeds = route({
  method: "POST",
  path: "/api/v1/fairness/rotate",
  module: "fairness",
  caller: "player",
  moves: "nothing",
  summary:
    "Reveals the live server seed and makes the next one live; the client seed is cleared unless the call sets a new one",
  body: z.object({ client_seed: z.optional(clientSeedField) }),
  output: dataOf(
    z.object({
      /** The seed that was live until now. */
      server_seed: hex32,
      ...seedsShape,
    }),
  ),
  errors: [seedsNotSeen, roundOpen],
});

/** One published chain of a shared sequence. */
export const publishedChain = z.object({
  sequence: z.string(),
  /** 1 for the sequence's first chain. */
  chain: z.int(),
  /** Link 0: every link of the chain hashes back to it. */
  head: hex32,
  /** The round that uses link 1. */
  first_round: z.int(),
  /** How many rounds it covers. */
  length: z.int(),
  published_at: timeField,
  beacon: z.object({
    /** The round whose value salts the chain; it was in the future when the head was published. */
    round: z.int(),
    /** Name of the beacon's chain. */
    chain: z.string(),
    public_key: z.string(),
    /** A test beacon, run by the application itself. */
    test: z.boolean(),
  }),
  /** The beacon round's value; null until it is due. */
  salt: z.nullable(hex32),
});

export const getSequence = route({
  method: "GET",
  path: "/api/v1/fairness/sequences/:name",
  module: "fairness",
  caller: "anyone",
  moves: "nothing",
  summary:
    "The published chains of a shared sequence such as `crash`, newest first, and how far its links are revealed",
  params: z.object({ name: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)) }),
  output: dataOf(
    z.object({
      chains: z.array(publishedChain),
      /** The last round that is over; 0 before the first. */
      revealed_round: z.int(),
      /** The link of that round; the links of all earlier rounds follow by hashing. */
      revealed_link: z.nullable(hex32),
    }),
  ),
});

export type Seeds = { [K in keyof typeof seedsShape]: z.output<(typeof seedsShape)[K]> };
export type PublishedChain = z.output<typeof publishedChain>;
