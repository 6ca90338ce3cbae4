import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import type { Frame, RejectedFrame } from "../../shared/feed.ts";
import { decodeMessage } from "../../shared/sandbox/decode-message.ts";
import { rejectedFrame } from "../sandbox/decode-frame.ts";
import type { WireMessage } from "./read-message.ts";

/** DER before the 32 bytes of an Ed25519 key (RFC 8410). */
const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const firstPrev = "0".repeat(64);

/** The key that frames of a feed without signatures are signed with as they arrive. */
export interface FrameKey {
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  readonly key: KeyObject;
}

/** @param secretKey SECRET_KEY, 64 hex digits; the key is derived from it for this use only */
export function createFrameKey(secretKey: string): FrameKey {
  const seed = hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", "fairhouse odds frames", 32);
  const key = createPrivateKey({ key: Buffer.concat([prefix, Buffer.from(seed)]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return { publicKey: x, key };
}

/** How many moments are kept of frames, one a second at most: more than the 72 hours that a recovery can reach back. */
const mostMoments = 300_000;

/**
 * The frames of one producer: the feed has neither numbers, chain nor signature, so the adapter gives each document a number, the hash of the one before and
 * our own signature. A frame contains the document as it arrived.
 */
export class FrameWriter {
  readonly producer: string;
  readonly epoch: number;
  readonly #key: KeyObject;
  #frame = 0;
  #prev = firstPrev;
  #moments: { readonly frame: number; readonly timestamp: number }[] = [];

  /** @param epoch when the stream was opened, ms */
  constructor(producer: string, epoch: number, { key }: FrameKey) {
    this.producer = producer;
    this.epoch = epoch;
    this.#key = key;
  }

  write(messages: readonly WireMessage[], source: string, sent: number): Frame {
    const texts = messages.map(message => JSON.stringify(message));
    const { producer, epoch } = this;
    const frame = ++this.#frame;
    const prev = this.#prev;
    const head = JSON.stringify({ producer, epoch, frame, prev, sent }).slice(0, -1);
    const body = `${head},"messages":[${texts.join(",")}],"source":${JSON.stringify(source)}}`;
    this.#prev = createHash("sha256").update(body).digest("hex");
    return {
      producer,
      epoch,
      frame,
      prev,
      hash: this.#prev,
      sent,
      signature: sign(null, Buffer.from(body), this.#key).toString("base64url"),
      body,
      messages: texts.map(text => ({ text, message: decodeMessage(JSON.parse(text)) })),
    };
  }

  /** Notes that a frame has everything up to a moment of the feed. */
  remember(frame: number, timestamp: number): void {
    const last = this.#moments.at(-1);
    if (last && timestamp < last.timestamp + 1000) return;
    this.#moments.push({ frame, timestamp });
    if (this.#moments.length > mostMoments) this.#moments.splice(0, mostMoments / 10);
  }

  /** The time up to which everything was applied with this frame; undefined where all that is open has to be sent again. */
  timeOf(epoch: number, frame: number): number | undefined {
    // An earlier process opened its stream at its epoch and has applied everything before.
    if (epoch !== this.epoch) return epoch === 0 ? undefined : epoch;
    return this.#moments.findLast(each => each.frame <= frame)?.timestamp;
  }
}

export const rejectedDocument = (bytes: Buffer): RejectedFrame => rejectedFrame(bytes, "bad_xml");
