import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { markerNames } from "./markers.ts";

export const gradeNames = ["none", "figures", "warning", "contact", "pause"] as const;

export const markerFields = z.array(
  z.object({
    name: z.enum(markerNames),
    /** In the marker's own unit: euros, minutes, percent, a multiple or a number. */
    value: z.number(),
    /** What the marker adds to the score, of at most `weight`. */
    points: z.number(),
    weight: z.number(),
  }),
);

const playMarkers = z.object({
  /** 0 to 100. */
  score: z.int(),
  grade: z.enum(gradeNames),
  /** Null before the first score. */
  scored_at: z.nullable(timeField),
  markers: markerFields,
});

export type PlayMarkers = z.output<typeof playMarkers>;

export const getPlayMarkers = route({
  method: "GET",
  path: "/api/v1/play-markers",
  module: "harm",
  caller: "player",
  moves: "nothing",
  summary: "How the caller has played in the last 30 days: signs of harm with what each adds, and their sum",
  output: dataOf(playMarkers),
});
