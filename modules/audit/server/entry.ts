import { createHash } from "node:crypto";
import type { Call, Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import { type HashedFacts, hashedText } from "../shared/hashed-text.ts";

/** The actor: an operator, or the system. */
export interface Actor {
  readonly id: Uuid | null;
  readonly name: string;
  readonly role: string;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** An action. It contains no secret: people read it and it is never deleted. */
export interface AuditAction {
  /** A verb phrase with dots, such as `payout.approve`. */
  readonly action: string;
  /** `player:{id}`, `payout:{id}`, `operator:{id}`: the subject. */
  readonly subject: string;
  readonly reason?: string | null;
  /** The changed facts, before and after. */
  readonly before?: Json;
  readonly after?: Json;
}

/** An entry without its position in the chain, as stored. */
export interface Content extends Omit<HashedFacts, "number" | "at" | "operatorId"> {
  readonly at: Date;
  readonly operatorId: Uuid | null;
}

export interface Entry extends Content {
  readonly number: bigint;
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
}

/** The hash before the first entry. */
export const beginning = new Uint8Array(32);

export function contentOf(actor: Actor, auditAction: AuditAction, at: Date): Content {
  const text = (facts: Json | undefined) => (facts === undefined ? null : canonicalJson(facts));
  return {
    at,
    operatorId: actor.id,
    operatorName: actor.name,
    role: actor.role,
    action: auditAction.action,
    subject: auditAction.subject,
    reason: auditAction.reason ?? null,
    before: text(auditAction.before),
    after: text(auditAction.after),
    address: actor.address,
    requestId: actor.requestId,
  };
}

/** SHA-256 over the former hash and the canonical JSON of everything in the entry, its number first. */
export function hashOf(number: bigint, content: Content, previous: Uint8Array): Uint8Array {
  const text = hashedText({ ...content, number: number.toString(), at: content.at.toISOString() });
  return createHash("sha256").update(previous).update(text).digest();
}

/** The operator behind a call of the back office. */
export function actorOf({
  operator,
  ip,
  requestId,
}: Pick<Call, "ip" | "requestId"> & { readonly operator: Operator | null }): Actor {
  const who = operator ?? { id: null, name: "nobody", role: "none", isEmergency: false };
  const role = who.isEmergency ? `${who.role} (break-glass)` : who.role;
  return { id: who.id, name: who.name, role, address: ip, requestId };
}

/** A command at the server's console, or the system. */
export function systemActor(name: string): Actor {
  return { id: null, name, role: "house", address: null, requestId: null };
}
