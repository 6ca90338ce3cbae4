import * as z from "zod/mini";
import { cursorField, dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { gradeNames, markerFields } from "#modules/harm/shared/contract.ts";
import { caseClosed, caseNotClaimed, caseOpen } from "#modules/harm/shared/errors.ts";
import { caseOutcomes, interactionKinds } from "#modules/harm/shared/interactions.ts";
import { caseKinds, reportedKinds } from "#modules/harm/shared/score.ts";
import { timeOutDays } from "#modules/limits/shared/breaks.ts";
import { breakNotLonger } from "#modules/limits/shared/errors.ts";
import { idParams, officeChange, officeRead, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const textField = z
  .string("text_invalid")
  .check(z.trim(), z.minLength(3, "text_invalid"), z.maxLength(2_000, "text_invalid"));

const caseFields = z.object({
  id: uuidField,
  player,
  kind: z.enum(caseKinds),
  /** When it was opened. */
  score: z.int(),
  markers: markerFields,
  note: z.nullable(z.string()),
  opened_by: z.nullable(z.string()),
  opened_at: timeField,
  /** The player is contacted until then. */
  due_at: timeField,
  claimed_by: z.nullable(z.string()),
  /** Claimed by the operator who reads it. */
  mine: z.boolean(),
  closed_at: z.nullable(timeField),
  closed_by: z.nullable(z.string()),
  outcome: z.nullable(z.enum(caseOutcomes)),
});

export const readHarmCases = route({
  ...officeRead("harm"),
  path: "/api/office/harm-cases",
  permission: "harm.read",
  summary: "Player protection cases: open ones by due time, earliest first, or closed ones, newest first",
  query: z.object({ state: z.optional(z.enum(["open", "closed"], "state_invalid")), cursor: cursorField }),
  output: dataOf(z.object({ items: z.array(caseFields), next_cursor: z.nullable(uuidField) })),
});

export const readHarmScores = route({
  ...officeRead("harm"),
  path: "/api/office/harm-scores",
  permission: "harm.read",
  summary: "Players with a score of 25 or more, the highest first",
  query: z.object({ cursor: cursorField }),
  output: dataOf(
    z.object({
      items: z.array(
        z.object({
          player,
          score: z.int(),
          grade: z.enum(gradeNames),
          markers: markerFields,
          scored_at: timeField,
          open_case: z.nullable(z.enum(caseKinds)),
        }),
      ),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const readHarmOf = route({
  ...officeRead("harm"),
  path: "/api/office/harm-scores/:id",
  permission: "harm.read",
  summary: "How a player plays: score and markers now, scores of 90 days, cases, interactions and their results",
  params: idParams,
  output: dataOf(
    z.object({
      player,
      score: z.int(),
      grade: z.enum(gradeNames),
      scored_at: z.nullable(timeField),
      markers: markerFields,
      days: z.array(z.object({ day: z.string(), score: z.int() })),
      cases: z.array(caseFields),
      interactions: z.array(
        z.object({
          id: uuidField,
          kind: z.enum(interactionKinds),
          text: z.nullable(z.string()),
          reply: z.nullable(z.string()),
          score: z.int(),
          by: z.nullable(z.string()),
          at: timeField,
          outcomes: z.array(
            z.object({
              after_days: z.int(),
              score: z.int(),
              score_before: z.int(),
              /** Net loss of 30 days, whole euros. */
              loss: z.int(),
              loss_before: z.int(),
              /** Players just below the grade on the same day, and how their scores changed on average. */
              control_players: z.int(),
              control_change: z.nullable(z.number()),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const openHarmCase = route({
  ...officeChange("harm"),
  method: "POST",
  path: "/api/office/harm-cases",
  permission: "harm.write",
  summary: "Opens a case after a statement of the player, or a report by a relative",
  body: z.object({
    player: uuidField,
    kind: z.enum(reportedKinds, "kind_invalid"),
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [caseOpen],
});

const ofCase = { params: idParams, status: 204 } as const;

export const claimHarmCase = route({
  ...officeChange("harm"),
  method: "POST",
  path: "/api/office/harm-cases/:id/claim",
  permission: "harm.write",
  summary: "Claims a case, also from a colleague",
  ...ofCase,
  errors: [caseClosed],
});

export const contactPlayer = route({
  ...officeChange("harm"),
  method: "POST",
  path: "/api/office/harm-cases/:id/contact",
  permission: "harm.write",
  summary: "Writes to the inbox of the player of a claimed case, or records a call and the player's reply",
  ...ofCase,
  body: z.object({
    kind: z.enum(["message", "call"], "kind_invalid"),
    text: textField,
    reply: z.optional(textField),
  }),
  errors: [caseClosed, caseNotClaimed],
});

export const pausePlayer = route({
  ...officeChange("harm"),
  method: "POST",
  path: "/api/office/harm-cases/:id/pause",
  permission: "harm.write",
  summary: "Sets a break for the player of a claimed case: no stakes and deposits; open bets and withdrawals continue",
  ...ofCase,
  body: z.object({ days: z.literal(timeOutDays, "days_invalid"), reason: reasonField }),
  errors: [caseClosed, caseNotClaimed, breakNotLonger],
});

export const closeHarmCase = route({
  ...officeChange("harm"),
  method: "POST",
  path: "/api/office/harm-cases/:id/close",
  permission: "harm.write",
  summary: "Closes a claimed case with its outcome",
  ...ofCase,
  body: z.object({ outcome: z.enum(caseOutcomes, "outcome_invalid"), reason: reasonField }),
  errors: [caseClosed, caseNotClaimed],
});

export type HarmCase = z.output<typeof readHarmCases.output>["data"]["items"][number];
export type HarmOfPlayer = z.output<typeof readHarmOf.output>["data"];
export type HarmScore = z.output<typeof readHarmScores.output>["data"]["items"][number];
