import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  idParams,
  officeChange,
  officeRead,
  optionalPlayer,
  player,
  withReason,
} from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { decisionKinds } from "#modules/providers/shared/differences.ts";
import { addressInvalid, keysFull, providerTaken, roundNotVoidable } from "#modules/providers/shared/errors.ts";
import { gameField, localeField, winField } from "#modules/providers/shared/wire.ts";

const slugField = z.string("slug_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, "slug_invalid"));
const titleField = z
  .string("title_invalid")
  .check(z.regex(plainText, "title_invalid"), z.minLength(1, "title_invalid"), z.maxLength(80, "title_invalid"));
const addressField = z
  .string("address_invalid")
  .check(z.maxLength(300, "address_invalid"), z.regex(/^https?:\/\/[\w.:[\]-]+(\/[\w./~-]*)?$/, "address_invalid"));
const originField = z
  .string("address_invalid")
  .check(z.maxLength(200, "address_invalid"), z.regex(/^https?:\/\/[\w.:[\]-]+$/, "address_invalid"));

const provider = z.object({
  id: uuidField,
  slug: z.string(),
  title: z.string(),
  /** Of its accounts in the books. */
  number: z.number(),
  base_url: z.string(),
  frame_origin: z.string(),
  is_on: z.boolean(),
  addresses: z.array(z.string()),
  calls_per_second: z.number(),
  keys: z.array(z.string()),
  games: z.array(
    z.object({
      slug: z.string(),
      maths: z.nullable(z.string()),
      approved: z.nullable(z.string()),
      is_enabled: z.boolean(),
    }),
  ),
});

export type ProviderView = z.output<typeof provider>;

export const readProviders = route({
  ...officeRead("providers"),
  path: "/api/office/providers",
  permission: "providers.read",
  summary: "Connected providers with their keys (ids only), addresses, rates and games",
  output: dataOf(z.array(provider)),
});

export const connectProvider = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers",
  permission: "providers.write",
  summary: "Connects a provider, switched off; its accounts get the next free number",
  body: z.object({
    slug: slugField,
    title: titleField,
    base_url: addressField,
    frame_origin: originField,
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [providerTaken],
});

export const changeProvider = route({
  ...officeChange("providers"),
  method: "PUT",
  path: "/api/office/providers/:id",
  permission: "providers.write",
  summary: "Turns a provider on or off, or changes its addresses and rate",
  params: idParams,
  body: z.object({
    title: z.optional(titleField),
    base_url: z.optional(addressField),
    frame_origin: z.optional(originField),
    is_on: z.optional(z.boolean("is_on_invalid")),
    addresses: z.optional(
      z
        .array(z.string("address_invalid").check(z.maxLength(60, "address_invalid")), "address_invalid")
        .check(z.maxLength(50, "address_invalid")),
    ),
    calls_per_second: z.optional(z.int("rate_invalid").check(z.gte(1, "rate_invalid"), z.lte(100_000, "rate_invalid"))),
    reason: reasonField,
  }),
  status: 204,
  errors: [addressInvalid],
});

export const makeProviderKey = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/:id/keys",
  stepUp: true,
  permission: "providers.write",
  summary: "Creates a key; its secret is in this response only. Two keys may be valid at a time",
  params: idParams,
  body: withReason,
  status: 201,
  output: dataOf(z.object({ id: z.string(), secret: z.string() })),
  errors: [keysFull],
});

export const revokeProviderKey = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/:id/keys/:key/revoke",
  permission: "providers.write",
  summary: "Revokes a key: calls signed with it are rejected from now on",
  params: z.object({ id: uuidField, key: z.string("key_invalid").check(z.regex(/^k_[a-z0-9]{16}$/, "key_invalid")) }),
  body: withReason,
  status: 204,
});

export const readProviderGames = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/:id/games",
  permission: "providers.write",
  summary: "Reads the provider's manifests again",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ games: z.number() })),
});

export const changeProviderGame = route({
  ...officeChange("providers"),
  method: "PUT",
  path: "/api/office/providers/:id/games/:slug",
  permission: "providers.write",
  summary: "Enables or disables a game, or approves the version of its math",
  params: z.object({ id: uuidField, slug: gameField }),
  body: z.object({
    is_enabled: z.boolean("is_enabled_invalid"),
    approve_maths: z.optional(z.boolean()),
    reason: reasonField,
  }),
  status: 204,
});

export const readMathsLog = route({
  ...officeRead("providers"),
  path: "/api/office/providers/:id/maths-log",
  permission: "providers.read",
  summary: "The provider's own log of the versions of its games' math, and whether its chain holds",
  params: idParams,
  output: dataOf(
    z.object({
      entries: z.array(
        z.object({ game: z.string(), maths: z.string(), at: timeField, previous: z.string(), hash: z.string() }),
      ),
      /** The first entry that does not follow from the one before, counted from 1. */
      broken_at: z.nullable(z.number()),
    }),
  ),
});

export const readOpenAtProvider = route({
  ...officeRead("providers"),
  path: "/api/office/providers/:id/open-rounds",
  permission: "providers.read",
  summary: "A player's open rounds as the provider and the books have them",
  params: idParams,
  query: z.object({ player: uuidField }),
  output: dataOf(
    z.array(
      z.object({
        round: uuidField,
        game: z.string(),
        opened_at: timeField,
        here: z.boolean(),
        there: z.boolean(),
      }),
    ),
  ),
});

const round = z.object({
  id: z.string(),
  player,
  provider: z.string(),
  game: z.string(),
  currency: currencyField,
  stake: moneyField,
  /** Of the stake, in bonus money; the rest is real money. */
  from_bonus: moneyField,
  win: moneyField,
  jackpot: moneyField,
  state: z.enum(["open", "closed", "void"]),
  started_at: timeField,
  ended_at: z.nullable(timeField),
});

export const readProviderRounds = route({
  ...officeRead("providers"),
  path: "/api/office/providers/rounds",
  reads: ["wallet.provider_rounds", "providers"],
  permission: "providers.read",
  summary: "Rounds at providers: open ones, the oldest first, or all, the newest first",
  query: z.extend(optionalPlayer, { which: z.optional(z.enum(["open", "all"], "which_invalid")) }),
  output: dataOf(z.array(round)),
});

export const decideProviderRound = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/rounds/:id/decide",
  permission: "providers.write",
  summary: "Requests approval to pay a win above its cap, or to end a round whose provider does not respond",
  params: idParams,
  body: z.object({
    player: uuidField,
    decision: z.enum(["allow", "pay", "void"], "decision_invalid"),
    amount: winField,
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
});

export const voidProviderRound = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/rounds/:id/void",
  permission: "providers.write",
  stepUp: true,
  summary:
    "Requests that a settled round is voided: its stakes are returned and its wins taken back; another operator approves",
  params: idParams,
  body: z.object({ player: uuidField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [roundNotVoidable],
});

export const readPots = route({
  ...officeRead("providers"),
  path: "/api/office/providers/pots",
  reads: ["wallet.pots"],
  permission: "providers.read",
  summary: "The slots jackpot in each currency: amount, reserve, what it owes to promotions, and starting amount",
  output: dataOf(
    z.array(
      z.object({
        currency: currencyField,
        amount: moneyField,
        reserve: moneyField,
        owed: moneyField,
        seed: moneyField,
      }),
    ),
  ),
});

export const seedPot = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/pots/:currency/seed",
  permission: "providers.write",
  summary:
    "Requests approval of a jackpot's starting amount; the jackpot is topped up to it immediately, from its reserve and then from promotions",
  params: z.object({ currency: currencyField }),
  body: z.object({ amount: winField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
});

const difference = z.object({
  id: uuidField,
  provider: z.string(),
  player,
  kind: z.string(),
  ours: z.unknown(),
  theirs: z.unknown(),
  found_at: timeField,
  resolved_at: z.nullable(timeField),
  /** What two operators decided about its round. */
  decision: z.nullable(
    z.object({
      kind: z.enum(decisionKinds),
      /** Null of decisions of before requests were noted. */
      request: z.nullable(uuidField),
      /** Of `paid`. */
      amount: z.nullable(moneyField),
      currency: currencyField,
      at: timeField,
    }),
  ),
});
export type DifferenceView = z.output<typeof difference>;

export const readReconciliation = route({
  ...officeRead("providers"),
  path: "/api/office/providers/reconciliation",
  permission: "providers.read",
  summary:
    "Differences between statements and books, those that decisions closed in 30 days, alerts about providers, and the time of the last comparison",
  output: dataOf(
    z.object({
      compared: z.array(z.object({ provider: z.string(), until: timeField })),
      differences: z.array(difference),
      decided: z.array(difference),
      alarms: z.array(
        z.object({
          id: uuidField,
          provider: z.string(),
          kind: z.string(),
          subject: z.string(),
          facts: z.unknown(),
          count: z.number(),
          last_at: timeField,
        }),
      ),
    }),
  ),
});

export const closeProviderAlarm = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/alarms/:id/close",
  permission: "providers.write",
  summary: "Closes an alert; it reopens if the problem recurs",
  params: idParams,
  body: withReason,
  status: 204,
});

const chatMessage = z.object({
  message: uuidField,
  player,
  game: z.string(),
  language: localeField,
  nick: z.string(),
  text: z.string(),
  at: timeField,
  reports: z.number(),
  removed_at: z.nullable(timeField),
  is_muted: z.boolean(),
  muted_until: z.nullable(timeField),
});
export type TableMessage = z.output<typeof chatMessage>;

export const readTableChat = route({
  ...officeRead("providers"),
  path: "/api/office/providers/:id/chat",
  permission: "providers.read",
  summary: "Messages of our players at the provider's live tables, the newest first",
  params: idParams,
  query: z.object({ reported: z.optional(z.enum(["1"], "reported_invalid")), cursor: z.optional(uuidField) }),
  output: dataOf(z.object({ messages: z.array(chatMessage), next: z.nullable(uuidField) })),
});

export const removeTableMessage = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/:id/chat/:message/remove",
  permission: "providers.write",
  summary: "Removes a message from the chat of a live table",
  params: z.object({ id: uuidField, message: uuidField }),
  body: withReason,
  status: 204,
});

export const muteAtTables = route({
  ...officeChange("providers"),
  method: "POST",
  path: "/api/office/providers/:id/chat/mutes",
  permission: "providers.write",
  summary: "Mutes a player at the provider's live tables for some hours or indefinitely, or ends the mute",
  params: idParams,
  body: z.object({
    player: uuidField,
    /** 0 ends it, null has no end. */
    hours: z.nullable(z.int("hours_invalid").check(z.gte(0, "hours_invalid"), z.lte(8_760, "hours_invalid"))),
    reason: reasonField,
  }),
  status: 204,
});
