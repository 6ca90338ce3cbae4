import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { feedId } from "./contract.ts";

const pair = z.array(z.int());

/** What the odds provider took the chances to be; they add up to 1. */
const chancesView = z.object({
  at: timeField,
  home: z.number(),
  /** Null where there is no draw. */
  draw: z.nullable(z.number()),
  away: z.number(),
});

const playedView = z.object({
  event: z.string(),
  start: z.nullable(timeField),
  home: z.string(),
  away: z.string(),
  score: pair,
});

const formView = z.extend(playedView, { result: z.enum(["won", "drawn", "lost"]) });

const placeView = z.object({
  id: z.string(),
  name: z.string(),
  played: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  scored: z.int(),
  conceded: z.int(),
  points: z.int(),
});

const statisticsView = z.object({
  /** Oldest first, eighty at most. */
  chances: z.array(chancesView),
  /** The last five matches of each side, newest first. */
  form: z.object({ home: z.array(formView), away: z.array(formView) }),
  /** The last five matches of both sides against each other, newest first. */
  meetings: z.array(playedView),
  /** The league by the results that the feed has reported; empty for sports without one. */
  table: z.array(placeView),
});
export type EventStatistics = z.output<typeof statisticsView>;

export const getEventStatistics = route({
  method: "GET",
  path: "/api/v1/betting/events/:id/statistics",
  module: "odds",
  caller: "anyone",
  moves: "nothing",
  summary:
    "How the chances of an event moved, the last matches of its sides, and the table of its league, all from the messages of the odds provider; 404 for an unknown event",
  params: z.object({ id: z.string("id_invalid").check(z.regex(feedId, "id_invalid")) }),
  output: dataOf(statisticsView),
  rate: { burst: 60, perMinute: 120 },
});
