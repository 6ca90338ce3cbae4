import * as z from "zod/mini";
import { timeField, uuidField } from "#kit/contract/fields.ts";

export const eventField = z.string("event_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,64}$/, "event_invalid"));
export const slipField = z.string("id_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "id_invalid"));

/** Proper names of an event, equal in every language. */
export const names = z.object({
  sport: z.string(),
  league: z.string(),
  title: z.string(),
  home: z.string(),
  away: z.string(),
  /** Players and entrants by id. */
  entrants: z.record(z.string(), z.string()),
});

export const decision = z.object({
  id: z.string(),
  at: timeField,
  kind: z.string(),
  market: z.nullable(z.string()),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  approved_by: z.nullable(z.string()),
});

/** A result that waits, and the request about it, if there is one. */
export const waitingRequest = z.nullable(uuidField);

export type TradedNames = z.output<typeof names>;
export type TradingDecisionView = z.output<typeof decision>;
