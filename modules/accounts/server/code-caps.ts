import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { tooManyCodes } from "../shared/errors.ts";
import { lockIdentifier, recordSend, sendsSince } from "./code-store.ts";
import { type Contact, identifierOf } from "./contact.ts";

/** A requested message and its purpose. */
export interface CodeRequest {
  readonly contact: Contact;
  readonly ip: string;
  /** The signed-in player, if there is one. */
  readonly player?: PlayerId | undefined;
  readonly purpose: string;
  /** Factor of the usual caps for an IP address. */
  readonly factor: number;
}

/** `counted`: the keys under which the message is counted once sent. */
export type Allowed =
  | { readonly kind: "now"; readonly counted: readonly Buffer[] }
  | { readonly kind: "pause"; readonly seconds: number };

/** The minimum time between two messages to a contact requested from one IP address. */
export const resendMs = 60_000;

const windowMs = 10 * 60_000;
const dayMs = 86_400_000;

/** Messages of one purpose in ten minutes, and of all purposes in a day. */
interface Cap {
  readonly inWindow: number;
  readonly inDay: number;
}

/** One IP address cannot use up a contact's cap: its owner still gets a code. */
const caps = {
  contact: { inWindow: 6, inDay: 12 },
  contactFromAddress: { inWindow: 3, inDay: 6 },
  address: { inWindow: 30, inDay: 200 },
  player: { inWindow: 3, inDay: 10 },
} as const satisfies Readonly<Record<string, Cap>>;

/**
 * Whether a message may be sent now, or in how many seconds. Locks its counters until the transaction ends. Fails with `too_many_codes`
 * when a cap is reached; where `reserved` is true one per day is sent anyway.
 */
export async function pauseBefore(tx: Tx, request: CodeRequest, now: Date, reserved: boolean): Promise<Allowed> {
  const own = identifierOf(request.contact);
  const subscriber = subscriberOf(request.ip);
  const fromAddress = part(own.toString("hex"), subscriber);
  const { inWindow, inDay } = caps.address;
  const counted: readonly (readonly [Buffer, Cap])[] = [
    [own, caps.contact],
    ...(request.player ? [[part("codes of", request.player), caps.player] as const] : []),
    [fromAddress, caps.contactFromAddress],
    [part("address", subscriber), { inWindow: inWindow * request.factor, inDay: inDay * request.factor }],
  ];
  let capped = 0;
  for (const [identifier, cap] of counted) {
    await lockIdentifier(tx, identifier);
    const sends = await sendsSince(tx, identifier, new Date(now.getTime() - dayMs));
    const same = sends.filter(sent => sent.purpose === request.purpose);
    const soon = identifier === fromAddress ? secondsLeft(same[0], resendMs, now) : 0;
    if (soon > 0) return { kind: "pause", seconds: soon };
    const overWindow = secondsLeft(same[cap.inWindow - 1], windowMs, now);
    capped = Math.max(capped, overWindow, secondsLeft(sends[cap.inDay - 1], dayMs, now));
  }
  if (capped === 0) return { kind: "now", counted: counted.map(([identifier]) => identifier) };
  const reserve = part("reserved", own.toString("hex"));
  if (!reserved || (await sendsSince(tx, reserve, new Date(now.getTime() - dayMs))).length > 0)
    fail(tooManyCodes, { retryAfter: capped });
  return { kind: "now", counted: [reserve, fromAddress] };
}

export async function recordSends(
  tx: Tx,
  { counted }: Extract<Allowed, { kind: "now" }>,
  purpose: string,
  now: Date,
): Promise<void> {
  for (const identifier of counted) await recordSend(tx, identifier, purpose, now);
}

function secondsLeft(sent: { readonly sentAt: Date } | undefined, spanMs: number, now: Date): number {
  return sent === undefined ? 0 : Math.ceil(Math.max(0, sent.sentAt.getTime() + spanMs - now.getTime()) / 1000);
}

function part(...names: readonly string[]): Buffer {
  return hash("sha256", names.join(" "), "buffer");
}
