import * as z from "zod/mini";

/**
 * The wire protocol of the odds provider. A text frame is `signature.body`: Ed25519 (base64url, no padding) over the UTF-8 bytes of the
 * body, which is JSON of {@link frameBody}. Times are milliseconds since 1970 by the provider's clock.
 */

export const producers = ["pre", "live", "outright"] as const;
export type Producer = (typeof producers)[number];

const id = z.string().check(z.minLength(1), z.maxLength(100));
const time = z.int().check(z.minimum(0));
const count = z.int().check(z.minimum(0));
const probability = z.number().check(z.minimum(0), z.maximum(1));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** `prev` of frame 1. */
export const firstPrev = "0".repeat(64);

/** A price is an exact decimal, 1.001 to 1000, at most three places: "2.03", "3.5", "1.001". */
export const priceText = z.string().check(z.regex(/^(?:[1-9][0-9]{0,2}(?:\.[0-9]{0,2}[1-9])?|1000)$/));

/** Canonical specifier: `key=value` with sorted keys, joined by `|`; empty where the market kind needs none. */
const spec = z.string().check(z.maxLength(200));

export const marketStatuses = ["active", "suspended", "inactive", "handed_over", "settled", "cancelled"] as const;

/** Chances of each result of an outcome; what is missing to 1 is lost. */
export const chances = z.object({
  win: probability,
  half_win: probability,
  refund: probability,
  half_lose: probability,
});
export type Chances = z.infer<typeof chances>;

export const pricedMarket = z.object({
  id,
  spec,
  status: z.enum(marketStatuses),
  outcomes: z.array(z.object({ id, price: priceText, p: chances })),
});
export type PricedMarket = z.infer<typeof pricedMarket>;

export const incident = z.object({
  /** Stable: a later state may show the same incident as cancelled. */
  id,
  kind: z.enum([
    "goal",
    "red_card",
    "yellow_card",
    "corner",
    "period_start",
    "period_end",
    "var_check",
    "var_end",
    "point",
    "game",
    "set",
    "map",
    "retirement",
  ]),
  /** Which competitor, in the order of the fixture; absent for incidents of both. */
  side: z.optional(z.enum(["home", "away"])),
  /** Seconds of play, stoppage time included. */
  clock: count,
  /** 1 for the first half, set or quarter. */
  period: count,
  at: time,
  player: z.optional(id),
  /** Points of a score in basketball; listed until the race to twenty is decided. */
  value: z.optional(count),
  cancelled: z.optional(z.boolean()),
});
export type Incident = z.infer<typeof incident>;

export const eventStatuses = [
  "not_started",
  "live",
  "break",
  "ended",
  "closed",
  "postponed",
  "abandoned",
  "retired",
  "cancelled",
] as const;

const pair = z.tuple([count, count]);

export const score = z.object({
  /** Goals or points; sets in tennis and volleyball, maps in Counter-Strike and Dota. */
  total: pair,
  /** The score of each half, period, quarter, set (games or points) or map (rounds or kills) so far. */
  periods: z.array(pair),
  corners: z.optional(pair),
  yellow_cards: z.optional(pair),
  red_cards: z.optional(pair),
  /** Points of the running game of tennis, counted 0, 1, 2 ... */
  points: z.optional(pair),
  serving: z.optional(z.enum(["home", "away"])),
});
export type Score = z.infer<typeof score>;

const competitor = z.object({
  id,
  name: z.string(),
  short: z.string(),
  country: z.string(),
  players: z.array(z.object({ id, name: z.string(), number: count })),
});

const alive = z.object({ type: z.literal("alive"), at: time, subscribed: z.boolean() });

const fixture = z.object({
  type: z.literal("fixture"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  simulated: z.literal(true),
  sport: z.enum(["football", "ice_hockey", "tennis", "volleyball", "cs2", "dota2", "basketball"]),
  kind: z.enum(["match", "outright"]),
  category: z.object({ id, name: z.string() }),
  tournament: z.object({ id, name: z.string(), season: z.string(), quick: z.boolean() }),
  round: z.optional(z.string()),
  /** Outrights: the quarter of the draw; absent for the whole. */
  section: z.optional(count),
  start: time,
  status: z.enum(eventStatuses),
  /** Home first. Outrights list every entrant. */
  competitors: z.array(competitor),
  /** Football: seconds of a half; tennis and volleyball: sets to win; Counter-Strike and Dota: maps to win; basketball: seconds of a quarter; ice hockey: of a period. */
  format: z.object({
    half_seconds: z.optional(count),
    sets_to_win: z.optional(count),
    quarter_seconds: z.optional(count),
    period_seconds: z.optional(count),
  }),
  /** Seconds of play that pass in a second of the clock. */
  pace: z.number(),
  coverage: z.array(z.string()),
  /** SHA-256 of the bytes of the event's seed, which the last `event_state` reveals. An outright has none: the seeds of its matches decide it. */
  commitment: z.optional(sha256),
});
export type FixtureMessage = z.infer<typeof fixture>;

const fixtureChange = z.object({
  type: z.literal("fixture_change"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  change: z.enum(["new", "start", "cancelled", "format", "coverage"]),
  start: z.optional(time),
});

const eventState = z.object({
  type: z.literal("event_state"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  status: z.enum(eventStatuses),
  /** The clock shows `seconds` at `at`, and does not run when `stopped`. */
  clock: z.object({ seconds: count, period: count, stopped: z.boolean() }),
  score,
  /** All incidents so far, cancelled ones included. */
  incidents: z.array(incident),
  /** Final places of an outright once it is over: every entrant with its place, equal places shared. */
  standings: z.optional(z.array(z.object({ entrant: id, place: z.int().check(z.minimum(1)) }))),
  /** Hexadecimal; only once nothing can follow: closed, abandoned, postponed, retired. */
  seed: z.optional(sha256),
});
export type EventState = z.infer<typeof eventState>;

const oddsChange = z.object({
  type: z.literal("odds_change"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  reason: z.enum(["opened", "incident", "time", "suspended", "hand_over", "ended", "snapshot", "fault"]),
  markets: z.array(pricedMarket),
});
export type OddsChange = z.infer<typeof oddsChange>;

const betStop = z.object({
  type: z.literal("bet_stop"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  groups: z.union([z.literal("all"), z.array(z.string())]),
});

const settledOutcome = z.object({
  id,
  result: z.union([z.literal(0), z.literal(1)]),
  void_factor: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
  /** Winning places / tied entrants; 1 where nobody is tied. */
  dead_heat: z.number().check(z.minimum(0), z.maximum(1)),
});
export type SettledOutcome = z.infer<typeof settledOutcome>;

export const settledMarket = z.object({ id, spec, decided_at: time, outcomes: z.array(settledOutcome) });
export type SettledMarket = z.infer<typeof settledMarket>;

const betSettlement = z.object({
  type: z.literal("bet_settlement"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  /** 1: as seen; 2: confirmed. */
  certainty: z.union([z.literal(1), z.literal(2)]),
  markets: z.array(settledMarket),
});

const namedMarkets = z.array(z.object({ id, spec }));

const betCancel = z.object({
  type: z.literal("bet_cancel"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  markets: namedMarkets,
  /** Bets accepted from (inclusive) to (exclusive); absent: open ended. */
  from: z.optional(time),
  to: z.optional(time),
  reason: z.string(),
});

const rollbackSettlement = z.object({
  type: z.literal("rollback_bet_settlement"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  markets: namedMarkets,
});

const rollbackCancel = z.object({
  type: z.literal("rollback_bet_cancel"),
  event: id,
  n: z.int().check(z.minimum(1)),
  at: time,
  markets: namedMarkets,
  from: z.optional(time),
  to: z.optional(time),
});

const snapshotComplete = z.object({ type: z.literal("snapshot_complete"), at: time, request: id });

export const message = z.discriminatedUnion("type", [
  alive,
  fixture,
  fixtureChange,
  eventState,
  oddsChange,
  betStop,
  betSettlement,
  betCancel,
  rollbackSettlement,
  rollbackCancel,
  snapshotComplete,
]);
export type Message = z.infer<typeof message>;
export type EventMessage = Exclude<Message, { type: "alive" | "snapshot_complete" }>;

export const frameBody = z.object({
  producer: z.enum(producers),
  /** Rises with each new epoch; frame numbers then start again. */
  epoch: z.int().check(z.minimum(1)),
  /** From 1, without gaps, per producer and epoch. */
  frame: z.int().check(z.minimum(1)),
  /** SHA-256 of the body before, hexadecimal; {@link firstPrev} in frame 1. */
  prev: sha256,
  sent: time,
  messages: z.array(message),
});
export type FrameBody = z.infer<typeof frameBody>;

/** `POST /odds/recovery`. Answer 202 {}; 409 while one is running for this producer, with `retry_after` in seconds. */
export const recoveryRequest = z.object({
  producer: z.enum(producers),
  /** Both as last applied; 0 and 0 when nothing was. */
  epoch: count,
  after: count,
  request: id,
});
export type RecoveryRequest = z.infer<typeof recoveryRequest>;

export const quoteLeg = z.object({ market: id, spec, outcome: id });
export type QuoteLeg = z.infer<typeof quoteLeg>;

/** `POST /odds/quote`: a price for legs of one event that must all win. */
export const quoteRequest = z.object({ event: id, legs: z.array(quoteLeg).check(z.minLength(2), z.maxLength(6)) });

/** The body is signed like a frame; the signature is in the header `x-odds-signature`. */
export const quote = z.object({
  quote: id,
  event: id,
  legs: z.array(quoteLeg),
  at: time,
  expires: time,
  /** `n` of the message that last changed each leg's market, in the order of the legs. */
  versions: z.array(z.int()),
  /** Every non-empty subset of the legs, by their positions in rising order. */
  subsets: z.array(z.object({ legs: z.array(count), price: priceText, p: probability })),
});
export type Quote = z.infer<typeof quote>;

/** Errors of the HTTP calls. */
export const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** `GET /odds`: the provider's key and the positions of its streams. */
export const description = z.object({
  name: z.string(),
  simulated: z.literal(true),
  /** Ed25519, base64url, no padding; 32 bytes. */
  public_key: z.string(),
  heartbeat_ms: count,
  down_after_ms: count,
  producers: z.array(
    z.object({ id: z.enum(producers), epoch: count, frame: count, recovery_hours: z.number().check(z.minimum(0)) }),
  ),
});
