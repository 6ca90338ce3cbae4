import * as z from "zod/mini";
import { currencies } from "#studio/engine/shared/types.ts";

/** Bodies of the calls from a casino, and of its answers. An unknown key of a request is an error; of an answer it is ignored. */

export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(80));
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,120}$/));
export const decimal = z.string().check(z.regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/));
const stake = z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/));
const clientSeed = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const moment = z.iso.datetime({ offset: true });

/** What a region's rules allow. */
export const profileSchema = z.object({
  name: z._default(z.string().check(z.maxLength(64)), "base"),
  min_round_ms: z.int().check(z.gte(0), z.lte(60_000)),
  autoplay: z.boolean(),
  turbo: z.boolean(),
  slam_stop: z.boolean(),
  buy: z.boolean(),
  gamble: z.boolean(),
  max_stake: z.nullable(decimal),
  show_net_position: z.boolean(),
  /** Whether players may write to each other at tables. */
  chat: z.optional(z.boolean()),
});
export type Profile = z.output<typeof profileSchema>;

export const launchBody = z.strictObject({
  game: slug,
  mode: z.enum(["demo", "play"]),
  player: z.optional(uuid),
  nick: z.optional(z.string().check(z.maxLength(100))),
  launch: z.optional(token),
  currency: z.enum(currencies),
  country: z.string().check(z.maxLength(10)),
  locale: z.enum(["en", "ru", "kk"]),
  profile: profileSchema,
  parent_origin: z.string().check(z.regex(/^https?:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/)),
});

export const seedsQuery = z.strictObject({ player: uuid, game: slug });
const casinoHashes = { casino_seed_hash: hash, casino_next_seed_hash: hash };
export const clientSeedBody = z.strictObject({ player: uuid, game: slug, client_seed: clientSeed, ...casinoHashes });
/** The casino's seed ends with the studio's. */
export const rotateBody = z.strictObject({
  player: uuid,
  game: slug,
  client_seed: clientSeed,
  casino_seed: hash,
  ...casinoHashes,
});

export const grantBody = z.strictObject({
  grant: uuid,
  player: uuid,
  game: slug,
  currency: z.enum(currencies),
  stake,
  count: z.int().check(z.gte(1), z.lte(10_000)),
  expires_at: moment,
});
export const cancelGrantBody = z.strictObject({ player: uuid });
export const finishBody = z.strictObject({ player: uuid, reason: z.enum(["expired", "excluded"]) });

export const chatQuery = z.strictObject({ reported: z.optional(z.literal("1")), cursor: z.optional(uuid) });
/** `until` null ends it; without `until` it has no end. */
export const chatMuteBody = z.strictObject({ player: uuid, until: z.optional(z.nullable(moment)) });

export const openRoundsQuery = z.strictObject({ player: uuid });
const cursor = z.optional(z.string().check(z.regex(/^[0-9a-z_.-]{1,80}$/)));
export const statementQuery = z.strictObject({ from: moment, to: moment, cursor });
export const mathsLogQuery = z.strictObject({ cursor });

const freeRoundsSchema = z.object({
  grant: uuid,
  game: slug,
  left: z.int().check(z.gte(0)),
  stake: decimal,
  expires_at: z.optional(z.string()),
});
export type FreeRounds = z.output<typeof freeRoundsSchema>;

/** Answers of a casino's wallet. Whatever does not fit is an unknown outcome. */
export const refusalAnswer = z.object({
  status: z.string().check(z.regex(/^[a-z_]{2,40}$/)),
  balance: z.optional(decimal),
});
export const authenticateAnswer = z.object({
  status: z.literal("ok"),
  session: token,
  player: uuid,
  nick: z.optional(z.nullable(z.string())),
  currency: z.enum(currencies),
  balance: decimal,
  profile: z.optional(profileSchema),
  free_rounds: z._default(z.array(freeRoundsSchema), []),
});
export const betAnswer = z.object({
  status: z.literal("ok"),
  balance: decimal,
  answer: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
});
export const winAnswer = z.object({
  status: z.literal("ok"),
  balance: decimal,
  jackpot: z.optional(z.nullable(decimal)),
});
export const rollbackAnswer = z.object({ status: z.literal("ok"), balance: z.optional(decimal) });
export const balanceAnswer = z.object({ status: z.literal("ok"), balance: decimal });
