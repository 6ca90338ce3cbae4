import type * as z from "zod/mini";
import type { FieldErrors } from "#kit/contract/error-code.ts";

type Issue = z.core.$ZodIssue;

/** Limit of listed fields: a hostile body must not produce a long response. */
const mostFields = 20;
const messageKey = /^[a-z][a-z0-9_]{0,60}$/;

/**
 * The `errors` of a 422 response. An absent field has `required`; otherwise the check's own message key is used,
 * or `invalid` where a check declares none. Nested fields are named with dots: `bets.0.stake`.
 */
export function fieldErrors(parts: readonly { issues: readonly Issue[]; input: unknown }[]): FieldErrors {
  const fields = new Map<string, Set<string>>();
  for (const { issues, input } of parts) for (const issue of issues) collect(issue, input, fields);
  return Object.fromEntries([...fields].map(([field, keys]) => [field, [...keys]]));
}

function collect(issue: Issue, input: unknown, fields: Map<string, Set<string>>): void {
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) add(fields, [...issue.path, key], "unknown");
    return;
  }
  const key = isAbsent(input, issue.path) ? "required" : messageKey.test(issue.message) ? issue.message : "invalid";
  add(fields, issue.path, key);
}

function add(fields: Map<string, Set<string>>, path: readonly PropertyKey[], key: string): void {
  const field = path.length === 0 ? "body" : path.map(String).join(".").slice(0, 100);
  const keys = fields.get(field);
  if (keys) keys.add(key);
  else if (fields.size < mostFields) fields.set(field, new Set([key]));
}

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return true;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value === undefined;
}
