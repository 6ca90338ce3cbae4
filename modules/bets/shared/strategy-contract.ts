import * as z from "zod/mini";
import { amountField, currencyField, dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import { strategyNameTaken, strategyNotFound, tooManyStrategies } from "./errors.ts";
import {
  type Action,
  type Condition,
  conditionsConflict,
  mostBets,
  mostConditions,
  mostStreak,
  multiplierRange,
  percentRange,
  type StakeChange,
  type Strategy,
  type Trigger,
} from "./strategy.ts";

/** Autobet strategies as saved on the server, and the calls that list, save and delete them. */

export const mostStrategies = 20;
export const strategyNameLength = 40;

const percent = z.int().check(z.gte(percentRange.min), z.lte(percentRange.max));
const reset = z.strictObject({ kind: z.literal("reset") });
const byPercent = z.strictObject({ kind: z.literal("percent"), percent });
const change = z.discriminatedUnion("kind", [reset, byPercent]);

const stakeAmount = amountField.check(z.refine(text => /[1-9]/.test(text), "amount_invalid"));

/** 1.01 to 1000000.00 with exactly two decimals. */
const multiplier = z.string("multiplier_invalid").check(
  z.refine(text => {
    const hundredths = parseHundredths(text);
    return hundredths !== undefined && hundredths >= multiplierRange.min && hundredths <= multiplierRange.max;
  }, "multiplier_invalid"),
);

const trigger = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(["losses", "wins", "bets"]),
    count: z.int().check(z.gte(1), z.lte(mostStreak)),
  }),
  z.strictObject({ kind: z.enum(["balance_below", "balance_above"]), amount: amountField }),
  z.strictObject({ kind: z.literal("multiplier"), multiplier }),
]);

const action = z.discriminatedUnion("kind", [
  reset,
  byPercent,
  z.strictObject({ kind: z.literal("set"), stake: stakeAmount }),
  z.strictObject({ kind: z.literal("stop") }),
  z.strictObject({ kind: z.literal("switch") }),
]);

const conditions = z.array(z.strictObject({ when: trigger, do: action })).check(
  z.maxLength(mostConditions, "conditions_too_many"),
  z.refine(list => list.length > mostConditions || !conditionsConflict(list.map(readCondition)), "conditions_conflict"),
);

/** A strategy on the wire: amounts as decimals, multipliers with two places; unlisted fields are refused. */
export const strategyField = z.strictObject({
  stake: stakeAmount,
  count: z.nullable(z.int().check(z.gte(1), z.lte(mostBets))),
  stop_on_profit: z.nullable(amountField),
  stop_on_loss: z.nullable(amountField),
  after_win: change,
  after_loss: change,
  conditions,
});

export const savedStrategy = z.object({
  id: uuidField,
  game: z.string(),
  currency: currencyField,
  name: z.string(),
  strategy: strategyField,
  changed_at: timeField,
});

const name = z
  .string("strategy_name_invalid")
  .check(
    z.trim(),
    z.minLength(1, "strategy_name_invalid"),
    z.maxLength(strategyNameLength, "strategy_name_invalid"),
    z.regex(plainText, "strategy_name_invalid"),
  );
const body = z.strictObject({
  game: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  currency: currencyField,
  name,
  strategy: strategyField,
});
const params = z.object({ id: uuidField });
/** Ten full conditions are below 2 KiB. */
const maxBody = 4096;
const rate = { burst: 30, perMinute: 60 };

export const listStrategies = route({
  method: "GET",
  path: "/api/v1/autobet/strategies",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "The caller's saved autobet strategies in every game and currency, the last changed first",
  output: dataOf(z.array(savedStrategy)),
});

export const createStrategy = route({
  method: "POST",
  path: "/api/v1/autobet/strategies",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "Saves an autobet strategy; a player has at most 20",
  body,
  maxBody,
  rate,
  status: 201,
  output: dataOf(savedStrategy),
  errors: [strategyNameTaken, tooManyStrategies],
});

export const replaceStrategy = route({
  method: "PUT",
  path: "/api/v1/autobet/strategies/:id",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "Replaces one of the caller's strategies",
  params,
  body,
  maxBody,
  rate,
  output: dataOf(savedStrategy),
  errors: [strategyNotFound, strategyNameTaken],
});

export const deleteStrategy = route({
  method: "DELETE",
  path: "/api/v1/autobet/strategies/:id",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "Deletes one of the caller's strategies",
  params,
  status: 204,
  errors: [strategyNotFound],
});

export type WireStrategy = z.output<typeof strategyField>;
export type SavedStrategyRow = z.output<typeof savedStrategy>;
type WireCondition = WireStrategy["conditions"][number];

/** A strategy from its validated wire form. */
export function readStrategy(wire: WireStrategy): Strategy {
  return {
    stake: parseDecimal(wire.stake),
    count: wire.count,
    stopOnProfit: readOptional(wire.stop_on_profit),
    stopOnLoss: readOptional(wire.stop_on_loss),
    afterWin: wire.after_win,
    afterLoss: wire.after_loss,
    conditions: wire.conditions.map(readCondition),
  };
}

export function writeStrategy(strategy: Strategy): WireStrategy {
  return {
    stake: formatAmount(strategy.stake),
    count: strategy.count,
    stop_on_profit: writeOptional(strategy.stopOnProfit),
    stop_on_loss: writeOptional(strategy.stopOnLoss),
    after_win: writeChange(strategy.afterWin),
    after_loss: writeChange(strategy.afterLoss),
    conditions: strategy.conditions.map(each => ({ when: writeTrigger(each.when), do: writeAction(each.do) })),
  };
}

const readOptional = (text: string | null): Micros | null => (text === null ? null : parseDecimal(text));
const writeOptional = (value: Micros | null): string | null => (value === null ? null : formatAmount(value));
const writeChange = (value: StakeChange): StakeChange =>
  value.kind === "reset" ? { kind: "reset" } : { kind: "percent", percent: value.percent };

function readCondition({ when, do: act }: WireCondition): Condition {
  return { when: readTrigger(when), do: act.kind === "set" ? { kind: "set", stake: parseDecimal(act.stake) } : act };
}

function readTrigger(when: WireCondition["when"]): Trigger {
  if ("amount" in when) return { kind: when.kind, amount: parseDecimal(when.amount) };
  return when.kind === "multiplier" ? { kind: when.kind, hundredths: parseHundredths(when.multiplier) ?? 0 } : when;
}

function writeTrigger(when: Trigger): WireCondition["when"] {
  if ("amount" in when) return { kind: when.kind, amount: formatAmount(when.amount) };
  return "hundredths" in when ? { kind: when.kind, multiplier: formatHundredths(when.hundredths) } : when;
}

const writeAction = (act: Action): WireCondition["do"] =>
  act.kind === "set" ? { kind: "set", stake: formatAmount(act.stake) } : act;

/** Conditions in wire form from untrusted storage; undefined when invalid. */
export function readConditions(value: unknown): readonly Condition[] | undefined {
  const parsed = conditions.safeParse(value);
  return parsed.success ? parsed.data.map(readCondition) : undefined;
}
