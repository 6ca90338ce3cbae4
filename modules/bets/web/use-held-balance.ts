import { useEffect, useMemo } from "react";
import { holdBalance, releaseBalance, showBalance, useSessionStore } from "#modules/accounts/web/session.ts";

/** Keeps the balance in the frame from telling a result before the stage has. */
export function useHeldBalance() {
  const store = useSessionStore();
  return useMemo(
    () => ({
      /** Hints of the socket wait from here. */
      hold: () => holdBalance(store),
      /** The result is shown: its own balance is too, whatever else waits. */
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

/** While an own round is drawn and shown, the balance of the frame waits for the stage. */
export function useHold(waits: boolean, balance: ReturnType<typeof useHeldBalance>): void {
  useEffect(() => {
    if (!waits) return;
    balance.hold();
    return () => balance.release();
  }, [waits, balance]);
}
