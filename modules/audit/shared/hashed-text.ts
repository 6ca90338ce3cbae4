import { canonicalJson } from "#kit/std/json.ts";

/** What an entry's hash covers beside the hash before it. `before` and `after` are the exact text that was stored. */
export interface HashedFacts {
  readonly number: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly operatorId: string | null;
  readonly operatorName: string;
  readonly role: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The canonical JSON of an entry, its number first. SHA-256 of the hash before it and this text is its hash. */
export function hashedText(facts: HashedFacts): string {
  const { number, at, operatorId, operatorName, role, action, subject, reason, before, after, address, requestId } =
    facts;
  return canonicalJson([
    number,
    at,
    operatorId,
    operatorName,
    role,
    action,
    subject,
    reason,
    before,
    after,
    address,
    requestId,
  ]);
}
