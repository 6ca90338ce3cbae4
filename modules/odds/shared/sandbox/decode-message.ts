import * as z from "zod/mini";
import { factStatuses } from "../facts.ts";
import type { EventMessage, PricedMarket, StreamMessage, UnreadMessage } from "../feed.ts";
import { marketStatuses } from "../feed.ts";
import { decodeMarket } from "./decode-market.ts";

const id = z.string().check(z.regex(/^[A-Za-z0-9:_.-]{1,64}$/));
const marketId = z.string().check(z.minLength(1), z.maxLength(64));
const spec = z.string().check(z.maxLength(200));
/** Milliseconds, up to the year 2223, so that the sum of two is still a valid date. */
const time = z.int().check(z.gte(0), z.lte(8e12));
const count = z.int().check(z.gte(0), z.lte(1_000_000));
const side = z.enum(["home", "away"]);
const pair = z.tuple([count, count]);
const status = z.enum(factStatuses);
const base = { event: id, n: z.int().check(z.gte(1)), at: time };

const incident = z.object({
  id,
  kind: z.string().check(z.maxLength(40)),
  side: z.optional(side),
  clock: count,
  period: count,
  at: time,
  player: z.optional(id),
  value: z.optional(count),
  cancelled: z.optional(z.boolean()),
});

const score = z.object({
  total: pair,
  periods: z.array(pair).check(z.maxLength(20)),
  corners: z.optional(pair),
  yellow_cards: z.optional(pair),
  red_cards: z.optional(pair),
  points: z.optional(pair),
  serving: z.optional(side),
});

const settledOutcome = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  result: z.union([z.literal(0), z.literal(1)]),
  void_factor: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
  dead_heat: z.number().check(z.gt(0), z.lte(1)),
});

const named = z.array(z.object({ id: marketId, spec })).check(z.maxLength(5_000));

const schemas = {
  alive: z.object({ subscribed: z.boolean() }),
  snapshot_complete: z.object({ request: z.string() }),
  fixture: z.looseObject({
    ...base,
    sport: id,
    kind: z.enum(["match", "outright"]),
    category: z.looseObject({ id }),
    tournament: z.looseObject({ id }),
    start: time,
    status,
    competitors: z.array(z.looseObject({ id })).check(z.maxLength(500)),
  }),
  fixture_change: z.object({
    ...base,
    change: z.enum(["new", "start", "cancelled", "format", "coverage"]),
    start: z.optional(time),
  }),
  event_state: z.object({
    ...base,
    status,
    clock: z.object({ seconds: count, period: count, stopped: z.boolean() }),
    score,
    incidents: z.array(incident).check(z.maxLength(5_000)),
    standings: z.optional(
      z.array(z.object({ entrant: id, place: z.int().check(z.gte(1), z.lte(500)) })).check(z.maxLength(500)),
    ),
    seed: z.optional(z.string()),
  }),
  odds_change: z.object({
    ...base,
    reason: z.string().check(z.maxLength(40)),
    markets: z
      .array(
        z.object({
          id: marketId,
          spec,
          status: z.enum(marketStatuses),
          outcomes: z
            .array(z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(100)) }))
            .check(z.maxLength(500)),
        }),
      )
      .check(z.maxLength(5_000)),
  }),
  bet_stop: z.object({ ...base, groups: z.union([z.literal("all"), z.array(z.string())]) }),
  bet_settlement: z.object({
    ...base,
    certainty: z.union([z.literal(1), z.literal(2)]),
    markets: z.array(
      z.object({ id: marketId, spec, decided_at: time, outcomes: z.array(settledOutcome).check(z.maxLength(500)) }),
    ),
  }),
  rollback_bet_settlement: z.object({ ...base, markets: named }),
  bet_cancel: z.object({ ...base, markets: named, from: z.optional(time), to: z.optional(time), reason: z.string() }),
  rollback_bet_cancel: z.object({ ...base, markets: named, from: z.optional(time), to: z.optional(time) }),
};
type Type = keyof typeof schemas;

/** One message of a frame in our own terms. Never throws: what it cannot read is `unread`. */
export function decodeMessage(value: unknown): EventMessage | StreamMessage | UnreadMessage {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(schemas, type))
    return unread(value, "unknown_type", `${type}`.slice(0, 60));
  try {
    return decoders[type as Type](value);
  } catch (error) {
    const issue = error instanceof z.core.$ZodError ? error.issues[0] : undefined;
    return unread(
      value,
      "bad_message",
      `${type}: ${issue ? `${issue.path.join(".")}: ${issue.message}` : error}`.slice(0, 300),
    );
  }
}

type Decoded = EventMessage | StreamMessage;
const decoders: Readonly<Record<Type, (value: unknown) => Decoded>> = {
  alive: value => ({ type: "alive", subscribed: schemas.alive.parse(value).subscribed }),
  snapshot_complete: value => ({ type: "snapshot_complete", request: schemas.snapshot_complete.parse(value).request }),
  fixture: decodeFixture,
  fixture_change: value => {
    const message = schemas.fixture_change.parse(value);
    return {
      type: "fixture_change",
      event: message.event,
      n: message.n,
      at: message.at,
      change: message.change,
      start: message.start,
    };
  },
  event_state: value => Object.assign({ type: "event_state" as const }, schemas.event_state.parse(value)),
  odds_change: decodeOddsChange,
  bet_stop: value => Object.assign({ type: "bet_stop" as const }, schemas.bet_stop.parse(value)),
  bet_settlement: value => {
    const { event, n, at, certainty, markets } = schemas.bet_settlement.parse(value);
    const decided = markets.map(each => ({
      id: each.id,
      spec: each.spec,
      decidedAt: each.decided_at,
      outcomes: each.outcomes,
    }));
    return { type: "bet_settlement", event, n, at, certainty, markets: decided };
  },
  rollback_bet_settlement: value =>
    Object.assign({ type: "rollback_bet_settlement" as const }, schemas.rollback_bet_settlement.parse(value)),
  bet_cancel: value => Object.assign({ type: "bet_cancel" as const }, schemas.bet_cancel.parse(value)),
  rollback_bet_cancel: value =>
    Object.assign({ type: "rollback_bet_cancel" as const, reason: "" }, schemas.rollback_bet_cancel.parse(value)),
};

function decodeFixture(value: unknown): EventMessage {
  const message = schemas.fixture.parse(value);
  const { event, n, at, sport, start, status, competitors } = message;
  return {
    type: "fixture",
    event,
    n,
    at,
    sport,
    category: message.category.id,
    tournament: message.tournament.id,
    start,
    status,
    competitors: competitors.map(each => each.id),
    isOutright: message.kind === "outright",
    fixture: message,
  };
}

function decodeOddsChange(value: unknown): EventMessage {
  const { event, n, at, reason, markets } = schemas.odds_change.parse(value);
  return {
    type: "odds_change",
    event,
    n,
    at,
    reason,
    markets: markets.map((each): PricedMarket => decodeMarket(each)),
  };
}

/** What is read of a message that is invalid otherwise. */
const partialMessage = z.object({
  event: z.catch(z.optional(id), undefined),
  n: z.catch(z.optional(z.int()), undefined),
});
const partialMarkets = z.object({ markets: named });

function unread(value: unknown, fault: UnreadMessage["fault"], detail: string): UnreadMessage {
  const seen = partialMessage.safeParse(value);
  const markets = partialMarkets.safeParse(value);
  return {
    type: "unread",
    fault,
    detail,
    event: seen.data?.event,
    n: seen.data?.n,
    markets: markets.data?.markets ?? [],
  };
}
