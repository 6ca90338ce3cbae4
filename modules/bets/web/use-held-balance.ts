import { useEffect, useMemo } from "react";
import { holdBalance, releaseBalance, showBalance, useSessionStore } from "#modules/accounts/web/session.ts";

/** Prevents the frame's balance from revealing a result before the scene does. */
export function useHeldBalance() {
  const store = useSessionStore();
  return useMemo(
    () => ({
      /** From here balance updates of the WebSocket are deferred. */
      hold: () => holdBalance(store),
      /** The result is shown: its balance is applied too, even if other updates are deferred. */
      show: (currency: string, balance: string) => {
        releaseBalance(store);
        showBalance(store, { currency, balance });
        holdBalance(store);
      },
      release: () => releaseBalance(store),
    }),
    [store],
  );
}

/** While an own round is drawn and animated, the frame's balance waits for the scene. */
export function useHold(waits: boolean, balance: ReturnType<typeof useHeldBalance>): void {
  useEffect(() => {
    if (!waits) return;
    balance.hold();
    return () => balance.release();
  }, [waits, balance]);
}
