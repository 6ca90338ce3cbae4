import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { cursorField, dataOf, instantField, timeField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { sports } from "./facts.ts";
import { marketGroups } from "./market-kinds.ts";

/** Ids of the odds provider. */
export const feedId = /^[A-Za-z0-9:_.-]{1,64}$/;
const idField = z.string("id_invalid").check(z.regex(feedId, "id_invalid"));
const pair = z.array(z.int());
/** Ids with commas between them. */
const idList = z.optional(
  z.string("ids_invalid").check(z.regex(/^[A-Za-z0-9:_.-]{1,64}(,[A-Za-z0-9:_.-]{1,64}){0,49}$/, "ids_invalid")),
);

export const eventStatuses = [
  "scheduled",
  "live",
  "ended",
  "cancelled",
  "postponed",
  "abandoned",
  "retired",
  "walkover",
] as const;

const named = z.object({ id: z.string(), name: z.string() });
const sideView = z.object({ id: z.string(), name: z.string(), short: z.string() });

export const outcomeView = z.object({
  id: z.string(),
  /** Decimal of two or three places: "2.03". Null where none is offered. */
  price: z.nullable(z.string()),
});

export const marketView = z.object({
  kind: z.string(),
  /** Canonical specifier: "total=2.5"; empty where the kind has none. */
  spec: z.string(),
  group: z.enum(marketGroups),
  /** Whether a bet could be accepted, if its producer is up. */
  open: z.boolean(),
  producer: z.string(),
  /** Our margin in percent, "5.03": what backing every outcome costs above its return. Null where outcomes do not exclude each other. */
  margin: z.nullable(z.string()),
  outcomes: z.array(outcomeView),
});
export type MarketView = z.infer<typeof marketView>;

export const playView = z.object({
  clock: z.object({
    period: z.int(),
    /** Seconds of play at `at`; the clock is stopped unless `running`. */
    seconds: z.int(),
    running: z.boolean(),
    at: timeField,
    /** Seconds of play in one second: above 1 in quick leagues. */
    pace: z.number(),
  }),
  status: z.string(),
  score: pair,
  periods: z.array(pair),
  corners: z.nullable(pair),
  red_cards: z.nullable(pair),
  yellow_cards: z.nullable(pair),
  /** Points of the running game of tennis, counted 0, 1, 2 … */
  points: z.nullable(pair),
  serving: z.nullable(z.enum(["home", "away"])),
});

export const outrightView = z.object({
  /** The quarter of the draw it is about; null for the whole tournament. */
  section: z.nullable(z.int()),
  /** How many there are. */
  entrants: z.int(),
  /** Names of who took the first place: several after a dead heat, none before its end. */
  winners: z.array(z.string()),
  /** Names of the entrants that are listed here, by the ids of outcomes: the favourites. */
  names: z.record(z.string(), z.string()),
});

export const eventView = z.object({
  id: z.string(),
  sport: z.enum(sports),
  category: named,
  league: named,
  /** Invented: no match of this name is played anywhere. */
  simulated: z.boolean(),
  /** For an event that asks who wins a tournament or a part of one; null for a match. */
  outright: z.nullable(outrightView),
  /** Null for an outright. */
  home: z.nullable(sideView),
  away: z.nullable(sideView),
  start: z.nullable(timeField),
  status: z.enum(eventStatuses),
  /** Score and clock from kick-off on. */
  play: z.nullable(playView),
  /** Markets that are offered. */
  markets: z.int(),
  /** The result, and the total whose prices are closest to each other. */
  main: z.array(marketView),
});
export type EventView = z.infer<typeof eventView>;

const incidentView = z.object({
  id: z.string(),
  kind: z.string(),
  side: z.nullable(z.enum(["home", "away"])),
  period: z.int(),
  /** Seconds of play. */
  clock: z.int(),
  player: z.nullable(z.string()),
});

export const feedView = z.object({
  producer: z.string(),
  /** False: none of its markets takes a bet until it has recovered. */
  up: z.boolean(),
});

export const eventDetails = z.extend(eventView, {
  all: z.array(marketView),
  /** Names of players and entrants by the ids of outcomes. */
  names: z.record(z.string(), z.string()),
  /** Standings of an outright that is over: entrants by place; equal places are shared. */
  standings: z.array(z.object({ entrant: z.string(), place: z.int() })),
  incidents: z.array(incidentView),
  /** Seconds that operators have added to the delay of live bets. */
  added_delay_s: z.int(),
});
export type EventDetails = z.infer<typeof eventDetails>;
export type FeedView = z.infer<typeof feedView>;

const leagueCount = z.extend(named, { category: named, events: z.int(), live: z.int() });
const sportCount = z.object({
  sport: z.enum(sports),
  events: z.int(),
  live: z.int(),
  leagues: z.array(leagueCount),
});
export type SportCount = z.infer<typeof sportCount>;

export const listSports = route({
  method: "GET",
  path: "/api/v1/betting/sports",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary: "Sports and their leagues with the number of events that are live or will start within seven days",
  output: dataOf(z.object({ sports: z.array(sportCount), feed: z.array(feedView) })),
});

export const listEvents = route({
  method: "GET",
  path: "/api/v1/betting/events",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Matches in the order of their start, or outrights (`kind`), sixty at a time, with their main markets; those that have ended latest first, with their score",
  query: z.object({
    /** Live and upcoming ones unless given. */
    state: z.optional(z.enum(["live", "upcoming", "ended"], "state_invalid")),
    /** Part of the name of a competitor or league, in any case. */
    q: z.optional(z.string("q_invalid").check(z.trim(), z.minLength(2, "q_invalid"), z.maxLength(64, "q_invalid"))),
    sport: z.optional(z.enum(sports, "sport_invalid")),
    /** Matches unless given; events that are named by id are listed whatever they are. */
    kind: z.optional(z.enum(["match", "outright"], "kind_invalid")),
    league: z.optional(idField),
    /** Any of these events, or those of these teams or leagues: up to fifty ids of each, with commas between them. */
    events: idList,
    teams: idList,
    leagues: idList,
    /** Planned start: from (inclusive) to (exclusive). */
    from: z.optional(instantField),
    to: z.optional(instantField),
    cursor: cursorField,
  }),
  output: dataOf(z.object({ items: z.array(eventView), feed: z.array(feedView), next_cursor: z.nullable(z.string()) })),
});

export const getEvent = route({
  method: "GET",
  path: "/api/v1/betting/events/:id",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary: "One event with all of its markets; 404 for one that is unknown",
  params: z.object({ id: idField }),
  output: dataOf(z.extend(eventDetails, { feed: z.array(feedView) })),
});

export const getEventLog = route({
  method: "GET",
  path: "/api/v1/betting/events/:id/log",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary:
    "The messages of the odds provider about an event, byte for byte, in the order in which they were applied, a hundred at a time: each head is SHA-256(head before || SHA-256(message))",
  params: z.object({ id: idField }),
  query: z.object({ cursor: cursorField }),
  output: pageOf(
    z.object({
      position: z.int(),
      n: z.int(),
      type: z.string(),
      producer: z.string(),
      epoch: z.int(),
      frame: z.int(),
      /** Why it changed nothing; null when it was applied. */
      skipped: z.nullable(z.string()),
      /** Null where the text is no longer kept: thirty days after the event, except for what a slip rests on. */
      message: z.nullable(z.string()),
      /** SHA-256 of the message. */
      hash: z.string(),
      head: z.string(),
    }),
  ),
  rate: { burst: 60, perMinute: 120 },
});

/** Changes of rows are sent five times a second at most, the newest state of each. */
export const liveChannel = channel({
  name: "odds.live",
  module: "odds",
  caller: "anyone",
  summary: "Events that are live, with their main markets",
  snapshot: z.object({ items: z.array(eventView), feed: z.array(feedView) }),
  events: {
    /** Events that began or changed, and ids of those that are no longer live. */
    changes: z.object({ items: z.array(eventView), gone: z.array(z.string()) }),
    /** A producer went up or down. */
    feed: z.object({ feed: z.array(feedView) }),
  },
});

export const eventChannel = channel({
  name: "odds.event",
  module: "odds",
  caller: "anyone",
  summary: "One event with all of its markets",
  parameter: { name: "event", schema: z.string().check(z.regex(feedId)) },
  snapshot: z.extend(eventDetails, { feed: z.array(feedView) }),
  events: {
    /** The event as it is now; of its markets those that changed, and the keys (`kind?spec`) of those that are no longer offered. */
    changes: z.object({
      event: z.extend(eventView, { incidents: z.array(incidentView) }),
      markets: z.array(marketView),
      gone: z.array(z.string()),
    }),
    feed: z.object({ feed: z.array(feedView) }),
  },
});
