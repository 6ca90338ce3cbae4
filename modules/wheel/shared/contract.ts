import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { clientSeedRequired, currencyRequired } from "#modules/bets/shared/errors.ts";
import { seedsProof } from "#modules/fairness/shared/proof.ts";
import { onBreak, wheelForVerified, wheelUnavailable } from "./errors.ts";

const spin = z.object({
  /** Also the id for `GET /api/v1/rounds/:id`. */
  id: uuidField,
  /** Days since 1970, UTC. */
  day: z.number(),
  spun_at: timeField,
  currency: currencyField,
  prize: moneyField,
  /** The drawn ticket, of a million. */
  ticket: z.number(),
  /** Its nonce is the day. */
  proof: seedsProof,
});

export const getWheel = route({
  method: "GET",
  path: "/api/v1/wheel",
  module: "wheel",
  caller: "anyone",
  moves: "nothing",
  summary: "The daily wheel's prizes with their odds, and the caller's latest spins with their proofs",
  output: dataOf(
    z.object({
      currency: currencyField,
      /** Version of today's prizes; the hash of each version is in `GET /api/v1/wheel/versions`. */
      version: z.string(),
      /** Odds of a million tickets. */
      prizes: z.array(z.object({ prize: moneyField, odds: z.number() })),
      /** The next midnight, UTC: a new spin. */
      next_at: timeField,
      is_verified: z.boolean(),
      /** Newest first; the first is today's if `is_turned`. */
      spins: z.array(spin),
      is_turned: z.boolean(),
    }),
  ),
});

const wheelVersion = z.object({
  version: z.string(),
  /** SHA-256 of the canonical JSON of the configuration; the proof of each spin names it. */
  config_hash: z.string(),
  /** Top prizes in micro-units; prizes as hundredths of the top one with their odds of a million. */
  configuration: z.record(z.string(), z.unknown()),
  /** The midnight (UTC) from which spins use it. */
  from: timeField,
});

export const getWheelVersions = route({
  method: "GET",
  path: "/api/v1/wheel/versions",
  module: "wheel",
  caller: "anyone",
  moves: "nothing",
  summary: "Every version of the wheel's prizes, the newest first: published before it takes effect and never changed",
  output: dataOf(z.array(wheelVersion)),
});

export const spinWheel = route({
  method: "POST",
  path: "/api/v1/wheel/spins",
  module: "wheel",
  caller: "player",
  moves: "prize",
  summary: "Spins the daily wheel for a verified player, once a day; a repeat on the same day returns the first spin",
  status: 201,
  output: dataOf(spin),
  errors: [currencyRequired, wheelForVerified, onBreak, wheelUnavailable, clientSeedRequired],
  rate: { burst: 20, perMinute: 20 },
});

export type WheelVersion = z.output<typeof wheelVersion>;
export type Wheel = z.output<typeof getWheel.output>["data"];
export type Spin = z.output<typeof spin>;
