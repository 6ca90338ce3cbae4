import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { acts, looks, oneThing } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const holds = z.object({
  /** Nothing is offered or granted to the player while there is one. */
  holds: z.array(z.object({ source: z.enum(["operator", "harm"]), since: timeField })),
});

export const readOfferHolds = route({
  ...looks("limits"),
  method: "GET",
  path: "/api/office/players/:id/offers",
  permission: "players.read",
  summary: "Whether offers to a player are blocked, and by whom",
  params: oneThing,
  output: dataOf(holds),
});

export const setOfferHold = route({
  ...acts("limits"),
  method: "POST",
  path: "/api/office/players/:id/offers",
  permission: "players.offers",
  summary: "Blocks offers to a player from the commit on, or removes an operator's block",
  params: oneThing,
  body: z.object({ held: z.boolean(), reason: reasonField }),
  output: dataOf(holds),
});
