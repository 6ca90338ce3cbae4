import { micros } from "#kit/money/amount.ts";
import type { StakeChange, Strategy } from "../shared/strategy.ts";
import { mostStrategies, readConditions, strategyNameLength, writeStrategy } from "../shared/strategy-contract.ts";

/** Named strategies of guests, stored on this device only. */
export interface StrategyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface SavedStrategy {
  /** Null if stored on the device. */
  readonly id: string | null;
  readonly name: string;
  readonly strategy: Strategy;
}

const storageKey = (game: string, currency: string): string => `strategies:${game}:${currency}`;

export function loadStrategies(storage: StrategyStorage, game: string, currency: string): readonly SavedStrategy[] {
  try {
    const rows: unknown = JSON.parse(storage.getItem(storageKey(game, currency)) ?? "[]");
    return Array.isArray(rows) ? rows.flatMap(row => readRow(row) ?? []) : [];
  } catch {
    return [];
  }
}

/** Saves under the name, replacing a strategy of the same name; drops the oldest if there are too many. */
export function saveStrategy(
  storage: StrategyStorage,
  game: string,
  currency: string,
  saved: Pick<SavedStrategy, "name" | "strategy">,
): readonly SavedStrategy[] {
  const others = loadStrategies(storage, game, currency).filter(each => each.name !== saved.name);
  return write(storage, game, currency, [{ id: null, ...saved }, ...others].slice(0, mostStrategies));
}

export function removeStrategy(
  storage: StrategyStorage,
  game: string,
  currency: string,
  name: string,
): readonly SavedStrategy[] {
  const others = loadStrategies(storage, game, currency).filter(each => each.name !== name);
  return write(storage, game, currency, others);
}

function write(storage: StrategyStorage, game: string, currency: string, rows: readonly SavedStrategy[]) {
  const records = rows.map(({ name, strategy }) => ({
    name,
    strategy: { ...strategy, conditions: writeStrategy(strategy).conditions },
  }));
  storage.setItem(
    storageKey(game, currency),
    JSON.stringify(records, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value)),
  );
  return rows;
}

const wholeNumber = /^\d{1,19}$/;

function readRow(row: unknown): SavedStrategy | undefined {
  if (row === null || typeof row !== "object") return undefined;
  const { name, strategy } = row as { name?: unknown; strategy?: Record<string, unknown> };
  if (typeof name !== "string" || name === "" || !strategy) return undefined;
  const stake = readAmount(strategy.stake);
  const afterWin = readChange(strategy.afterWin);
  const afterLoss = readChange(strategy.afterLoss);
  const conditions = readConditions(strategy.conditions ?? []);
  if (!stake || !afterWin || !afterLoss || !conditions) return undefined;
  const count = typeof strategy.count === "number" && Number.isInteger(strategy.count) ? strategy.count : null;
  return {
    id: null,
    name: name.slice(0, strategyNameLength),
    strategy: {
      stake,
      count,
      afterWin,
      afterLoss,
      conditions,
      stopOnProfit: readAmount(strategy.stopOnProfit),
      stopOnLoss: readAmount(strategy.stopOnLoss),
    },
  };
}

function readAmount(value: unknown) {
  return typeof value === "string" && wholeNumber.test(value) ? micros(BigInt(value)) : null;
}

function readChange(value: unknown): StakeChange | undefined {
  const change = value as { kind?: unknown; percent?: unknown } | null | undefined;
  if (change?.kind === "reset") return { kind: "reset" };
  const percent = change?.percent;
  return typeof percent === "number" && Number.isInteger(percent) && percent >= -99 && percent <= 1000
    ? { kind: "percent", percent }
    : undefined;
}
