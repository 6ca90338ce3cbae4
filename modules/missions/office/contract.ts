import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  dataOf,
  instantField,
  moneyField,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { missionState } from "#modules/missions/shared/errors.ts";
import { goalKinds, mostPlaces, periods } from "#modules/missions/shared/goal.ts";
import { idParams, namesInAll, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const count = z.int("goal_invalid").check(z.gte(1, "goal_invalid"), z.lte(1_000, "goal_invalid"));
const goal = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("games"), count }),
    z.object({ kind: z.literal("multiplier"), count }),
    z.object({ kind: z.literal("seed") }),
    z.object({ kind: z.literal("limit") }),
  ],
  "goal_invalid",
);

const mission = z.object({
  id: uuidField,
  title: z.string(),
  goal: z.enum(goalKinds),
  count: z.nullable(z.int()),
  period: z.enum(periods),
  /** Null of an achievement, like all sums. */
  prize: z.nullable(moneyField),
  currency: z.nullable(currencyField),
  places: z.nullable(z.int()),
  taken: z.int(),
  /** Started by campaigns, and for how many players it was. */
  targeted: z.boolean(),
  started: z.int(),
  /** What it may cost at most, and what it has cost. */
  cost: z.nullable(moneyField),
  spent: z.nullable(moneyField),
  state: z.enum(["draft", "open", "closed", "over"]),
  ends_at: timeField,
  created_by: z.string(),
  opened_by: z.nullable(z.string()),
  /** It may cost more than one person opens alone. */
  needs_approval: z.boolean(),
});
export type OfficeMission = z.output<typeof mission>;

export const readMissions = route({
  ...officeRead("missions"),
  path: "/api/office/missions",
  permission: "campaigns.read",
  summary: "Missions and achievements, the newest first, with what each may cost and has cost",
  output: dataOf(z.array(mission)),
});

export const createMission = route({
  ...officeChange("missions"),
  method: "POST",
  path: "/api/office/missions",
  permission: "campaigns.write",
  summary:
    "Drafts a mission with a prize, or without one an achievement; there are no goals by losses, deposits, hours, stakes or streaks",
  body: z.object({
    title: namesInAll(80, "title_invalid"),
    goal,
    period: z.enum(periods, "period_invalid"),
    /** All three or none. */
    prize: z.optional(amountField),
    currency: z.optional(currencyField),
    /** Only players for whom a campaign starts it see it. */
    targeted: z.optional(z.boolean("targeted_invalid")),
    places: z.optional(z.int("places_invalid").check(z.gte(1, "places_invalid"), z.lte(mostPlaces, "places_invalid"))),
    ends_at: instantField,
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

export const openMission = route({
  ...officeChange("missions"),
  method: "POST",
  path: "/api/office/missions/:id/open",
  permission: "campaigns.start",
  summary: "Opens a mission to players; one with a large cost takes another person's approval",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) })),
  errors: [missionState],
});

export const closeMission = route({
  ...officeChange("missions"),
  method: "POST",
  path: "/api/office/missions/:id/close",
  permission: "campaigns.write",
  summary: "Closes a mission permanently: no further prize; those that were paid are unaffected",
  params: idParams,
  body: withReason,
  status: 204,
  errors: [missionState],
});
