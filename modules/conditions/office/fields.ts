import * as z from "zod/mini";

/** What calls of pages with rules share. */

/** A tree; `rule_invalid` says what of it cannot be read. */
export const ruleField = z.unknown();

/** A rule as JSON: calls that change nothing have no body. */
export const ruleQuery = z.string("rule_invalid").check(z.maxLength(12_000, "rule_invalid"));

/** In the operator's language. */
export const factFields = z.object({
  name: z.string(),
  type: z.enum(["number", "money", "choice", "text", "flag"]),
  options: z.nullable(z.array(z.string())),
  words: z.object({
    name: z.string(),
    yes: z.optional(z.string()),
    no: z.optional(z.string()),
    options: z.optional(z.record(z.string(), z.string())),
  }),
});

const reason = z.object({ text: z.string(), holds: z.boolean(), value: z.nullable(z.string()) });

export const explainedFields = z.object({
  matches: z.boolean(),
  blocked_by: z.array(z.string()),
  reasons: z.array(reason),
});
export type ExplainedView = z.output<typeof explainedFields>;
