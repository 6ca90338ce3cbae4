import { useEffect, useState } from "react";
import type { Currency } from "#kit/money/currency.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { useClient } from "#kit/web/client.ts";
import type { RouteCache } from "#kit/web/query/route-cache.ts";
import { type Mutation, useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
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
  const [device, setDevice] = useState<readonly SavedStrategy[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data, isError, isPending, refetch } = useQuery(listStrategies, {}, { enabled: player !== null });
  const creating = useMutation(createStrategy, storesRow);
  const replacing = useMutation(replaceStrategy, storesRow);
  const removing = useMutation(deleteStrategy);
  const cache = useRouteCache();
  useMove(game, currency, data !== undefined, creating.mutate);
  useEffect(() => {
    setDevice(loadStrategies(localStorage, game, currency));
    setRefusal(null);
  }, [game, currency]);
  const own = data?.filter(row => row.game === game && row.currency === currency).map(rowOf) ?? [];
  const saved = player === null ? device : own;

  const save = async (name: string, strategy: Strategy) => {
    setRefusal(null);
    if (player === null) {
      setDevice(saveStrategy(localStorage, game, currency, { name, strategy }));
      return true;
    }
    const id = saved.find(each => each.name === name)?.id ?? null;
    const body = { game, currency, name, strategy: writeStrategy(strategy) };
    try {
      if (id === null) await creating.mutate({ body });
      else await replacing.mutate({ params: { id }, body });
      return true;
    } catch (error) {
      setRefusal(messageOf(error));
      return false;
    }
  };

  const remove = async ({ id, name }: SavedStrategy) => {
    setRefusal(null);
    if (id === null) return setDevice(removeStrategy(localStorage, game, currency, name));
    const refused = await removing.mutate({ params: { id } }).then(
      () => null,
      error => error as unknown,
    );
    // Already deleted on another device.
    const isGone = refused === null || (refused instanceof ApiError && refused.code === "strategy_not_found");
    if (isGone) showRows(cache, rows => rows.filter(each => each.id !== id));
    else setRefusal(messageOf(refused));
  };
  const state = player === null ? "ready" : isError ? "failed" : isPending ? "loading" : "ready";
  return { state, saved, refusal, save, remove, retry: () => void refetch() };
}

const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : "");

const rowOf = ({ id, name, strategy }: SavedStrategyRow): SavedStrategy => ({
  id,
  name,
  strategy: readStrategy(strategy),
});

function showRows(cache: RouteCache, change: (rows: readonly SavedStrategyRow[]) => readonly SavedStrategyRow[]): void {
  const rows = cache.get(listStrategies, {});
  if (rows) cache.set(listStrategies, {}, [...change(rows)]);
}

const storesRow = {
  onSuccess(row: SavedStrategyRow, cache: RouteCache) {
    showRows(cache, rows => [row, ...rows.filter(({ id }) => id !== row.id)]);
  },
};

/** Moves the strategies stored on this device to the player's list, one after the other, while this player is here. */
function useMove(
  game: string,
  currency: Currency,
  isRead: boolean,
  create: Mutation<typeof createStrategy>["mutate"],
): void {
  const { player } = useClient();
  useEffect(() => {
    if (!isRead) return;
    const mover = player.key();
    const move = async () => {
      for (const { name, strategy } of loadStrategies(localStorage, game, currency)) {
        if (player.key() !== mover) return;
        const body = { game, currency, name, strategy: writeStrategy(strategy) };
        const refused = await create({ body }).then(
          () => null,
          error => error as unknown,
        );
        const isTaken = refused instanceof ApiError && refused.code === "strategy_name_taken";
        if (refused === null || isTaken) removeStrategy(localStorage, game, currency, name);
      }
    };
    void move();
  }, [player, game, currency, isRead, create]);
}
