import * as z from "zod/mini";
import { notFound } from "#kit/contract/errors.ts";
import { amountField, currencyField, dataOf, namesField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { proofRequired } from "#modules/accounts/shared/errors.ts";
import { operatorLimitKinds } from "#modules/limits/shared/operator-limits.ts";
import { moneyStep } from "#modules/payments/shared/money-steps.ts";
import { rejectionReasons } from "#modules/profiles/shared/contract.ts";
import { entryStays } from "./errors.ts";
import { entryKinds } from "./kinds.ts";
import { readPhrase } from "./phrase.ts";

/** Entries of one page. */
export const pageSize = 20;

/** An entry's data; each kind has some of these. */
const entryData = z.object({
  amount: z.optional(amountField),
  currency: z.optional(currencyField),
  /** The payout's destination, masked. */
  place: z.optional(z.string()),
  /** A contact, masked. */
  contact: z.optional(z.string()),
  /** Browser and system, if known. */
  device: z.optional(z.string()),
  /** IP address. */
  address: z.optional(z.string()),
  until: z.optional(timeField),
  /** What an operator's limit is of; it has an amount, or minutes, or neither if it was removed. */
  limit_kind: z.optional(z.enum(operatorLimitKinds)),
  minutes: z.optional(z.int()),
  /** A name that was chosen. */
  name: z.optional(z.string()),
  /** Why a name or picture was rejected. */
  why: z.optional(z.enum(rejectionReasons)),
  tournament: z.optional(uuidField),
  /** The name of the tournament, or the subject of the message, in each language. */
  titles: z.optional(namesField),
  /** The place that a prize was won by. */
  rank: z.optional(z.int()),
  /** What an operator answered. */
  text: z.optional(z.string()),
  /** What an operator wrote, in each language; `titles` are its subjects. */
  texts: z.optional(namesField),
});

const entry = z.object({
  id: uuidField,
  kind: z.enum(entryKinds),
  data: entryData,
  created_at: timeField,
  read: z.boolean(),
  /** Whether the player may remove it: notices about security stay for 30 days. */
  removable: z.boolean(),
});

export type EntryData = z.output<typeof entryData>;
export type InboxEntry = z.output<typeof entry>;

const unread = dataOf(z.object({ unread: z.int() }));

export const getInbox = route({
  method: "GET",
  path: "/api/v1/inbox",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "The caller's inbox, newest first, 20 entries a page",
  query: z.object({ cursor: z.optional(uuidField) }),
  output: dataOf(z.object({ items: z.array(entry), next_cursor: z.nullable(uuidField), unread: z.int() })),
});

export const getUnread = route({
  method: "GET",
  path: "/api/v1/inbox/unread",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  byPage: true,
  summary: "How many entries of the caller's inbox are unread",
  output: unread,
});

export const markRead = route({
  method: "POST",
  path: "/api/v1/inbox/read",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "Marks one entry of the inbox as read, or all of them",
  body: z.object({ id: z.optional(uuidField) }),
  output: unread,
});

const oneEntry = z.object({ id: uuidField });

export const removeEntry = route({
  method: "DELETE",
  path: "/api/v1/inbox/:id",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary:
    "Removes an entry from the caller's inbox; notices about security stay for 30 days. A repeat changes nothing",
  params: oneEntry,
  output: unread,
  errors: [notFound, entryStays],
});

export const restoreEntry = route({
  method: "POST",
  path: "/api/v1/inbox/:id/restore",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "Puts a removed entry back into the caller's inbox. A repeat changes nothing",
  params: oneEntry,
  output: unread,
  errors: [notFound],
});

export const getEntrySteps = route({
  method: "GET",
  path: "/api/v1/inbox/:id/steps",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "How far the deposit or withdrawal of an entry of the caller's inbox has come; no steps for other entries",
  params: oneEntry,
  output: dataOf(z.array(moneyStep)),
  errors: [notFound],
});

const phrase = dataOf(z.object({ phrase: z.nullable(z.string()) }));

export const getPhrase = route({
  method: "GET",
  path: "/api/v1/inbox/phrase",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "The caller's anti-phishing phrase, which is in every mail to their confirmed address",
  output: phrase,
});

export const putPhrase = route({
  method: "PUT",
  path: "/api/v1/inbox/phrase",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "Chooses the anti-phishing phrase, or removes it; requires a fresh proof",
  body: z.object({
    phrase: z.nullable(
      z.string("phrase_invalid").check(
        z.maxLength(200, "phrase_invalid"),
        z.refine(text => readPhrase(text) !== undefined, "phrase_invalid"),
      ),
    ),
  }),
  output: phrase,
  errors: [proofRequired],
  rate: { burst: 20, perMinute: 10 },
});
