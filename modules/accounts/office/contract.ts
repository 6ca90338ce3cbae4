import * as z from "zod/mini";
import {
  currencyField,
  cursorField,
  dataOf,
  moneyField,
  plainText,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { revealLimit } from "#modules/operators/shared/errors.ts";
import { maskedAddress, maskedEmail, maskedPhone, revealedText } from "#modules/operators/shared/masked.ts";
import { notLocked } from "../shared/errors.ts";
import { playerTags } from "../shared/tags.ts";

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(maskedEmail),
  email_verified: z.boolean(),
  phone: z.nullable(maskedPhone),
  phone_verified: z.boolean(),
  register_method: z.string(),
  test: z.boolean(),
  currency: z.nullable(currencyField),
  locale: z.nullable(z.string()),
  registered_at: timeField,
  closed_at: z.nullable(timeField),
  /** Locked by an operator: no session, and none can be opened. */
  locked_at: z.nullable(timeField),
  tags: z.array(z.enum(playerTags)),
});

const score = z.nullable(z.int());

const listedPlayer = z.extend(person, {
  /** ISO 3166-1 alpha-2; null where it is unknown. */
  country: z.nullable(z.string()),
  /** Level in the VIP club; 0 before the first. */
  level: z.int(),
  /** Real money in all wallets in euros, at the prices of today; null where one has no price. */
  balance: z.nullable(moneyField),
  /** Deposits less withdrawals, and stakes less payouts, of today (UTC) and the 29 days before, in euros at the prices of each day. */
  net_deposits: z.nullable(moneyField),
  ggr: z.nullable(moneyField),
  seen_at: z.nullable(timeField),
  /** Null for callers without `risk.read` or `harm.read`. */
  risk: score,
  harm: score,
});

export type ListedPlayerView = z.infer<typeof listedPlayer>;

export const findPlayers = route({
  ...officeRead("accounts"),
  path: "/api/office/players",
  permission: "players.read",
  summary:
    "Players by a part of the name, or by the whole email address, phone number or id, and by a tag, newest first",
  query: z.object({
    query: z.optional(
      z.string("query_invalid").check(z.maxLength(100, "query_invalid"), z.regex(plainText, "query_invalid")),
    ),
    tag: z.optional(z.enum(playerTags, "tag_invalid")),
    ...paged,
  }),
  output: pageOf(listedPlayer),
});

const session = z.object({
  id: z.string(),
  hostname: z.string(),
  ip: maskedAddress,
  user_agent: z.string(),
  created_at: timeField,
  seen_at: timeField,
  ended_at: z.nullable(timeField),
  end_reason: z.nullable(z.string()),
});

export type SessionView = z.infer<typeof session>;

const note = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  written_at: timeField,
  /** The pinned ones come first. */
  pinned: z.boolean(),
});

export type NoteView = z.infer<typeof note>;

export const readPlayer = route({
  ...officeRead("accounts"),
  path: "/api/office/players/:id",
  permission: "players.read",
  summary: "One player: account, wallets, limits, identity, sessions, notes",
  params: idParams,
  output: dataOf(
    z.object({
      person,
      balances: z.array(z.object({ currency: currencyField, real: moneyField, bonus: moneyField, vault: moneyField })),
      limits: z.array(
        z.object({
          kind: z.enum(["wager", "loss", "deposit"]),
          limit: z.nullable(moneyField),
          currency: currencyField,
          /** Today's total over all wallets; null when the day has no rates to convert them. */
          used: z.nullable(moneyField),
        }),
      ),
      /** A time-out or self-exclusion set by the player. */
      break: z.nullable(z.object({ kind: z.string(), until: timeField })),
      identity: z.object({
        status: z.string(),
        is_need: z.boolean(),
        reason: z.nullable(z.string()),
        documents: z.number(),
      }),
      /** The latest first; empty where it is unknown. */
      countries: z.array(
        z.object({ country: z.string(), since: timeField, source: z.enum(["registration", "document"]) }),
      ),
      sessions: z.array(session),
      notes: z.array(note),
    }),
  ),
});

export const readPlayerLedger = route({
  ...officeRead("accounts"),
  path: "/api/office/players/:id/ledger",
  permission: "players.read",
  summary: "A player's statement in one currency, newest first, as the player sees it",
  params: idParams,
  query: z.object({ currency: currencyField, cursor: cursorField }),
  output: dataOf(
    z.object({
      net_deposits: moneyField,
      items: z.array(
        z.object({
          number: z.string(),
          at: timeField,
          kind: z.string(),
          game: z.nullable(z.string()),
          amount: moneyField,
          change: moneyField,
          balance: moneyField,
          bonus_balance: moneyField,
          vault_balance: moneyField,
        }),
      ),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const writeNote = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/notes",
  permission: "players.note",
  summary:
    "Adds a permanent note about a player for other operators; those whom it names as @name find it under their mentions",
  params: idParams,
  body: z.object({
    text: z.string("text_required").check(
      z.maxLength(2000, "text_too_long"),
      z.refine(text => text.trim() !== "" && !text.includes("\u0000"), "text_required"),
    ),
  }),
  status: 201,
  output: dataOf(z.object({ ...note.shape, mentioned: z.array(z.string()) })),
});

export const pinNote = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/notes/:note/pin",
  permission: "players.note",
  summary: "Pins a note above the others of a player, or unpins it",
  params: z.object({ id: uuidField, note: uuidField }),
  body: z.object({ pinned: z.boolean("pinned_invalid") }),
  status: 204,
});

const mention = z.object({
  id: z.string(),
  player: z.object({ id: uuidField, name: z.string(), test: z.boolean() }),
  author: z.string(),
  text: z.string(),
  written_at: timeField,
  done_at: z.nullable(timeField),
});

export type MentionView = z.output<typeof mention>;

export const readMentions = route({
  ...officeRead("accounts"),
  path: "/api/office/mentions",
  permission: "players.note",
  summary: "Notes on players that mention the caller, newest first",
  query: z.object(paged),
  output: pageOf(mention),
});

export const closeMention = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/mentions/:id/done",
  permission: "players.note",
  summary: "Marks a note that mentions the caller as done",
  params: idParams,
  status: 204,
});

const someTags = z
  .array(z.enum(playerTags, "tags_invalid"), "tags_invalid")
  .check(z.maxLength(playerTags.length, "tags_invalid"));

export const tagPlayer = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/tags",
  permission: "players.tag",
  summary: "Adds and removes tags of a player, which only operators see; the audit log records what changed",
  params: idParams,
  body: z.object({ add: someTags, remove: someTags, reason: reasonField }).check(
    z.refine(({ add, remove }) => add.length + remove.length > 0 && !add.some(tag => remove.includes(tag)), {
      error: "tags_invalid",
      path: ["add"],
    }),
  ),
  output: dataOf(z.object({ tags: z.array(z.enum(playerTags)) })),
});

/** A country that exists, by its ISO code. */
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) !== undefined;

export const correctCountry = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/country",
  permission: "kyc.decide",
  summary: "Corrects the country of an account from a document; earlier dates keep the former one",
  params: idParams,
  body: z.object({
    country: z.string("country_invalid").check(z.refine(isCountry, "country_invalid")),
    reason: reasonField,
  }),
  status: 204,
});

/** What can be revealed of a player. */
export const personalFields = ["email", "phone", "legal_name", "birth_dates", "addresses"] as const;
export type PersonalField = (typeof personalFields)[number];

const revealed = z.object({
  /** How long this session still sees them; 0 if nothing is revealed. */
  seconds: z.int(),
  fields: z.array(z.enum(personalFields)),
  values: z.object({
    email: z.nullable(revealedText),
    phone: z.nullable(revealedText),
    legal_name: z.nullable(revealedText),
    birth_dates: z.array(revealedText),
    /** IP addresses of the last thirty sessions. */
    addresses: z.array(revealedText),
  }),
});

export const revealPlayer = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/reveal",
  stepUp: true,
  permission: "players.reveal",
  summary:
    "Personal data of a player unmasked, for ten minutes in this session; the audit log records the fields and the reason",
  params: idParams,
  body: z.object({
    fields: z
      .array(z.enum(personalFields, "fields_invalid"), "fields_invalid")
      .check(z.minLength(1, "fields_invalid"), z.maxLength(personalFields.length, "fields_invalid")),
    reason: reasonField,
  }),
  output: dataOf(revealed),
  errors: [revealLimit],
});

export const readRevealed = route({
  ...officeRead("accounts"),
  path: "/api/office/players/:id/revealed",
  permission: "players.reveal",
  summary: "What the caller's session has revealed of a player in the last ten minutes",
  params: idParams,
  output: dataOf(revealed),
});

export const endPlayerSessions = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/sessions/end",
  permission: "players.sessions.end",
  summary: "Signs a player out everywhere",
  params: idParams,
  body: withReason,
  status: 204,
});

export const lockPlayer = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/lock",
  permission: "players.lock",
  summary: "Locks a player's account: signs them out everywhere and refuses further sign-ins",
  params: idParams,
  body: withReason,
  status: 204,
});

export const unlockPlayer = route({
  ...officeChange("accounts"),
  method: "POST",
  path: "/api/office/players/:id/unlock",
  stepUp: true,
  permission: "players.lock",
  summary: "Requests that a player's account be unlocked; another operator has to approve it",
  params: idParams,
  body: withReason,
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [notLocked],
});

export type RevealedView = z.output<typeof revealed>;
export type PersonView = z.output<typeof person>;
