import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { languageOf, locales } from "#kit/i18n/locale.ts";
import { betIdField, multiplierField } from "#modules/bets/shared/contract.ts";
import { chatClosed, chatMuted, chatNotAllowed, chatTooFast, rainFull, rainNotAllowed, rainOver } from "./errors.ts";

/** A room for each language. */
export const rooms = locales.map(languageOf);
export type Room = (typeof rooms)[number];
const room = z.enum(rooms, "room_invalid");

/** Messages of a snapshot. */
export const shownMessages = 100;
/** Settled bets of the last thirty days that a writer has. */
export const leastBets = 20;

export const reportReasons = ["insult", "begging", "advertising", "personal_data", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];
/** Why a moderator removed a message. */
export const removalReasons = reportReasons;

const author = z.object({
  /** Differs from player to player and from day to day; says nothing about the account. */
  id: z.string(),
  /** Null for a player who is hidden. */
  face: z.nullable(z.object({ name: z.string(), avatar: z.string() })),
  /** Level in the VIP club; null for a hidden player, and below the first. */
  level: z.nullable(z.int()),
  /** A test account, such as every player of a demo. */
  test: z.boolean(),
});

const face = z.nullable(z.object({ name: z.string(), avatar: z.string() }));

/** Who wrote a message: a player, a moderator, or we, about a rain or a tip. */
export const messageKinds = ["player", "moderator", "rain", "tip"] as const;
export type MessageKind = (typeof messageKinds)[number];

const rain = z.object({
  id: uuidField,
  amount: moneyField,
  currency: currencyField,
  ends_at: timeField,
  state: z.enum(["open", "paid"]),
  /** Who takes part; once it is paid, who got a share. */
  players: z.int(),
  /** The share of each player, once it is paid; zero if nobody got one. */
  share: z.nullable(moneyField),
});
export type ChatRain = z.output<typeof rain>;

/** `face`: who got it; null for a hidden player. */
const tip = z.object({ face, amount: moneyField, currency: currencyField });
export type ChatTip = z.output<typeof tip>;

/** An ended bet in one of our games, as its player showed it. */
const shownBet = z.object({
  /** Id of the bet's public record. */
  id: betIdField,
  game: z.string(),
  currency: currencyField,
  stake: moneyField,
  payout: moneyField,
  multiplier: multiplierField,
});
export type ShownBet = z.output<typeof shownBet>;

const message = z.object({
  id: uuidField,
  number: z.int(),
  kind: z.enum(messageKinds),
  author,
  /** Empty once it was removed. */
  text: z.string(),
  at: timeField,
  removed: z.nullable(z.enum(removalReasons)),
  rain: z.nullable(rain),
  tip: z.nullable(tip),
  bet: z.nullable(shownBet),
});
export type ChatMessage = z.output<typeof message>;

/** Who follows the room: players and guests. */
const present = z.int();

export const roomChannel = channel({
  name: "community.chat",
  module: "community-chat",
  caller: "anyone",
  summary: "A chat room: its last messages, then what is written and removed",
  parameter: { name: "room", schema: z.string().check(z.refine(text => (rooms as readonly string[]).includes(text))) },
  snapshot: z.object({ messages: z.array(message), present }),
  events: {
    /** Messages that are new or were removed, oldest first; a removed one replaces what was shown under its number. */
    messages: z.object({ messages: z.array(message) }),
    /** How many follow the room now, at most every five seconds. */
    present: z.object({ present }),
    /** The player has begun a break: the room is closed to them. */
    closed: z.object({}),
  },
});

const standing = z.object({
  /** The caller's own author id in messages of today. */
  author: z.string(),
  /** The name by which others mention the caller; null for a hidden player. */
  name: z.nullable(z.string()),
  /** `contact`: none is confirmed; `play`: too few settled bets; `muted`: until `until`. */
  may: z.enum(["write", "contact", "play", "muted"]),
  until: z.nullable(timeField),
  /** Open rains that the caller takes part in. */
  rains: z.array(uuidField),
  /** Between two messages of the caller, in all rooms together. */
  pause_seconds: z.int(),
});
export type Standing = z.output<typeof standing>;

export const getRoom = route({
  method: "GET",
  path: "/api/v1/chat/:room",
  module: "community-chat",
  caller: "anyone",
  moves: "nothing",
  summary:
    "The last hundred messages of a chat room, how many follow it, and whether the caller may write there (null for guests)",
  params: z.object({ room }),
  output: dataOf(z.object({ messages: z.array(message), present, you: z.nullable(standing) })),
  errors: [chatClosed],
});

export const postMessage = route({
  method: "POST",
  path: "/api/v1/chat/:room",
  module: "community-chat",
  caller: "player",
  moves: "nothing",
  summary: "Writes a message; a repeat with the same key returns what it wrote",
  params: z.object({ room }),
  body: z.object({
    key: uuidField,
    text: z.string("chat_text").check(z.maxLength(1_000, "chat_long")),
    /** A bet of the caller that the message shows: ended, in one of our games. */
    bet: z.optional(z.string("chat_bet").check(z.maxLength(64, "chat_bet"))),
  }),
  status: 201,
  output: dataOf(message),
  errors: [chatClosed, chatMuted, chatNotAllowed, chatTooFast],
  rate: { burst: 60, perMinute: 60 },
});

export const listShowableBets = route({
  method: "GET",
  path: "/api/v1/chat-bets",
  module: "community-chat",
  caller: "player",
  moves: "nothing",
  summary: "The caller's newest bets that a message can show: ended, in our own games, in the active currency",
  output: dataOf(z.array(shownBet)),
});

export const reportMessage = route({
  method: "POST",
  path: "/api/v1/chat/messages/:id/report",
  module: "community-chat",
  caller: "player",
  moves: "nothing",
  summary: "Reports a message of another player to the moderators, once",
  params: z.object({ id: uuidField }),
  body: z.object({ reason: z.enum(reportReasons, "report_reason_invalid") }),
  status: 204,
  errors: [chatClosed, chatTooFast],
  rate: { burst: 30, perMinute: 20 },
});

export const collectRain = route({
  method: "POST",
  path: "/api/v1/chat/rains/:id/collect",
  module: "community-chat",
  caller: "player",
  moves: "prize",
  summary: "Takes part in a rain of the chat, once; when it ends, its sum is shared equally among those who take part",
  params: z.object({ id: uuidField }),
  status: 204,
  errors: [chatClosed, rainFull, rainNotAllowed, rainOver],
  rate: { burst: 30, perMinute: 30 },
});
