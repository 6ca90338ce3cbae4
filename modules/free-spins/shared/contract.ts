import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { freeSpinsOver } from "./errors.ts";

export const freeSpinStatuses = ["active", "used", "expired", "cancelled"] as const;

const spinFields = {
  game: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
  /** Rounds granted, and those left to play. */
  count: z.number(),
  left: z.number(),
  /** The stake of each round, which costs the player nothing. */
  bet: moneyField,
  expiration_at: timeField,
};

const ownGrant = z.object({ id: uuidField, campaign_id: uuidField, currency: currencyField, ...spinFields });
export type FreeSpinView = z.output<typeof ownGrant>;

export const listFreeSpins = route({
  method: "GET",
  path: "/profile/freeSpins",
  module: "free-spins",
  caller: "player",
  moves: "nothing",
  summary: "The caller's free spins that can still be played",
  output: dataOf(z.array(ownGrant)),
});

const campaign = z.object({
  id: uuidField,
  ...spinFields,
  currency: currencyField,
  status: z.enum(freeSpinStatuses),
});
const params = z.object({ id: uuidField });

export const getFreeSpinsCampaign = route({
  method: "GET",
  path: "/api/freeSpinsCampaigns/:id",
  module: "free-spins",
  caller: "player",
  moves: "nothing",
  summary: "A campaign that gave the caller free spins, and how many are left",
  params,
  output: dataOf(campaign),
});

export const cancelFreeSpins = route({
  method: "PUT",
  path: "/api/v2/freeSpinsCampaigns/cancel/:id",
  module: "free-spins",
  caller: "player",
  moves: "nothing",
  summary: "Cancels the rest of a campaign's free spins; a repeat has no effect",
  params,
  output: dataOf(campaign),
  errors: [freeSpinsOver],
});

export type FreeSpinsCampaign = z.output<typeof campaign>;
