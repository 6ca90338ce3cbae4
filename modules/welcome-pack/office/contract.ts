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
import { otherProfile } from "#modules/bonuses/shared/errors.ts";
import { mostWager } from "#modules/bonuses/shared/terms.ts";
import { idParams, namesInAll, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { packClosed, packSpinsUnavailable } from "#modules/welcome-pack/shared/errors.ts";
import { mostPlayers, mostSteps } from "#modules/welcome-pack/shared/terms.ts";

/** A step's name is the title with its number. */
export const longestTitle = 50;

/** A whole number from 1. */
const upTo = (most: number, key: string) => z.int(key).check(z.gte(1, key), z.lte(most, key));

/** A deposit bonus, or the rounds of a campaign of free spins whose wins become bonus money. */
const newStep = z
  .object({
    percent: z.optional(upTo(500, "percent_invalid")),
    max_amount: z.optional(amountField),
    min_deposit: z.optional(amountField),
    free_spins: z.optional(uuidField),
    wager: upTo(mostWager, "wager_invalid"),
    hours: upTo(2160, "hours_invalid"),
  })
  .check(
    z.refine(
      ({ percent, max_amount, min_deposit, free_spins }) =>
        [percent, max_amount, min_deposit].every(field => (field === undefined) === (free_spins !== undefined)),
      { error: "steps_invalid" },
    ),
  );

const pack = z.object({
  id: uuidField,
  title: z.string(),
  currency: currencyField,
  version: z.int(),
  state: z.enum(["draft", "open", "closed", "stopped", "over"]),
  steps: z.array(
    z.object({
      step: z.int(),
      /** Percent of a deposit bonus; null for free rounds. */
      percent: z.nullable(z.int()),
      /** The most a deposit brings; for free rounds, what their stakes would have cost. */
      max_amount: moneyField,
      min_deposit: z.nullable(moneyField),
      rounds: z.nullable(z.object({ game: z.string(), count: z.int(), bet: moneyField })),
      wager: z.int(),
      hours: z.int(),
      /** Players who got this step, what was given to them, and what of it became real. */
      claims: z.int(),
      given: moneyField,
      released: moneyField,
    }),
  ),
  players: z.int(),
  taken: z.int(),
  running: z.int(),
  finished: z.int(),
  /** The cost if every player took every step in full and lost none of it. */
  cost_at_most: moneyField,
  ends_at: timeField,
  created_by: z.string(),
  opened_by: z.nullable(z.string()),
  /** It requires a second person to open. */
  needs_approval: z.boolean(),
});
export type PackView = z.output<typeof pack>;

export const readWelcomePacks = route({
  ...officeRead("welcome-pack"),
  path: "/api/office/welcome-packs",
  permission: "campaigns.read",
  summary: "Welcome packs, the newest version first: steps, players and cost",
  output: dataOf(z.array(pack)),
});

export const createWelcomePack = route({
  ...officeChange("welcome-pack"),
  method: "POST",
  path: "/api/office/welcome-packs",
  permission: "campaigns.write",
  summary: "Drafts the next version of a currency's welcome pack",
  body: z.object({
    title: namesInAll(longestTitle),
    currency: currencyField,
    players: upTo(mostPlayers, "players_invalid"),
    ends_at: instantField,
    steps: z.array(newStep, "steps_invalid").check(
      z.minLength(1, "steps_invalid"),
      z.maxLength(mostSteps, "steps_invalid"),
      z.refine(([first]) => first?.free_spins === undefined, { error: "first_step_deposit" }),
      // A player gets the rounds of a campaign once.
      z.refine(
        steps => {
          const given = steps.flatMap(step => step.free_spins ?? []);
          return new Set(given).size === given.length;
        },
        { error: "free_spins_twice" },
      ),
    ),
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField, version: z.int() })),
});

export const openWelcomePack = route({
  ...officeChange("welcome-pack"),
  method: "POST",
  path: "/api/office/welcome-packs/:id/open",
  permission: "campaigns.start",
  summary: "Offers a welcome pack to new players instead of the version before; a large one needs approval",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) })),
  errors: [packClosed, packSpinsUnavailable, otherProfile],
});

export const closeWelcomePack = route({
  ...officeChange("welcome-pack"),
  method: "POST",
  path: "/api/office/welcome-packs/:id/close",
  permission: "campaigns.write",
  summary: "Closes a welcome pack to new players, or stops it: then no further step opens for any player",
  params: idParams,
  body: z.object({ to: z.enum(["closed", "stopped"], "state_invalid"), reason: reasonField }),
  output: dataOf(z.object({ state: z.enum(["closed", "stopped"]) })),
  errors: [packClosed],
});
