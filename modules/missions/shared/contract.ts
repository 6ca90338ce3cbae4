import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { missionForVerified, missionNotReached, missionOver, missionUnavailable } from "./errors.ts";
import { goalKinds, periods } from "./goal.ts";

const mission = z.object({
  id: uuidField,
  title: z.string(),
  goal: z.enum(goalKinds),
  /** The count of the goals `games` and `multiplier`; null for others. */
  count: z.nullable(z.int()),
  period: z.enum(periods),
  /** How far the caller is, of how much; of a multiplier in hundredths. */
  done: z.int(),
  of: z.int(),
  /** Null of an achievement, which gives a badge. */
  prize: z.nullable(moneyField),
  currency: z.nullable(currencyField),
  /** When the caller has collected the prize of this period. */
  collected_at: z.nullable(timeField),
  /** The end of the mission, or of the week if that is earlier; null of an achievement. */
  ends_at: z.nullable(timeField),
});
export type MissionView = z.output<typeof mission>;

export const listMissions = route({
  method: "GET",
  path: "/api/v1/missions",
  module: "missions",
  caller: "player",
  moves: "nothing",
  summary: "Missions and achievements with the caller's progress; none while nothing may be offered to the caller",
  output: dataOf(
    z.object({
      missions: z.array(mission),
      /** Prizes take a checked identity. */
      is_verified: z.boolean(),
    }),
  ),
});

export const collectPrize = route({
  method: "POST",
  path: "/api/v1/missions/:id/collect",
  module: "missions",
  caller: "player",
  moves: "prize",
  summary: "Pays the prize of a mission whose goal is reached, once a period; a repeat returns the first answer",
  params: z.object({ id: uuidField }),
  output: dataOf(z.object({ amount: moneyField, currency: currencyField, collected_at: timeField })),
  errors: [missionNotReached, missionOver, missionUnavailable, missionForVerified],
  rate: { burst: 20, perMinute: 20 },
});
