import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { DropReason } from "#kit/live/server/peers.ts";
import { contractVersion } from "./signed-ask.ts";

/** What nodes send over the bus: a code over subject and rest, a line of JSON, the content. A broker that others use too can neither forge nor repeat it elsewhere. */
export interface BusFrame {
  readonly from: string;
  readonly epoch?: bigint;
  readonly seq?: number;
  readonly to?: string;
  /** The step that has published it, where that is traced. */
  readonly traceparent?: string | undefined;
  readonly text: string;
}

const codeBytes = 16;
const largest = 1024 * 1024 - 1;
const newline = 0x0a;

const header = z.object({
  v: z.literal(contractVersion),
  n: z.string().check(z.maxLength(63)),
  e: z.optional(z.string().check(z.regex(/^[0-9]{1,15}$/))),
  s: z.optional(z.int().check(z.gte(0))),
  to: z.optional(z.string().check(z.maxLength(64))),
  t: z.optional(z.string().check(z.maxLength(55))),
});

const codeOf = (secret: string, subject: string, rest: Uint8Array) =>
  createHmac("sha256", secret).update(`bus.${subject}.`).update(rest).digest().subarray(0, codeBytes);

export function encodeFrame(
  secret: string,
  subject: string,
  { from, epoch, seq, to, traceparent, text }: BusFrame,
): Buffer {
  const line = JSON.stringify({ v: contractVersion, n: from, e: epoch?.toString(), s: seq, to, t: traceparent });
  const rest = Buffer.from(`${line}\n${text}`);
  return Buffer.concat([codeOf(secret, subject, rest), rest]);
}

export function decodeFrame(
  secrets: readonly string[],
  subject: string,
  bytes: Buffer,
): { readonly frame: BusFrame } | { readonly fault: DropReason } {
  if (bytes.length > largest) return { fault: "too_large" };
  const [code, rest] = [bytes.subarray(0, codeBytes), bytes.subarray(codeBytes)];
  if (code.length < codeBytes || !secrets.some(secret => timingSafeEqual(codeOf(secret, subject, rest), code)))
    return { fault: "not_ours" };
  const end = rest.indexOf(newline);
  const read = end < 0 ? undefined : z.safeParse(header, parsed(rest.toString("utf8", 0, end)));
  if (!read?.success) return { fault: "malformed" };
  const { n, e, s, to, t } = read.data;
  return {
    frame: {
      from: n,
      text: rest.toString("utf8", end + 1),
      ...(e !== undefined && { epoch: BigInt(e) }),
      ...(s !== undefined && { seq: s }),
      ...(to !== undefined && { to }),
      ...(t !== undefined && { traceparent: t }),
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
