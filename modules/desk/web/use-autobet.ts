import { useCallback, useEffect, useReducer, useRef } from "react";
import type { Micros } from "#kit/money/amount.ts";
import type { StakeLimits } from "../shared/stakes.ts";
import { dueStake, restingAutobet, type Strategy, stepAutobet } from "./autobet.ts";

/** How a bet of a run ended. `unknown`: no answer was heard, so the run must not go on. */
export type BetEnd =
  | { readonly kind: "settled"; readonly stake: Micros; readonly payout: Micros }
  | { readonly kind: "refused"; readonly reason: "limits" | "funds" | "error" };

/**
 * Runs the autobet engine in a page: places what is due through `place`, and stops when the page is left or hidden.
 * @param pauseMs between two bets
 */
export function useAutobet(limits: StakeLimits, place: (stake: Micros) => Promise<BetEnd>, pauseMs: number) {
  const [state, send] = useReducer(stepAutobet, restingAutobet);
  const latest = useRef({ limits, place });
  latest.current = { limits, place };
  const due = dueStake(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `made` starts the next bet when two stakes in a row are equal
  useEffect(() => {
    if (due === null) return;
    const timer = setTimeout(() => {
      send({ type: "sent" });
      const { place: placeNow, limits: limitsNow } = latest.current;
      placeNow(due).then(
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
  }, [due, state.made, pauseMs]);

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

  const start = useCallback(
    (strategy: Strategy) => send({ type: "start", strategy, limits: latest.current.limits }),
    [],
  );
  const stop = useCallback(() => send({ type: "stop", reason: "player" }), []);
  return { state, start, stop };
}
