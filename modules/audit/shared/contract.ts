import * as z from "zod/mini";
import { cursorField, dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** An entry as an auditor reads it. Hashes are in hex. */
const auditEntry = z.object({
  number: z.number(),
  at: timeField,
  operator: z.string(),
  role: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  address: z.nullable(z.string()),
  previous: z.string(),
  hash: z.string(),
});

export const readAuditLog = route({
  method: "GET",
  path: "/api/office/audit",
  module: "audit",
  caller: "operator",
  permission: "audit.read",
  moves: "nothing",
  summary: "The audit log, newest first, and whether its chain is intact",
  query: z.object({
    cursor: cursorField,
    limit: z.optional(z.string("limit_invalid").check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, "limit_invalid"))),
    /** Entries of one subject: `player:{id}`. */
    subject: z.optional(z.string("subject_invalid").check(z.maxLength(100, "subject_invalid"))),
    operator: z.optional(z.string("operator_invalid").check(z.maxLength(100, "operator_invalid"))),
    action: z.optional(z.string("action_invalid").check(z.maxLength(100, "action_invalid"))),
    /** The one entry of a hash. */
    hash: z.optional(z.string("hash_invalid").check(z.regex(/^[0-9a-f]{64}$/, "hash_invalid"))),
  }),
  output: dataOf(
    z.object({
      items: z.array(auditEntry),
      next_cursor: z.nullable(z.string()),
      /** The result of this process's last verification of the whole chain: null before the first. */
      chain: z.nullable(z.object({ entries: z.number(), unbroken: z.boolean(), checked_at: timeField })),
    }),
  ),
});

/** An entry with everything that its hash covers, exactly as stored. */
const chainEntry = z.object({
  number: z.number(),
  at: timeField,
  operator_id: z.nullable(z.string()),
  operator: z.string(),
  role: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  previous: z.string(),
  hash: z.string(),
});

export const readAuditChain = route({
  method: "GET",
  path: "/api/office/audit/chain",
  module: "audit",
  caller: "operator",
  permission: "audit.read",
  moves: "nothing",
  summary:
    "Entries of the audit log in their order, with everything that their hashes cover, to verify the chain elsewhere",
  query: z.object({
    /** Entries after this number; from the first one if omitted. */
    after: z.optional(z.string("cursor_invalid").check(z.regex(/^(0|[1-9][0-9]{0,14})$/, "cursor_invalid"))),
  }),
  output: dataOf(z.object({ items: z.array(chainEntry), last: z.number() })),
});

export type ChainEntry = z.output<typeof chainEntry>;

export type AuditEntryView = z.output<typeof auditEntry>;
