import { useCallback, useEffect, useReducer, useRef } from "react";
import type { Micros } from "#kit/money/amount.ts";
import type { StakeLimits } from "../shared/stakes.ts";
import type { Strategy } from "../shared/strategy.ts";
import { dueStake, idleAutobet, stepAutobet } from "./autobet.ts";

/** How a bet of a run ended. `unknown`: there was no response, so the run must stop. */
export type BetEnd =
  | { readonly kind: "settled"; readonly stake: Micros; readonly payout: Micros }
  | { readonly kind: "refused"; readonly reason: "limits" | "funds" | "error" };

/**
 * Runs the autobet engine in a page: places due bets through `place`, and stops when the page is left or hidden.
 * @param place also gets whether the bet is on the other side than at the start of the run
 * @param pauseMs between two bets
 * @param balance for conditions; undefined in demo play
 */
export function useAutobet(
  limits: StakeLimits,
  place: (stake: Micros, switched: boolean) => Promise<BetEnd>,
  pauseMs: number,
  balance?: bigint,
) {
  const [state, send] = useReducer(stepAutobet, idleAutobet);
  const latest = useRef({ limits, place, balance });
  latest.current = { limits, place, balance };
  const due = dueStake(state);
  const switched = state.phase === "running" && state.switched;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `made` triggers the next bet when two successive stakes are equal
  useEffect(() => {
    if (due === null) return;
    const timer = setTimeout(() => {
      send({ type: "sent" });
      const { place: placeNow, limits: limitsNow } = latest.current;
      placeNow(due, switched).then(
        end =>
          send(
            end.kind === "settled"
              ? { type: "settled", stake: end.stake, payout: end.payout, limits: limitsNow }
              : { type: "failed", reason: end.reason },
          ),
        () => send({ type: "failed", reason: "error" }),
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [due, switched, state.made, pauseMs]);

  useEffect(() => {
    const leave = () => {
      if (document.hidden || !document.hasFocus()) send({ type: "stop", reason: "focus" });
    };
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("blur", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("blur", leave);
    };
  }, []);

  const start = useCallback((strategy: Strategy) => {
    const { limits: limitsNow, balance: balanceNow } = latest.current;
    send({ type: "start", strategy, limits: limitsNow, balance: balanceNow ?? null });
  }, []);
  const stop = useCallback(() => send({ type: "stop", reason: "player" }), []);
  return { state, start, stop };
}
