import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { roundsField } from "#modules/bonuses/shared/contract.ts";

/** One step, bonus money on a deposit or free rounds, with everything that it costs. */
export const packStep = z.object({
  step: z.int(),
  kind: z.enum(["deposit_bonus", "free_rounds"]),
  currency: currencyField,
  /** Percent of a deposit bonus; null for free rounds, and so are the two that follow. */
  percent: z.nullable(z.int()),
  max_amount: z.nullable(moneyField),
  min_deposit: z.nullable(moneyField),
  /** Free rounds, whose wins become bonus money; null for a deposit bonus. */
  rounds: z.nullable(roundsField),
  /** The wagering multiple of the bonus. */
  wager: z.int(),
  /** What the largest bonus takes to wager; null for free rounds, which take `wager` times what they win. */
  wager_target: z.nullable(moneyField),
  /** A larger stake takes no bonus money and does not count towards wagering. */
  max_bet: moneyField,
  /** What wagering costs on average, at most, in percent of the bonus. */
  average_cost: z.int(),
  games: z.array(z.string()),
  /** Hours from its start within which it has to be wagered. */
  hours: z.int(),
  /** Hours from when it opens within which its deposit has to be made or its rounds played. */
  window_hours: z.int(),
});

export const welcomePack = z.object({
  id: uuidField,
  /** In the caller's language. */
  publicTitle: z.string(),
  currency: currencyField,
  /** What all deposit bonuses give at most. */
  max_amount: moneyField,
  steps: z.array(packStep),
});

export const getWelcomePacks = route({
  method: "GET",
  path: "/api/v3/welcome-pack/get-welcome-packs-guest",
  module: "welcome-pack",
  caller: "anyone",
  moves: "nothing",
  summary: "The welcome pack that new players get, in the caller's currency or that of their region, or none",
  output: dataOf(z.array(welcomePack)),
});

/**
 * `open`: its deposit starts it, or its rounds are being played; `waiting`: it starts after the active bonus; `active`: being wagered; `ended`: `end` says how;
 * `later`: opens when the one before has ended; `skipped`: its rounds could not be given.
 */
export const stepStates = ["open", "waiting", "active", "ended", "later", "skipped"] as const;
/**
 * `paused`: no step opens during a break; `finished`: every step has ended; `expired`: the first deposit was not made in time; `stopped`: we have ended the
 * offer; `excluded`: it ended with a self-exclusion.
 */
export const packStates = ["running", "paused", "finished", "expired", "stopped", "excluded"] as const;

export const ownStep = z.extend(packStep, {
  state: z.enum(stepStates),
  /** The bonus of the step, from when it is open. */
  bonus_id: z.nullable(uuidField),
  /** How it ended. */
  end: z.nullable(z.enum(["completed", "lost", "expired", "cancelled", "forfeited"])),
  ended_at: z.nullable(timeField),
  /** Seconds until an open one expires, or an active one has to be wagered. */
  expires_in: z.nullable(z.int()),
});

export const ownPack = z.extend(welcomePack, {
  state: z.enum(packStates),
  steps: z.array(ownStep),
});

export const getOwnPack = route({
  method: "GET",
  path: "/api/v1/welcome-pack",
  module: "welcome-pack",
  caller: "player",
  moves: "nothing",
  summary: "The caller's welcome pack, step by step, under the version that they were offered; null without one",
  output: dataOf(z.nullable(ownPack)),
});

export type PackStep = z.output<typeof packStep>;
export type WelcomePack = z.output<typeof welcomePack>;
export type OwnStep = z.output<typeof ownStep>;
export type OwnPack = z.output<typeof ownPack>;
