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

export type AuditEntryView = z.output<typeof auditEntry>;
