import { useCallback, useEffect, useState } from "react";
import type { Currency } from "#kit/money/currency.ts";
import { call, useApi } from "#kit/web/use-api.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { Strategy } from "../shared/strategy.ts";
import {
  createStrategy,
  deleteStrategy,
  listStrategies,
  readStrategy,
  replaceStrategy,
  type SavedStrategyRow,
  writeStrategy,
} from "../shared/strategy-contract.ts";
import { loadStrategies, removeStrategy, type SavedStrategy, saveStrategy } from "./strategies.ts";

/** Saved strategies of a game and currency: a player's on the server, a guest's on the device. */
export interface Strategies {
  readonly state: "loading" | "ready" | "failed";
  readonly saved: readonly SavedStrategy[];
  /** The error message of the last change; empty when no response arrived. */
  readonly refusal: string | null;
  /** Saves under the name, replacing a strategy of the same name; true when saved. */
  save(name: string, strategy: Strategy): Promise<boolean>;
  remove(saved: SavedStrategy): Promise<void>;
  retry(): void;
}

export function useStrategies(game: string, currency: Currency): Strategies {
  const player = useSession(session => session.user?.id ?? null);
  const api = useApi();
  const [state, setState] = useState<Strategies["state"]>("loading");
  const [saved, setSaved] = useState<readonly SavedStrategy[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reloads the list
  useEffect(() => {
    let left = false;
    const show = (rows: readonly SavedStrategy[] | null) => {
      if (left) return;
      if (rows) setSaved(rows);
      setState(rows ? "ready" : "failed");
    };
    setState("loading");
    setSaved([]);
    setRefusal(null);
    if (player === null) show(loadStrategies(localStorage, game, currency));
    else if (api) void readAll(game, currency, () => left).then(show);
    return () => {
      left = true;
    };
  }, [player, api, game, currency, attempt]);

  const save = useCallback(
    async (name: string, strategy: Strategy) => {
      setRefusal(null);
      if (player === null) {
        setSaved(saveStrategy(localStorage, game, currency, { name, strategy }));
        return true;
      }
      const id = saved.find(each => each.name === name)?.id ?? null;
      const body = { game, currency, name, strategy: writeStrategy(strategy) };
      const reply = await (id === null
        ? call(createStrategy, { body })
        : call(replaceStrategy, { params: { id }, body }));
      if (!reply.ok) {
        setRefusal(reply.message);
        return false;
      }
      const row = rowOf(reply.body.data as SavedStrategyRow);
      setSaved(rows => [row, ...rows.filter(each => each.id !== row.id)]);
      return true;
    },
    [player, game, currency, saved],
  );

  const remove = useCallback(
    async ({ id, name }: SavedStrategy) => {
      setRefusal(null);
      if (id === null) return setSaved(removeStrategy(localStorage, game, currency, name));
      const reply = await call(deleteStrategy, { params: { id } });
      // Already deleted on another device.
      if (reply.ok || reply.code === "strategy_not_found") setSaved(rows => rows.filter(each => each.id !== id));
      else setRefusal(reply.message);
    },
    [game, currency],
  );
  const retry = useCallback(() => setAttempt(before => before + 1), []);
  return { state, saved, refusal, save, remove, retry };
}

const rowOf = ({ id, name, strategy }: SavedStrategyRow): SavedStrategy => ({
  id,
  name,
  strategy: readStrategy(strategy),
});

/** The player's list; strategies stored on this device are moved into it. Null: it could not be loaded. */
async function readAll(
  game: string,
  currency: Currency,
  hasLeft: () => boolean,
): Promise<readonly SavedStrategy[] | null> {
  const reply = await call(listStrategies, {});
  if (!reply.ok) return null;
  const own = (reply.body.data as SavedStrategyRow[]).filter(row => row.game === game && row.currency === currency);
  const rows = own.map(rowOf);
  for (const { name, strategy } of loadStrategies(localStorage, game, currency)) {
    if (hasLeft()) break;
    const body = { game, currency, name, strategy: writeStrategy(strategy) };
    const moved = await call(createStrategy, { body });
    if (moved.ok) rows.push(rowOf(moved.body.data as SavedStrategyRow));
    if (moved.ok || moved.code === "strategy_name_taken") removeStrategy(localStorage, game, currency, name);
  }
  return rows;
}
