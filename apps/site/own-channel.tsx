import { useEffect } from "react";
import { useLive } from "#kit/web/client.ts";
import { showBalance, useSessionStore } from "#modules/accounts/web/session.ts";
import { meChannel } from "#modules/wallet/shared/contract.ts";

/** The balance in the top bar follows the player's own channel. */
export default function OwnChannel() {
  const live = useLive(meChannel.module);
  const store = useSessionStore();
  useEffect(() => {
    if (!live) return;
    return live.follow(meChannel, {
      snapshot: ({ balances }) => {
        for (const sums of balances) showBalance(store, sums);
      },
      event: (_name, data) => {
        if ("balance" in data) showBalance(store, data);
      },
    });
  }, [live, store]);
  return null;
}
