import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import {
  type Action,
  type Condition,
  conditionsConflict,
  mostConditions,
  mostStreak,
  multiplierRange,
  percentRange,
  type StakeChange,
  type Strategy,
  type Trigger,
} from "../shared/strategy.ts";

/** The fields of autobet as typed. Empty means none. */
export interface AutoFields {
  readonly count: string;
  readonly stopOnProfit: string;
  readonly stopOnLoss: string;
  readonly afterWin: ChangeFields;
  readonly afterLoss: ChangeFields;
  readonly conditions: readonly ConditionFields[];
}

export interface ChangeFields {
  readonly kind: "reset" | "percent";
  readonly percent: string;
}

export interface ConditionFields {
  readonly when: Trigger["kind"];
  /** Value of the trigger: a count, an amount or a multiplier. */
  readonly value: string;
  readonly do: Action["kind"];
  /** Value of the action: percent or an amount; ignored for actions without one. */
  readonly to: string;
}

export const triggerKinds = ["losses", "wins", "bets", "multiplier", "balance_below", "balance_above"] as const;
export const actionKinds = ["percent", "set", "reset", "stop", "switch"] as const;

export const freshAutoFields: AutoFields = {
  count: "10",
  stopOnProfit: "",
  stopOnLoss: "",
  afterWin: { kind: "reset", percent: "0" },
  afterLoss: { kind: "reset", percent: "0" },
  conditions: [],
};

export const freshCondition: ConditionFields = { when: "losses", value: "3", do: "stop", to: "" };

/** The strategy that the fields describe for a stake, or the name of the invalid field. */
export function readAutoFields(fields: AutoFields, stake: Micros): Strategy | keyof AutoFields {
  const count = readCount(fields.count);
  if (count === undefined) return "count";
  const stopOnProfit = readOptional(fields.stopOnProfit);
  if (stopOnProfit === undefined) return "stopOnProfit";
  const stopOnLoss = readOptional(fields.stopOnLoss);
  if (stopOnLoss === undefined) return "stopOnLoss";
  const afterWin = readChange(fields.afterWin);
  if (!afterWin) return "afterWin";
  const afterLoss = readChange(fields.afterLoss);
  if (!afterLoss) return "afterLoss";
  const conditions = fields.conditions.map(readCondition);
  if (!conditions.every(each => typeof each === "object") || conditions.length > mostConditions) return "conditions";
  if (conditionsConflict(conditions)) return "conditions";
  return { stake, count, stopOnProfit, stopOnLoss, afterWin, afterLoss, conditions };
}

/** A condition as typed, or which of its two fields is invalid. */
export function readCondition(fields: ConditionFields): Condition | "value" | "to" {
  const when = readTrigger(fields);
  if (!when) return "value";
  const action = readAction(fields);
  return action ? { when, do: action } : "to";
}

/** Whether every condition is valid and some of them conflict. */
export function areConflicting(fields: readonly ConditionFields[]): boolean {
  const read = fields.map(readCondition);
  return read.every(each => typeof each === "object") && conditionsConflict(read);
}

function readTrigger({ when: kind, value }: ConditionFields): Trigger | undefined {
  const text = value.trim().replace(",", ".");
  if (kind === "balance_below" || kind === "balance_above") {
    const amount = parseAmount(text);
    return amount === undefined ? undefined : { kind, amount };
  }
  if (kind === "multiplier") {
    const [whole = "", fraction = ""] = text.replace(/[×x]$/, "").split(".");
    const hundredths = parseHundredths(`${whole}.${fraction.padEnd(2, "0")}`);
    const { min, max } = multiplierRange;
    return hundredths === undefined || hundredths < min || hundredths > max ? undefined : { kind, hundredths };
  }
  const count = readCount(value) ?? mostStreak + 1;
  return count > mostStreak ? undefined : { kind, count };
}

function readAction({ do: kind, to }: ConditionFields): Action | undefined {
  if (kind === "percent") return readChange({ kind, percent: to });
  if (kind !== "set") return { kind };
  const stake = parseAmount(to.trim().replace(",", "."));
  return stake === undefined || stake === 0n ? undefined : { kind, stake };
}

function readCount(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  return /^[1-9][0-9]{0,5}$/.test(text.trim()) ? Number(text) : undefined;
}

function readOptional(text: string): Micros | null | undefined {
  return text.trim() === "" ? null : parseAmount(text.trim().replace(",", "."));
}

function readChange(fields: ChangeFields): StakeChange | undefined {
  if (fields.kind === "reset") return { kind: "reset" };
  if (!/^[-\u2212]?[0-9]{1,4}$/.test(fields.percent.trim())) return undefined;
  const percent = Number(fields.percent.trim().replace("\u2212", "-"));
  return percent >= percentRange.min && percent <= percentRange.max ? { kind: "percent", percent } : undefined;
}

/** The fields of a strategy. */
export function fieldsOf(strategy: Strategy): AutoFields {
  const amount = (value: Micros | null) => (value === null ? "" : formatAmount(value));
  const change = (value: StakeChange): ChangeFields =>
    value.kind === "reset" ? { kind: "reset", percent: "0" } : { kind: "percent", percent: String(value.percent) };
  return {
    count: strategy.count === null ? "" : String(strategy.count),
    stopOnProfit: amount(strategy.stopOnProfit),
    stopOnLoss: amount(strategy.stopOnLoss),
    afterWin: change(strategy.afterWin),
    afterLoss: change(strategy.afterLoss),
    conditions: strategy.conditions.map(conditionFields),
  };
}

function conditionFields({ when, do: action }: Condition): ConditionFields {
  const value =
    "amount" in when
      ? formatAmount(when.amount)
      : "hundredths" in when
        ? formatHundredths(when.hundredths)
        : String(when.count);
  const to =
    action.kind === "percent" ? String(action.percent) : action.kind === "set" ? formatAmount(action.stake) : "";
  return { when: when.kind, value, do: action.kind, to };
}

/** What a game with a fixed stake supports: results do not change the stake, so only conditions that stop remain. */
export function withFixedStake(strategy: Strategy): Strategy {
  const conditions = strategy.conditions.filter(each => each.do.kind === "stop");
  return { ...strategy, afterWin: { kind: "reset" }, afterLoss: { kind: "reset" }, conditions };
}
