import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { feedId } from "./contract.ts";

/** A message of an event's log that a verification reads. */
export const logProofEntry = z.object({
  position: z.int(),
  n: z.int(),
  type: z.string(),
  /** The frame that it arrived in. */
  producer: z.string(),
  epoch: z.int(),
  frame: z.int(),
  /** Why it changed nothing; null when it was applied. */
  skipped: z.nullable(z.string()),
  /** Our clock less the provider's when it arrived, milliseconds. */
  offset_ms: z.int(),
  /** The message's bytes; null where they are no longer stored. */
  message: z.nullable(z.string()),
});
export type LogProofEntry = z.output<typeof logProofEntry>;

/** The log of an event, as far as it prices and decides some markets. */
export const eventProof = z.object({
  event: z.string(),
  /** The provider whose messages they are, and below it its public keys (Ed25519, base64url). */
  provider: z.string(),
  keys: z.array(z.string()),
  /** After the last message. */
  head: z.string(),
  /** SHA-256 of every message, in order, joined and in base64: head = SHA-256(head before || hash), from 32 zero bytes. */
  hashes: z.string(),
  entries: z.array(logProofEntry),
});
export type EventProof = z.output<typeof eventProof>;

/** A frame of the odds provider, byte for byte. */
export const feedFrame = z.object({ signature: z.string(), body: z.string() });
export type FeedFrame = z.output<typeof feedFrame>;

export const getFeedFrame = route({
  method: "GET",
  path: "/api/v1/betting/frames/:producer/:epoch/:frame",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary:
    "A frame of the odds provider as it arrived: Ed25519 signature (base64url) over the bytes of its body. Frames that priced or settled a slip are kept permanently, others for thirty days after their events; 404 for one that is not kept",
  params: z.object({
    producer: z.string("producer_invalid").check(z.regex(/^[a-z_]{1,20}$/, "producer_invalid")),
    epoch: z.string("epoch_invalid").check(z.regex(/^[0-9]{1,15}$/, "epoch_invalid")),
    frame: z.string("frame_invalid").check(z.regex(/^[0-9]{1,15}$/, "frame_invalid")),
  }),
  output: dataOf(feedFrame),
  rate: { burst: 120, perMinute: 240 },
});

export const getEventLogHead = route({
  method: "GET",
  path: "/api/v1/betting/events/:id/log/head",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary:
    "How far the log of an event is, and its head, which receipts of bets name; of a simulated event the commitment to its seed, and the seed once it is revealed",
  params: z.object({ id: z.string("id_invalid").check(z.regex(feedId, "id_invalid")) }),
  output: dataOf(
    z.object({
      messages: z.int(),
      head: z.string(),
      /** SHA-256 of the seed, from the fixture; null where the provider committed to none. */
      commitment: z.nullable(z.string()),
      seed: z.nullable(z.string()),
    }),
  ),
});
